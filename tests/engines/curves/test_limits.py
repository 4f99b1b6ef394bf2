"""Every level of curves keeps to its limit on the largest sheet, whatever a step of its work costs."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from engines.curves import GAME
from engines.curves.classic import classic, easy
from engines.curves.ladder import LADDER, is_too_large
from engines.curves.move import Pass
from engines.curves.options import start
from engines.curves.rules import Position
from engines.explaining import explain
from engines.game import Level, Limit
from engines.levels import Advice

SECONDS = 1_500.0
LARGE = {"size": "26x20", "points": "60"}
UNLOADED = replace(
    GAME, advice=Advice("curves", easy, classic, lambda position, seconds: False, None, LADDER, is_too_large)
)
MODULES = ("attempt", "candidates", "classic", "reasons", "remaining", "replies", "safety", "sample")


class WorkClock:
    """A clock that advances by a second with every line that is tested or drawn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        for module in (importlib.import_module(f"engines.curves.{name}") for name in MODULES):
            for name in ("is_path_clear", "blocking_line", "holdings_after"):
                if hasattr(module, name):
                    monkeypatch.setattr(module, name, self._count(getattr(module, name)))

    def _count(self, work: Callable[..., object]) -> Callable[..., object]:
        def counted(*arguments: object) -> object:
            self.now += 1
            return work(*arguments)

        return counted

    def __call__(self) -> float:
        """Return the seconds of work so far."""
        return self.now


LINES = ("e19-q3 via h9", "d20-o2 via f.5 9", "i20-k9 via f.5 14", "s16-y16 via v15.5")
"""What the easy level draws."""


@pytest.fixture(scope="module", params=[0, 4], ids=["no line", "four lines"])
def position(request: pytest.FixtureRequest) -> Position:
    chance, sheet = Random(60), start(LARGE)
    for column, row in chance.sample([(column, row) for column in range(26) for row in range(20)], 60):
        sheet = sheet.play(sheet.read(f"{chr(97 + column)}{row + 1}"))
    for line in LINES[: request.param]:
        sheet = sheet.play(sheet.read(line))
    return sheet


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize("level", Level)
def test_every_level_stops_at_its_limit_with_a_legal_move(level, position, monkeypatch):
    clock = WorkClock(monkeypatch)
    hint = UNLOADED.hint(position, Limit(SECONDS, clock=clock), level)
    assert clock.now <= 1.1 * SECONDS
    assert position.play(hint.move).outcome is None


@pytest.mark.sample(one_in=4)
@pytest.mark.parametrize("choice", range(2))
def test_an_explanation_stops_soon_after_its_limit(choice, position, monkeypatch):
    move = Random(choice).choice(list(position.moves(Limit(0.1).deadline())))
    clock = WorkClock(monkeypatch)
    explanation = explain(UNLOADED, position, move, Limit(SECONDS, clock=clock))
    assert clock.now <= 1.5 * SECONDS
    assert explanation.reasons


def test_an_explanation_of_a_pass_compares_it_soon_after_its_limit(position, monkeypatch):
    clock = WorkClock(monkeypatch)
    explanation = explain(UNLOADED, position, Pass(), Limit(SECONDS, clock=clock))
    assert clock.now <= 1.5 * SECONDS
    assert explanation.than is not None


@pytest.mark.parametrize("seconds", [0.0, SECONDS])
def test_tempting_moves_differ_and_are_listed_soon_after_the_limit(seconds, position, monkeypatch):
    clock = WorkClock(monkeypatch)
    moves = list(UNLOADED.tempting_moves(position, Limit(seconds, clock=clock)))
    assert clock.now <= 0.1 * SECONDS + seconds
    assert len(moves) == len({*moves}) >= 2


def test_a_cut_search_still_takes_a_point(position, monkeypatch):
    hint = UNLOADED.hint(position, Limit(SECONDS, clock=WorkClock(monkeypatch)), Level.CLASSIC)
    assert sum(position.play(hint.move).score) > sum(position.score)


def test_work_that_ends_in_time_is_the_same_whatever_the_limit():
    sheet = start({"size": "8x6", "points": "6"})
    for text in "a1 h1 c2 e3 g5 b6".split():
        sheet = sheet.play(sheet.read(text))
    moves = [UNLOADED.hint(sheet, Limit(seconds, seed=3, clock=lambda: 0.0), Level.CLASSIC) for seconds in (0.1, 1e6)]
    assert moves[0].line == moves[1].line and moves[0].reasons == moves[1].reasons
