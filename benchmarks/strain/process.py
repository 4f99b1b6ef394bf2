"""The bot as a process behind a Bot API server on the loopback, and what it takes of the machine."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.settings import Settings
from tests.bot.platforms.telegram.server import TOKEN, BotApi

_PATIENCE = 60.0
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@asynccontextmanager
async def running(api: BotApi, store: str, log: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """The process once it asks for updates; killed at the end if it is still there."""
    ours = {name.upper() for name in Settings.model_fields}
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    environment |= {"WEB": "off", "REDIS_URL": store, "TELEGRAM_TOKEN": TOKEN}
    environment |= {"TELEGRAM_BASE_URL": f"{api.address}/bot", "TELEGRAM_BASE_FILE_URL": f"{api.address}/file/bot"}
    api.asked.clear()
    with log.open("ab") as lines:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", env=environment, stdout=lines, stderr=lines
        )
    try:
        await _until_it_polls(api)
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _until_it_polls(api: BotApi) -> None:
    async with asyncio.timeout(_PATIENCE):
        while "setMyCommands" not in api.asked:  # noqa: ASYNC110 (a busy machine takes longer than a test may)
            await asyncio.sleep(0.02)


def processor_seconds(process: int) -> float:
    """What a process has used of the processor."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def megabytes(process: int) -> float:
    """What a process has in memory."""
    return int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1]) * _PAGE / 1e6
