"""Nobody waits for a game that takes long to think of: its moves, its lists and its logs are read beside the loop."""

from __future__ import annotations

from collections.abc import Callable
from threading import get_ident
from unittest.mock import patch

import pytest

from bot.core.ports.store import Store
from engines.curves.rules import Position
from tests.bot.scripted import Stage

POINTS = [f"{column}{row}" for column in "abc" for row in range(1, 5)]


def noting(name: str, seen: set[int]) -> Callable[..., object]:
    """A method of a position, as it is, which notes in which thread it is asked for."""
    asked = getattr(Position, name)

    def method(*args: object) -> object:
        seen.add(get_ident())
        return asked(*args)

    return method


@pytest.fixture
async def stage(store: Store) -> Stage:
    stage = Stage(store)
    await stage.type("ann", "/challenge curves 4x4 points=12")
    await stage.type("bob", "/accept")
    return stage


@pytest.mark.parametrize(("name", "text"), [("play", "/move a1"), ("moves", "/moves")])
async def test_moves_of_a_slow_game_are_played_and_listed_in_another_thread(stage: Stage, name: str, text: str):
    seen = set[int]()
    with patch.object(Position, name, noting(name, seen)):
        await stage.type("ann", text)
    assert seen
    assert get_ident() not in seen


async def test_the_log_of_a_slow_game_is_replayed_in_another_thread(stage: Stage):
    for number, point in enumerate(POINTS):
        await stage.type(("ann", "bob")[number % 2], f"/move {point}")
    stage.restart()
    seen = set[int]()
    with patch.object(Position, "play", noting("play", seen)):
        await stage.type("ann", "/board")
    assert seen
    assert get_ident() not in seen
