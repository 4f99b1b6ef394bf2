"""Opens the adapter to a loopback Bot API server, by polling or with a webhook."""

from __future__ import annotations

import asyncio
import io
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from unittest.mock import patch

from PIL import Image

from bot.core.ports.platform import Core
from bot.platforms.telegram import Telegram, Webhook, bot_api
from renderers.scene import Scene
from tests.bot.platforms.telegram.server import TOKEN, BotApi


def adapter_to(api: BotApi, token: str = TOKEN, webhook: Webhook | None = None, patience: float = 10.0) -> Telegram:
    """An adapter that is not open yet."""
    return Telegram(
        token,
        paint=paint,
        base_url=f"{api.address}/bot",
        base_file_url=f"{api.address}/file/bot",
        webhook=webhook,
        patience=patience,
    )


def webhook(secret: str = "") -> Webhook:
    """A webhook on a free port of the loopback."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    return Webhook(f"http://127.0.0.1:{port}/hooks/a.b", "127.0.0.1", port, secret)


@asynccontextmanager
async def serving(adapter: Telegram, core: Core, has_profile: bool = False) -> AsyncIterator[asyncio.Task[None]]:
    """Run the adapter, and stop it as a signal does.

    Only if `has_profile` are the menus of commands published, which takes longer than most tests.
    """
    with nullcontext() if has_profile else patch.object(bot_api, "publish_profile", _publish_nothing):
        running = asyncio.create_task(adapter.run(core))
        try:
            yield running
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running


async def _publish_nothing(*_: object) -> None:
    pass


async def paint(scene: Scene, share: str = "") -> bytes:
    """A blank sheet of the scene's size."""
    png = io.BytesIO()
    Image.new("P", (scene.width, scene.height)).save(png, "PNG")
    return png.getvalue()
