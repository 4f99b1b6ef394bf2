"""Exercises: the lesson or puzzle that a person has open, and how their dailies went, as text in the store."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

from bot.core.game.instants import Instant
from bot.core.game.people import Chat
from engines.puzzles import Puzzle, daily_puzzle, date_of, puzzle_box, puzzle_number
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
    """A puzzle that a person has open, by its number in the box, counted from 1.

    `found` says how each step was found, `tried` whether the next was tried in vain, `among` which game it was asked
    for, and `day` of which day it is the daily, if it is one.
    """

    number: int
    found: tuple[Found, ...] = ()
    tried: bool = False
    among: str = ""
    day: int = 0

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself; raises `Unreadable` for a number that the box does not have."""
        if not 1 <= self.number <= len(puzzle_box()):
            raise Unreadable("no-such-puzzle", part=str(self.number), last=len(puzzle_box()))
        return puzzle_box()[self.number - 1]

    @property
    def is_solved(self) -> bool:
        """Return whether no step is left."""
        return len(self.found) >= self.puzzle.steps

    def after_a_wrong_try(self) -> OpenPuzzle:
        """Return the puzzle with the next step tried in vain."""
        return replace(self, tried=True)

    def a_step_on(self, shown: bool = False) -> OpenPuzzle:
        """Return the puzzle with one more step found, or shown."""
        how = Found.SHOWN if shown else Found.LATER if self.tried else Found.AT_ONCE
        return replace(self, found=(*self.found, how), tried=False)


@dataclass(frozen=True)
class OpenMistake:
    """A move of a person's own finished game, by its number from 0, that is proved to have cost the win or the draw."""

    code: str
    number: int


Exercise = OpenLesson | OpenPuzzle | OpenMistake


def write(exercise: Exercise) -> str:
    """Return an exercise as the text that the store keeps."""
    match exercise:
        case OpenLesson():
            return json.dumps(["lesson", exercise.game, exercise.step, exercise.at])
        case OpenMistake():
            return json.dumps(["mistake", exercise.code, exercise.number])
        case OpenPuzzle():
            found = "".join(exercise.found)
            return json.dumps(["puzzle", exercise.number, found, exercise.tried, exercise.among, exercise.day])


def read(text: str | None) -> Exercise | None:
    """Return the exercise of a text of `write`; None for any other text, or a puzzle that the box no longer has."""
    with suppress(ValueError, TypeError, Unreadable):
        kind, *kept = json.loads(text or "[]")
        if kind == "lesson":
            game, step, at = kept
            return OpenLesson(str(game), int(step), float(at))
        if kind == "mistake":
            code, at_move = kept
            return OpenMistake(str(code), int(at_move))
        if kind == "puzzle":
            which, found, tried, among, day = kept
            opened = OpenPuzzle(int(which), tuple(map(Found, found)), bool(tried), str(among), int(day))
            return opened if 1 <= opened.number <= len(puzzle_box()) else None
    return None


FREEZES = 2
"""So many days of a month may be missed without the streak's end."""


@dataclass(frozen=True)
class Dailies:
    """A person's progress in daily puzzles, with days by their numbers.

    `opened` is the newest one; the streak runs to the `last` day solved, and `frozen` are the missed days in it.
    `chat` is where the daily was asked for last, `posted` the days posted in chats, by their keys, and `posting` the
    cause of the newest post.
    """

    opened: OpenPuzzle | None = None
    streak: int = 0
    last: int = 0
    frozen: tuple[int, ...] = ()
    chat: Chat | None = None
    posted: tuple[tuple[int, str], ...] = ()
    posting: str = ""

    def of(self, day: int) -> OpenPuzzle:
        """Return the daily of a day as far as it is solved."""
        if self.opened and self.opened.day == day:
            return self.opened
        return OpenPuzzle(puzzle_box().index(daily_puzzle(date_of(day))) + 1, day=day)

    def with_daily(self, opened: OpenPuzzle) -> Dailies:
        """Return the dailies with one as far as it is solved; the streak grows if any step was found."""
        after = replace(self, opened=opened)
        found = any(step is not Found.SHOWN for step in opened.found)
        return after._with_solved(opened.day) if opened.is_solved and found and opened.day > self.last else after

    def _with_solved(self, day: int) -> Dailies:
        streak, frozen = continue_streak(self.streak, self.last, self.frozen, day)
        return replace(self, streak=streak, last=day, frozen=frozen)

    def with_post(self, day: int, chat: str, cause: str = "") -> Dailies:
        """Return the same, a day posted in a chat."""
        recent = (each for each in self.posted if day - each[0] < _REMEMBERED)
        return replace(self, posted=(*recent, (day, chat)), posting=cause)


_REMEMBERED = 62


def continue_streak(streak: int, last: int, frozen: tuple[int, ...], day: int) -> tuple[int, tuple[int, ...]]:
    """Return a streak after one more day, and its frozen days.

    The streak starts again if more days were missed than a month may have.
    """
    missed = tuple(range(last + 1, day)) if streak else ()
    recent = tuple(each for each in frozen if day - each < _REMEMBERED)
    if len(missed) > 2 * FREEZES or not _has_freezes_for((*recent, *missed)):
        return 1, recent
    return streak + 1, (*recent, *missed)


def _has_freezes_for(frozen: tuple[int, ...]) -> bool:
    """Return whether no month has more frozen days than it may."""
    months = [date_of(day).strftime("%Y-%m") for day in frozen]
    return all(months.count(month) <= FREEZES for month in months)


def write_dailies(dailies: Dailies) -> str:
    """Return the dailies as the text that the store keeps."""
    opened = write(dailies.opened) if dailies.opened else None
    return json.dumps({**asdict(dailies), "opened": opened}, ensure_ascii=False)


def read_dailies(text: str) -> Dailies:
    """Return the dailies of a text of `write_dailies`; empty ones for any other text."""
    with suppress(ValueError, TypeError, KeyError):
        kept = json.loads(text)
        opened = read(kept["opened"])
        chat = Chat(**kept["chat"]) if kept["chat"] else None
        posted = tuple((int(day), str(key)) for day, key in kept["posted"])
        return Dailies(
            opened if isinstance(opened, OpenPuzzle) else None,
            int(kept["streak"]),
            int(kept["last"]),
            tuple(map(int, kept["frozen"])),
            chat,
            posted,
            str(kept.get("posting", "")),
        )
    return Dailies()


def day_number(at: Instant) -> int:
    """Return the number of the day of an instant (UTC)."""
    return puzzle_number(datetime.fromtimestamp(at, UTC).date())
