"""Small positions are solved in plain Python as the compiled searches solve them, and large ones are left alone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from engines import GAMES, digits, dots
from engines.game import AnyPosition, Level, Limit, advance
from engines.kernels.loading import warm
from engines.small_solver import SmallSolver
from tests.samples import cases

SMALL: Mapping[str, SmallSolver[Any]] = {"dots": dots.SMALL, "digits": digits.SMALL}
ENOUGH = Limit(600.0)


def _late_position(game: str, settings: dict[str, str], chance: Random, moves: int) -> AnyPosition:
    position: AnyPosition = GAMES[game].start(settings, 0)
    for _ in range(chance.randrange(moves)):
        after, _ = advance(position, chance.choice(list(position.moves())))
        if after.outcome:
            break
        position = after
    return position


@cases(8, 40)
@pytest.mark.parametrize(
    ("game", "settings"), [("dots", {"size": "2x2"}), ("digits", {"size": "4x4", "digits": "1-2"})]
)
def test_plain_search_finds_what_the_compiled_one_finds(game: str, settings: dict[str, str], count: int) -> None:
    warm(game)
    solved = 0
    for seed in range(count):
        position = _late_position(game, settings, Random(seed), 12)
        solution = SMALL[game].solve(position, ENOUGH)
        if solution is not None:
            solved += 1
            assert solution == GAMES[game].solve(position, ENOUGH)
            hint, compiled = SMALL[game].hint(position, ENOUGH), GAMES[game].hint(position, ENOUGH, Level.STRONG)
            assert hint is not None
            assert (hint.value, hint.is_proved, hint.reasons[-1]) == (compiled.value, True, compiled.reasons[-1])
    assert solved >= count / 4


@pytest.mark.parametrize("game", SMALL)
def test_large_positions_are_none_of_its_business(game: str) -> None:
    assert SMALL[game].solve(GAMES[game].start({}, 0), ENOUGH) is None


def test_it_gives_up_when_the_time_or_the_nodes_are_spent() -> None:
    position = GAMES["dots"].start({"size": "2x2"}, 0)
    assert SMALL["dots"].solve(position, Limit(1e-9)) is None
    assert SMALL["dots"].solve(position, Limit(600.0, nodes=10)) is None
