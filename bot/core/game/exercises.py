"""What a person is learning or solving: kept as text in the store, so that any process goes on with it."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.core.game.instants import Instant
from engines.puzzles import Puzzle, box
from engines.refusals import Unreadable

KEPT_SECONDS = 3 * 86400.0


class Found(StrEnum):
    """How a step of a puzzle was found."""

    AT_ONCE = "g"
    LATER = "y"
    SHOWN = "s"


@dataclass(frozen=True)
class OpenLesson:
    """The step of a course that was shown to a person, and when."""

    game: str
    step: int
    at: Instant


@dataclass(frozen=True)
class OpenPuzzle:
    """A puzzle of the box by its number, counted from 1: how each step was `found` so far, and whether the next was
    `tried` in vain; `among` the puzzles of which game it was asked for."""

    number: int
    found: tuple[Found, ...] = ()
    tried: bool = False
    among: str = ""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself; raises `Unreadable` for a number that the box does not have."""
        if not 1 <= self.number <= len(box()):
            raise Unreadable("no-such-puzzle", part=str(self.number), last=len(box()))
        return box()[self.number - 1]

    @property
    def is_solved(self) -> bool:
        """Whether no step is left."""
        return len(self.found) >= self.puzzle.steps

    def after_a_wrong_try(self) -> OpenPuzzle:
        """The same, with the next step tried in vain."""
        return replace(self, tried=True)

    def a_step_on(self, shown: bool = False) -> OpenPuzzle:
        """The same with one more step found, or `shown`."""
        how = Found.SHOWN if shown else Found.LATER if self.tried else Found.AT_ONCE
        return replace(self, found=(*self.found, how), tried=False)


Exercise = OpenLesson | OpenPuzzle


def write(exercise: Exercise) -> str:
    """An exercise as the store keeps it."""
    match exercise:
        case OpenLesson():
            return json.dumps(["lesson", exercise.game, exercise.step, exercise.at])
        case OpenPuzzle():
            return json.dumps(["puzzle", exercise.number, "".join(exercise.found), exercise.tried, exercise.among])


def read(text: str | None) -> Exercise | None:
    """What `write` has written; None for anything else, and for a puzzle that the box does not have any more."""
    with suppress(ValueError, TypeError, Unreadable):
        kind, *kept = json.loads(text or "[]")
        if kind == "lesson":
            game, step, at = kept
            return OpenLesson(str(game), int(step), float(at))
        if kind == "puzzle":
            number, found, tried, among = kept
            opened = OpenPuzzle(int(number), tuple(map(Found, found)), bool(tried), str(among))
            return opened if 1 <= opened.number <= len(box()) else None
    return None
