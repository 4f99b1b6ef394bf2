"""The bot as a process in front of loopback servers, and its use of the machine."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from bot.settings import Settings
from tests.bot.platforms.telegram.server import TOKEN, BotApi

_PATIENCE = 180.0
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@asynccontextmanager
async def running(
    api: BotApi, store: str, log: Path, module: str = "bot", folder: Path | None = None
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Start a process that polls Telegram; kill it at the end if it still runs."""
    api.asked.clear()
    settings = {"WEB": "off", "REDIS_URL": store, **telegram(api)}
    async with start_process(module, settings, log, lambda: polls(api), folder) as process:
        yield process


def telegram(api: BotApi) -> dict[str, str]:
    """Return the settings that point to a Bot API server."""
    base_url, base_file_url = f"{api.address}/bot", f"{api.address}/file/bot"
    return {"TELEGRAM_TOKEN": TOKEN, "TELEGRAM_BASE_URL": base_url, "TELEGRAM_BASE_FILE_URL": base_file_url}


def polls(api: BotApi) -> bool:
    """Return whether a bot has registered at a Bot API server."""
    return "setMyCommands" in api.asked


@asynccontextmanager
async def start_process(
    module: str, settings: Mapping[str, str], log: Path, is_up: Callable[[], bool], folder: Path | None = None
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Start a process in a folder, whose modules come first, and wait until it is up; kill it at the end."""
    setting_names = {name.upper() for name in Settings.model_fields}
    environment = {name: value for name, value in os.environ.items() if name not in setting_names} | dict(settings)
    with log.open("ab") as lines:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, env=environment, cwd=folder, stdout=lines, stderr=lines
        )
    try:
        async with asyncio.timeout(_PATIENCE):
            while not is_up():  # noqa: ASYNC110 (a busy machine takes longer than a test may)
                await asyncio.sleep(0.02)
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def processor_seconds(process: int) -> float:
    """Return the CPU seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def megabytes(process: int) -> float:
    """Return the resident memory of a process in megabytes."""
    return int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1]) * _PAGE / 1e6
