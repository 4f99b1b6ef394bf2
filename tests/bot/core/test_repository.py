"""Games that a process remembers are measured, and none is seen with a move that the store refuses later."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import islice
from random import Random
from types import FunctionType, ModuleType

import pytest

from bot.core.game.apply_events import after_entry, evolve
from bot.core.game.events import Accepted, Challenged, LogEntry, Moved
from bot.core.game.people import Chat, Person
from bot.core.game.session import Session, Stage
from bot.core.ports.store import OutboxEntry, StoreUnavailableError
from bot.core.repository import Games, bytes_of
from bot.store.connection import connect
from bot.store.redis import RedisStore
from engines import GAMES

ANN, BOB = Person("stage", "1", "Ann"), Person("stage", "2", "Bob")
MOST_TURNS = 60


def random_game(game: str, code: str, seed: int) -> Session:
    """A game of random moves."""
    settings = tuple(GAMES[game].start({}, seed).settings.items())
    challenge = Challenged(0.0, code, game, settings, seed, Chat("stage", "1"), ANN, BOB, expires=600.0)
    session = after_entry(None, LogEntry((challenge, Accepted(1, BOB))))
    assert session is not None
    random = Random(seed)
    while session.stage is Stage.RUNNING and len(session.turns) < MOST_TURNS:
        move = random.choice([*islice(session.position.moves(), 200)])
        session = evolve(session, Moved(2.0, session.position.turn, str(move)))
    return session


def size_in_bytes(root: object, visit_set: set[int]) -> int:
    """The bytes of all objects that belong to one, but for those seen before."""
    total, left = 0, [root]
    while left:
        result = left.pop()
        if id(result) in visit_set or isinstance(result, (type, Enum, FunctionType, ModuleType)):
            continue
        visit_set.add(id(result))
        total += sys.getsizeof(result)
        if isinstance(result, Mapping):
            left += [*result.keys(), *result.values()]
        elif isinstance(result, (tuple, list, set, frozenset)):
            left += result
        else:
            slots = [slot for kind in type(result).__mro__ for slot in getattr(kind, "__slots__", ())]
            left += [getattr(result, slot) for slot in slots if hasattr(result, slot)]
            left += [*getattr(result, "__dict__", {}).values()]
    return total


@pytest.mark.parametrize("game", GAMES)
def test_the_size_estimate_of_a_cached_game_is_about_right(game: str):
    visit_set, another = set[int](), random_game(game, "BCDFGH", 1)
    size_in_bytes(another, visit_set)
    session = random_game(game, "BCDFGJ", 2)
    assert 0.3 < size_in_bytes(session, visit_set) / bytes_of(session) < 1.7


async def test_a_move_that_the_store_has_but_refuses_is_never_seen(empty_valkey: str, monkeypatch: pytest.MonkeyPatch):
    redis = connect(empty_valkey)
    store, is_written, is_read = RedisStore(redis), asyncio.Event(), asyncio.Event()
    games, append = Games(store), store.logs.append
    challenge = Challenged(0.0, "BCDFGH", "dots", (("size", "2x2"),), 1, Chat("stage", "1"), ANN, BOB, expires=600.0)
    session = await games.begin("BCDFGH", LogEntry((challenge, Accepted(1, BOB))), ())
    assert session is not None

    async def append_without_a_replica(game: str, version: int, entry: str, boards: Sequence[OutboxEntry] = ()) -> bool:
        await append(game, version, entry, boards)
        is_written.set()
        await is_read.wait()
        raise StoreUnavailableError("no replica has the write")

    monkeypatch.setattr(store.logs, "append", append_without_a_replica)
    move = LogEntry((Moved(2.0, session.position.turn, "a1-a2"),))
    appending = asyncio.create_task(games.append(session, move))
    await is_written.wait()
    loading = asyncio.create_task(games.load("BCDFGH"))
    await asyncio.wait([loading], timeout=0.1)
    assert not loading.done()
    await redis.xdel("tetradka:game:{BCDFGH}", "0-2")  # the new primary lacks it
    is_read.set()
    with pytest.raises(StoreUnavailableError):
        await appending
    assert await loading == session
    await store.close()
