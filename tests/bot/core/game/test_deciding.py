"""Moves, lists and logs of slow games are computed outside the event loop."""

from __future__ import annotations

from collections.abc import Callable
from threading import get_ident
from unittest.mock import patch

import pytest

from bot.core.ports.store import Store
from engines.curves.rules import Position
from tests.bot.scripted import Stage

POINTS = [f"{column}{row}" for column in "abc" for row in range(1, 5)]


def recording_threads(name: str, threads: set[int]) -> Callable[..., object]:
    """Wrap a method of a position to record the threads that call it."""
    original = getattr(Position, name)

    def method(*args: object) -> object:
        threads.add(get_ident())
        return original(*args)

    return method


@pytest.fixture
async def stage(store: Store) -> Stage:
    stage = Stage(store)
    await stage.type("ann", "/challenge curves 4x4 points=12")
    await stage.type("bob", "/accept")
    return stage


@pytest.mark.parametrize(("name", "text"), [("play", "/move a1"), ("moves", "/moves")])
async def test_moves_of_a_slow_game_are_played_and_listed_in_another_thread(stage: Stage, name: str, text: str):
    threads = set[int]()
    with patch.object(Position, name, recording_threads(name, threads)):
        await stage.type("ann", text)
    assert threads
    assert get_ident() not in threads


async def test_the_log_of_a_slow_game_is_replayed_in_another_thread(stage: Stage):
    for number, point in enumerate(POINTS):
        await stage.type(("ann", "bob")[number % 2], f"/move {point}")
    stage.restart()
    threads = set[int]()
    with patch.object(Position, "play", recording_threads("play", threads)):
        await stage.type("ann", "/board")
    assert threads
    assert get_ident() not in threads
