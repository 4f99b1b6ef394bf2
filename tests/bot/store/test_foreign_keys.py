"""Keys that somebody else wrote under our names: the bot starts, and goes on with all that is its own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.core.ports.store import DEADLINES, Shown
from bot.store.connection import connect
from bot.store.keys import (
    ALIASES,
    LOGS,
    OUTBOX_BEFORE_SLOTS,
    OVER,
    boards,
    chat_games,
    log,
    outbox,
    person_games,
    schedule,
    slot_lease,
)
from bot.store.leases import SlotKeys
from bot.store.redis import RedisStore
from tests.bot.scripted import CHAT, Stage, person

SLOT = SlotKeys().slot("BCDFGH")
FOREIGN = {
    "a log that is a text": ("SET", log("BCDFGH"), "not a stream"),
    "an entry without its text": ("XADD", log("BCDFGH"), "0-1", "other", "field"),
    "an entry that is no text": ("XADD", log("BCDFGH"), "0-1", "entry", b"\xff\xfe"),
    "a key like a log": ("SET", LOGS + "what\xff", "?"),
    "an entry of the outbox that is none": ("HSET", outbox(SLOT), "field", "value"),
    "an entry of the outbox of a game that is not there": ("HSET", outbox(SLOT), "stage:1\nBCDFGH", "1.0 stamp"),
    "a slot of the outbox as a text": ("SET", outbox(SLOT), "?"),
    "a lease of a slot as a list": ("LPUSH", slot_lease(SLOT), "?"),
    "the outbox before there were slots as a text": ("SET", OUTBOX_BEFORE_SLOTS, "?"),
    "an old entry of the outbox that is none": ("HSET", OUTBOX_BEFORE_SLOTS, "field", "value"),
    "deadlines as a text": ("SET", schedule(DEADLINES, SLOT), "?"),
    "old deadlines as a text": ("SET", schedule(DEADLINES), "?"),
    "a deadline of a game that is not there": ("ZADD", schedule(DEADLINES, SLOT), "1", "BCDFGH"),
    "finished games as a text": ("SET", OVER, "?"),
    "the chat's games as a text": ("SET", chat_games(CHAT.key), "BCDFGH"),
    "a game that is not there on the chat's list": ("SADD", chat_games(CHAT.key), "BCDFGH"),
    "somebody's games as a text": ("SET", person_games(person("ann").key), "BCDFGH"),
    "a board shown nowhere": ("HSET", boards("BCDFGH"), CHAT.key, "nowhere"),
    "chats that moved in a circle": ("HSET", ALIASES, "stage:8", "stage:9", "stage:9", "stage:8"),
}
FoundIn = tuple[str | bytes, ...]
each_foreign = pytest.mark.parametrize("command", FOREIGN.values(), ids=FOREIGN.keys())


async def _write_foreign_key(valkey: str, command: FoundIn) -> None:
    redis = connect(valkey)
    write: Callable[..., Awaitable[object]] = redis.execute_command
    await write(*command)
    await redis.aclose()


@each_foreign
async def test_the_store_works_beside_foreign_keys(valkey: str, store: RedisStore, command: FoundIn):
    await _write_foreign_key(valkey, command)
    await store.logs.append("JKMNPQ", 1, "one")
    loaded = await store.logs.load_all({"BCDFGH": 0, "JKMNPQ": 0})
    assert loaded["JKMNPQ"] == ["one"]
    assert "JKMNPQ" in {game async for game in store.logs.open_games()}
    assert (await store.boards.place(CHAT.key, "BCDFGH")).shown is None
    mark = store.boards.entry(CHAT.key, "JKMNPQ", 1)
    await store.boards.resolve(mark, Shown(CHAT.key, "7", "JKMNPQ", 1), None)
    assert (await store.boards.place(CHAT.key, "JKMNPQ")).shown == Shown(CHAT.key, "7", "JKMNPQ", 1)


@pytest.mark.sample(one_in=4)
@each_foreign
async def test_a_bot_started_beside_foreign_keys_plays(valkey: str, store: RedisStore, command: FoundIn):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 2x2")
    await stage.press("bob", "Accept")
    code = stage.button("More").types.split()[1]
    await _write_foreign_key(valkey, ("DEL", str(command[1])) if command[0] == "SET" else ("PING",))
    await _write_foreign_key(valkey, command)
    running = asyncio.create_task(stage.restart().run())
    await stage.router.sweep()
    await stage.type("ann", f"/move {code} a1-a2")
    assert "a1-a2" in stage.board.text
    assert await stage.type("ann", "/games")
    assert not running.done()
    running.cancel()


async def test_a_circle_of_moved_chats_blocks_nobody(valkey: str, store: RedisStore):
    await _write_foreign_key(valkey, FOREIGN["chats that moved in a circle"])
    assert await store.settings.current_key("stage:8") in ("stage:8", "stage:9")
