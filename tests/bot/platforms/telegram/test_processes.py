"""The command `tetradka` behind Telegram, killed and stopped: nothing that was typed is lost or played twice."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.bot.platforms.telegram.parameters import Parameters
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import TOKEN, BotApi
from tests.bot.platforms.telegram.town import Json, Town
from tests.bot.processes import PATIENCE


class Killing(BotApi):
    """A Bot API server that kills the bot as soon as it confirms an update."""

    victim: asyncio.subprocess.Process | None = None

    async def _updates(self, parameters: Parameters) -> list[Json]:
        before = len(self.town.updates)
        self.town.confirm(parameters.number("offset"))
        if self.victim and len(self.town.updates) < before:
            self.victim.kill()
            self.victim = None
        return await super()._updates(parameters)


@pytest.fixture
async def api(town: Town) -> AsyncIterator[Killing]:
    server = Killing(town)
    async with server.serving():
        yield server


@asynccontextmanager
async def running(api: BotApi, folder: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """The process, serving Telegram alone."""
    environment = os.environ | {
        "DATA_DIR": str(folder),
        "WEB": "off",
        "TELEGRAM_TOKEN": TOKEN,
        "TELEGRAM_BASE_URL": f"{api.address}/bot",
    }
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", env=environment, cwd=folder)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_an_update_confirmed_before_a_kill_has_been_handled(api: Killing, tmp_path: Path):
    people = [Human(api.town, f"P{number}") for number in range(8)]
    async with running(api, tmp_path) as process:
        api.victim = process
        for human in people:
            human.says(human.starts(), "/challenge dots 2x2 bot easy")
        async with asyncio.timeout(PATIENCE):
            await process.wait()
    async with running(api, tmp_path):
        for human in people:
            assert "2x2" in (await human.room.post()).text


@pytest.mark.long
async def test_a_signal_stops_the_bot_with_thousands_of_queued_commands_which_come_again(
    api: Killing, town: Town, ann: Human, tmp_path: Path
):
    room = town.group("Friends")
    async with running(api, tmp_path) as process:
        for _ in range(2000):
            ann.says(room, "/games")
        await room.post()
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            assert await process.wait() == 0
    assert api.town.updates
