"""What Discord's own SDK posts to its client; `python -m tests.bot.platforms.web.page.sdk` records it (needs npm)."""

from __future__ import annotations

import asyncio
import json
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from playwright.async_api import Route

from tests.bot.platforms.web.page.chromium import start_browser
from tests.bot.platforms.web.page.framing import open_framed

RECORDED = Path(__file__).parent / "sdk.json"
PACKAGE = "@discord/embedded-app-sdk"
DISCORD, PROXY = "https://discord.com", "https://1.discordsays.com"
LAUNCHED = f"{PROXY}/?instance_id=i-1-pc-300&frame_id=f-1&platform=desktop&channel_id=300"
CLIENT = """([opcode, data], tell) => {
  if (opcode === 0) tell([1, { cmd: "DISPATCH", evt: "READY", data: { v: 1 }, nonce: null }]);
  else tell([1, { cmd: data.cmd, evt: null, data: { code: "a-code" }, nonce: data.nonce }]);
}"""
"""What Discord's client answers to a handshake and to a command."""
_READY = {"v": 1, "config": {"cdn_host": "x", "api_endpoint": "x", "environment": "x"}}
_PAGE = """<!doctype html><script type="module">
import { DiscordSDK } from "/output/index.mjs";
const sdk = new DiscordSDK("1", { disableConsoleLogOverride: true });
await sdk.ready();
await sdk.commands.authorize({ client_id: "1", response_type: "code", state: "", prompt: "none", scope: ["identify"] });
document.title = "done";
</script>"""


def recorded_handshake() -> list[list[Any]]:
    """The handshake and the command AUTHORIZE, as the SDK posts them."""
    frames: list[list[Any]] = json.loads(RECORDED.read_text("utf-8"))["frames"]
    return frames


async def record(package: Path) -> list[list[Any]]:
    """Return the messages that the SDK in that folder posts."""

    async def serve(route: Route) -> None:
        path = route.request.url.removeprefix(PROXY).partition("?")[0]
        if path == "/":
            await route.fulfill(body=_PAGE, content_type="text/html")
        else:
            await route.fulfill(body=(package / path[1:]).read_bytes(), content_type="text/javascript")

    client = CLIENT.replace("{ v: 1 }", json.dumps(_READY))
    async with start_browser() as browser:
        window = await browser.new_context()
        await window.route(f"{PROXY}/**", serve)
        page = await open_framed(window, DISCORD, LAUNCHED, client)
        async with asyncio.timeout(30):
            while len(await page.heard()) < 2:
                await asyncio.sleep(0.1)
        return await page.heard()


def main() -> None:
    """Write the file again from the package's newest version."""
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(["npm", "pack", PACKAGE], cwd=folder, check=True, capture_output=True, text=True)
        with tarfile.open(Path(folder) / packed.stdout.split()[-1]) as archive:
            archive.extractall(folder, filter="data")
        package = Path(folder) / "package"
        version = json.loads((package / "package.json").read_text("utf-8"))["version"]
        frames = asyncio.run(record(package))
    RECORDED.write_text(json.dumps({"version": version, "frames": frames}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
