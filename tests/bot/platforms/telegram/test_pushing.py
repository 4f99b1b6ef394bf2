"""What is pushed to the webhook: garbage is skipped, and what comes again after a restart comes to nothing."""

from __future__ import annotations

import asyncio

import pytest

from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.house import living
from tests.bot.platforms.telegram.opening import door_to, serving, webhook
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Json, Post, Room, Town

SECRET = "a-secret"
GARBAGE = [
    b"",
    b"no json",
    b"\xff\xfe\x00",
    b"[]",
    b"7",
    b"null",
    b"{}",
    b'{"update_id": null}',
    b'{"update_id": "x"}',
    b'{"update_id": 1e999}',
    b'{"update_id": NaN}',
    b'{"update_id": 1.5, "message": 7}',
    b'{"update_id": 12, "message": {"text": "x", "from": {"id": 1}, "chat": 7}}',
    b'{"update_id": 13, "message": {"text": "x", "from": {"id": 1}, "chat": {"id": 7}}}',
    b'{"update_id": 14, "callback_query": []}',
    b'{"update_id": ' + b"9" * 5000 + b"}",
    b"[" * 100_000,
]


@pytest.mark.parametrize("body", GARBAGE, ids=range(len(GARBAGE)))
async def test_garbage_is_not_asked_for_again(api: BotApi, core: ScriptedCore, ann: Human, body: bytes) -> None:
    async with serving(door_to(api, webhook=webhook(SECRET)), core):
        ann.says(ann.room, "before")
        assert (await core.hears()).text == "before"
        assert api.webhook is not None
        assert await api.webhook.push_text(body, SECRET) == 200
        ann.says(ann.room, "after")
        assert (await core.hears()).text == "after"
    assert core.has_heard_all()


async def pushed_again(api: BotApi, store: RedisStore, updates: list[Json]) -> list[Post]:
    """What the next process makes of updates that were handled by one that is gone."""
    async with living(api, store, hook=webhook(SECRET)) as house:
        while api.webhook is None or not await api.webhook.push_text(b"", SECRET):
            await asyncio.sleep(0)
        rooms = list(api.town.rooms.values())
        for room in rooms:
            while not room.posts.empty():
                await room.post()
        for update in updates:
            assert await api.webhook.push(update, SECRET) == 200
        await house.idle()
        return [await room.post() for room in rooms for _ in range(room.posts.qsize())]


async def begun(room: Room, ann: Human, bob: Human) -> None:
    """A game of two in a group, as far as its first board."""
    ann.says(room, "/challenge @bob dots 1x1 pie=0")
    bob.presses(await room.news(), "Accept")
    assert "Ann, your move" in (await room.news()).text


@pytest.fixture
def bob(town: Town) -> Human:
    return Human(town, "Bob", username="bob")


async def test_what_comes_again_after_a_restart_comes_to_nothing(
    api: BotApi, store: RedisStore, town: Town, ann: Human, bob: Human, friends: Room
) -> None:
    async with living(api, store, hook=webhook(SECRET)) as house:
        await begun(friends, ann, bob)
        for human, move in ((ann, "a1-b1"), (bob, "a2-b2"), (ann, "a1-a2")):
            human.says(friends, f"/move {move}")
            assert move in (await friends.news()).text
        await house.idle()
    assert not await pushed_again(api, store, list(town.all_updates))
    async with living(api, store, hook=webhook(SECRET)) as house:
        bob.says(friends, "/resign yes")
        await friends.news()
        await house.idle()
    assert not await pushed_again(api, store, list(town.all_updates))


async def test_a_move_that_comes_again_is_played_in_no_other_game(
    api: BotApi, store: RedisStore, town: Town, ann: Human, bob: Human, friends: Room
) -> None:
    async with living(api, store, hook=webhook(SECRET)) as house:
        await begun(friends, ann, bob)
        for human, text in ((ann, "/move a1-b1"), (bob, "/resign yes")):
            human.says(friends, text)
            await friends.news()
        before = list(town.all_updates)
        await begun(friends, ann, bob)
        await house.idle()
    assert not await pushed_again(api, store, before)
