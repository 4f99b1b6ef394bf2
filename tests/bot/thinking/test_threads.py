"""Searches share the cores fairly, and stop when nobody wants them any more."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from bot.core.ports.thinking import Problem
from bot.core.queues.fair_turns import Urgency
from bot.thinking.threads import Threads
from engines import GAMES
from engines.game import AnyGame, AnyHint, AnyPosition, Hint, Level, Limit
from engines.kernels import loading
from engines.refusals import Unreadable

DOTS = GAMES["dots"]
START = DOTS.start({"size": "1x1"}, 0)


@dataclass
class Slow:
    """A search that ends when it is let go or stopped, and remembers which chats were served."""

    let_go: Event = field(default_factory=Event)
    stopped: list[bool] = field(default_factory=list)
    served: list[Level] = field(default_factory=list)

    def hint(self, position: AnyPosition, limit: Limit, level: Level) -> AnyHint:
        self.served.append(level)
        while not self.let_go.is_set() and not limit.stop:
            time.sleep(0.001)
        self.stopped.append(bool(limit.stop))
        return Hint((next(iter(position.moves())),), 0, False, ())

    @property
    def game(self) -> AnyGame:
        return with_advice(self.hint)


def with_advice(hint: Callable[[AnyPosition, Limit, Level], AnyHint]) -> AnyGame:
    """Dots and Boxes with hints of another kind."""
    advice: Any = SimpleNamespace(hint=hint)
    return replace(DOTS, advice=advice)


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.001)


@pytest.fixture
def threads():
    made = Threads(1, Random(0))
    yield made
    made.close()


async def test_a_hint_comes_back(threads):
    hint = await threads.hint(Problem(DOTS, START, 1.0, "a"), Level.CLASSIC)
    assert hint.move in START.moves()


@pytest.mark.parametrize("compiles", [False, True])
def test_an_expected_game_is_loaded_and_compiled_if_asked(monkeypatch, compiles: bool):
    result: list[tuple[str, bool]] = []
    monkeypatch.setattr(loading, "load_in_background", lambda *asked: result.append(asked))
    threads = Threads(1, Random(0), compiles)
    threads.expect(DOTS)
    threads.close()
    assert result == [("dots", compiles)]


async def test_a_cancelled_hint_stops_its_search_and_frees_its_place(threads):
    slow = Slow()
    task = asyncio.create_task(threads.hint(Problem(slow.game, START, 60, "a"), Level.STRONG))
    await until(lambda: bool(slow.served))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert slow.stopped == [True]
    await threads.hint(Problem(DOTS, START, 1.0, "a"), Level.CLASSIC)


async def test_a_chat_with_many_questions_does_not_hold_up_another(threads):
    slow = Slow()
    busy = [asyncio.create_task(threads.hint(Problem(slow.game, START, 60, "busy"), Level.EASY)) for _ in range(4)]
    await until(lambda: bool(slow.served))
    another = asyncio.create_task(threads.hint(Problem(slow.game, START, 60, "other"), Level.STRONG))
    await asyncio.sleep(0)
    slow.let_go.set()
    await asyncio.gather(*busy, another)
    assert slow.served.index(Level.STRONG) <= 2


async def test_hints_go_before_explanations_of_played_moves(threads):
    slow = Slow()

    def asked(level: Level, urgency: Urgency) -> asyncio.Task[AnyHint]:
        return asyncio.create_task(threads.hint(Problem(slow.game, START, 60, level.value, urgency=urgency), level))

    tasks = [asked(Level.EASY, Urgency.LATER), asked(Level.CLASSIC, Urgency.LATER), asked(Level.STRONG, Urgency.NOW)]
    await until(lambda: bool(slow.served))
    slow.let_go.set()
    await asyncio.gather(*tasks)
    assert list(dict.fromkeys(slow.served)) == [Level.EASY, Level.STRONG, Level.CLASSIC]
    assert slow.served[-1] is Level.CLASSIC


async def test_a_map_is_made_beside_the_event_loop_and_can_be_read_at_once(threads):
    made = await threads.make_settings(GAMES["tupik"], {"cities": "8"}, 5, "a")
    assert list(made) == ["map"]
    assert GAMES["tupik"].start(made, 0) == GAMES["tupik"].start({"cities": "8"}, 5)
    with pytest.raises(Unreadable):
        await threads.make_settings(GAMES["tupik"], {"cities": "99"}, 5, "a")


async def test_a_cancelled_request_leaves_the_queue(threads):
    slow = Slow()
    first = asyncio.create_task(threads.hint(Problem(slow.game, START, 60, "a"), Level.EASY))
    await until(lambda: bool(slow.served))
    waiting = asyncio.create_task(threads.hint(Problem(slow.game, START, 60, "b"), Level.CLASSIC))
    await asyncio.sleep(0)
    waiting.cancel()
    slow.let_go.set()
    await first
    await threads.hint(Problem(DOTS, START, 1.0, "c"), Level.CLASSIC)
    assert slow.served == [Level.EASY]


async def test_a_search_that_breaks_frees_its_place(threads):
    def broken(position: AnyPosition, limit: Limit, level: Level) -> AnyHint:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await threads.hint(Problem(with_advice(broken), START, 1, "a"), Level.EASY)
    await threads.hint(Problem(DOTS, START, 1.0, "a"), Level.CLASSIC)
