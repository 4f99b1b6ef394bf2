"""What is left in a Telegram group of a tournament: one table and a line for each game, few pings."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest

from bot.core.game.people import Person
from bot.core.game.session import Session, Stage
from bot.core.repository import Games
from bot.core.router import Router
from bot.platforms.telegram import flood_control
from bot.store.redis import RedisStore
from engines.game import Seat
from tests.bot.platforms.telegram.house import living
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import PATIENCE, Post, Room, Town

NAMES = ("Ann", "Bob", "Carl", "Dora", "Eve", "Fay")
SIDES = ("a1-b1", "a2-b2", "a1-a2", "b1-b2")


async def until(router: Router, is_so: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await is_so():
            await router.sweep()
            await router.wait_until_idle()
            await asyncio.sleep(0.05)


def standing(room: Room) -> list[Post]:
    return [Post(json) for json in room.messages.values() if json["from"]["is_bot"]]


async def running_games(store: RedisStore) -> list[Session]:
    codes = [code async for code in store.logs.all_games()]
    return [game for game in await Games(store).open_sessions(codes) if game.stage is Stage.RUNNING]


async def play_a_round(store: RedisStore, room: Room, people: dict[str, Human]) -> None:
    for game in await running_games(store):
        for number, side in enumerate(SIDES):
            player = game.player(list(Seat)[number % 2])
            assert isinstance(player, Person)
            people[player.name].says(room, f"/move {game.code} {side}")
            async with asyncio.timeout(PATIENCE):
                while (now := await Games(store).load(game.code)) is None or now.ply == number:
                    await asyncio.sleep(0.01)


async def test_six_people_leave_one_table_and_a_line_for_each_game(
    api: BotApi, town: Town, store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flood_control, "_GROUP_PACE", 0.001)
    room, people = town.group("Club"), {name: Human(town, name, username=name.casefold()) for name in NAMES}

    async def is_opened() -> bool:
        return len(standing(room)) == 1

    async def is_begun() -> bool:
        games, called = await running_games(store), [post.text for post in standing(room) if "your move" in post.text]
        return len(games) == 3 and all(any(game.code in text for text in called) for game in games)

    async def is_over() -> bool:
        return len(standing(room)) == 16 and any("First place" in post.text for post in standing(room))

    async with living(api, store) as router:
        people["Ann"].says(room, "/tournament dots 1x1 robin deadline=1d")
        await until(router, is_opened)
        for human in people.values():
            await human.presses(standing(room)[0], "Join").toast()
        await people["Ann"].presses(standing(room)[0], "Start").toast()
        for _ in range(5):
            await until(router, is_begun)
            await play_a_round(store, room, people)
        await until(router, is_over)
    table, *lines = sorted(standing(room), key=lambda post: "First place" not in post.text)
    assert table.buttons == {}
    assert "First place" in table.text
    assert len(lines) == 15
    assert not any("photo" in line.json for line in lines)
    posted = [room.posts.get_nowait() for _ in range(room.posts.qsize())]
    pings = Counter(name for post in posted if not post.edited for name in post.pinged)
    assert max(pings.values()) <= 3 * 5
