"""Two processes `tetradka` on one store behind Telegram: one polls, the other takes over, nobody is answered twice."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.parameters import Parameters
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import TOKEN, BotApi
from tests.bot.platforms.telegram.town import Json, Town
from tests.bot.processes import PATIENCE


class Counting(BotApi):
    """A Bot API server that knows how many ask for updates at once."""

    asking = most_asking = 0

    async def _updates(self, parameters: Parameters) -> list[Json]:
        self.asking += 1
        self.most_asking = max(self.asking, self.most_asking)
        try:
            return await super()._updates(parameters)
        finally:
            self.asking -= 1


@pytest.fixture
async def api(town: Town) -> AsyncIterator[Counting]:
    server = Counting(town)
    async with server.serving():
        yield server


@asynccontextmanager
async def running(api: BotApi, store: str, folder: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process that has told Telegram of its menus, so that it is up."""
    environment = os.environ | {
        "REDIS_URL": store,
        "WEB": "off",
        "TELEGRAM_TOKEN": TOKEN,
        "TELEGRAM_BASE_URL": f"{api.address}/bot",
    }
    answer = api.asked.count("getMe")
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", env=environment, cwd=folder)
    try:
        async with asyncio.timeout(3 * PATIENCE):
            while api.asked.count("getMe") == answer:
                await asyncio.sleep(0.02)
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def crowd(town: Town) -> list[Human]:
    people = [Human(town, f"P{number}") for number in range(10)]
    for human in people:
        human.starts()
    return people


@pytest.mark.excused(
    reason="the killed process may have answered without confirming that, and its lease ends after four seconds",
    faults=["twice", "late", "stale"],
)
async def test_one_of_two_processes_polls_and_the_other_takes_over_once_it_is_killed(
    api: Counting, empty_valkey: str, tmp_path: Path
):
    *people, newcomer = crowd(api.town)
    async with running(api, empty_valkey, tmp_path) as first, running(api, empty_valkey, tmp_path):
        for human in people:
            human.says(human.room, "/challenge dots 1x1 bot easy")
        boards = [await human.room.post() for human in people]
        assert all("1x1" in board.text for board in boards)
        for human in people:
            human.says(human.room, "/help")
        for human in people:
            assert (await human.room.post()).pictures == ()
        assert api.most_asking == 1
        presses = [human.presses(board, "a1-b1") for human, board in zip(people, boards, strict=True)]
        newcomer.says(newcomer.room, "/challenge dots 2x2 bot easy")
        first.kill()
        assert "2x2" in (await newcomer.room.post()).text
        for human, press in zip(people, presses, strict=True):
            assert (await press.toast()).text
            while "a1-b1" not in (await human.room.post()).text:
                pass
    store = RedisStore(connect(empty_valkey))
    assert len({game async for game in store.logs.all_games()}) == len(people) + 1
    await store.close()


@pytest.mark.long
async def test_a_stopped_process_hands_over_at_once(api: Counting, empty_valkey: str, tmp_path: Path):
    ann = crowd(api.town)[0]
    async with running(api, empty_valkey, tmp_path) as first:
        ann.says(ann.room, "/help")
        await ann.room.post()
        async with running(api, empty_valkey, tmp_path):
            first.terminate()
            await first.wait()
            ann.says(ann.room, "/challenge dots 2x2 bot easy")
            assert "2x2" in (await ann.room.post()).text
