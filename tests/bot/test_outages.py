"""The bot as a process that is killed and comes back ten minutes later, by a clock that is set on meanwhile."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_hex

import aiohttp
import pytest

from tests.bot.processes import PATIENCE

COMMAND = [sys.executable, "-m", "benchmarks.strain.clocked"]
HERE = Path(__file__).parents[2]
TOKENS = {"Ann": "of sixteen letters", "Bob": "of sixteen others."}


@asynccontextmanager
async def running(folder: Path, ahead: float) -> AsyncIterator[str]:
    """The address of a bot whose clock is so many seconds ahead; it is killed at the end."""
    (folder / "clock").write_text(str(ahead), "ascii")
    settings = {"DATA_DIR": str(folder), "WEB_PORT": "0", "CLOCK_AHEAD": str(folder / "clock")}
    process = await asyncio.create_subprocess_exec(
        *COMMAND, env=os.environ | settings, cwd=HERE, stdout=subprocess.PIPE
    )
    assert process.stdout
    try:
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        yield line.split()[-1].decode()
    finally:
        process.kill()
        await process.wait()


async def says(address: str, who: str, text: str, answer: str) -> str:
    """The first text with `answer` in it that somebody reads on the page after typing a text."""
    async with (
        asyncio.timeout(PATIENCE),
        aiohttp.ClientSession() as browser,
        browser.ws_connect(f"{address}/socket", origin=address) as page,
    ):
        await page.send_json({"kind": "hello", "token": TOKENS[who], "name": who, "channel": "hall"})
        await page.send_json({"kind": "say", "nonce": token_hex(4), "text": text})
        async for frame in page:
            for message in frame.json().get("messages", ()):
                if not message["mine"] and re.search(answer, message["text"]):
                    return str(message["text"])
    raise AssertionError("the page was closed")


@pytest.mark.long
async def test_a_game_with_a_clock_goes_on_where_it_was_when_the_bot_died(tmp_path: Path):
    async with running(tmp_path, ahead=0) as address:
        await says(address, "Ann", "/challenge dots 2x2 time=1m pie=0", "challenge|wants to play")
        await says(address, "Bob", "/accept", "left")
    async with running(tmp_path, ahead=600) as address:
        assert "still has" in await says(address, "Bob", "/claim", "still has|wins")
        answer = await says(address, "Ann", "/games", "Paused for 10\u00a0min while I was offline")
        assert "left" in answer
