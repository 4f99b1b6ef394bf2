"""What a person is learning or solving, and how their daily puzzles went: kept as text in the store, so that any
process goes on with it."""

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
    """A puzzle of the box by its number, counted from 1: how each step was `found` so far, and whether the next was
    `tried` in vain; `among` the puzzles of which game it was asked for; as the daily of which `day`, by its number."""

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
        """Whether no step is left."""
        return len(self.found) >= self.puzzle.steps

    def after_a_wrong_try(self) -> OpenPuzzle:
        """The same, with the next step tried in vain."""
        return replace(self, tried=True)

    def a_step_on(self, shown: bool = False) -> OpenPuzzle:
        """The same with one more step found, or `shown`."""
        how = Found.SHOWN if shown else Found.LATER if self.tried else Found.AT_ONCE
        return replace(self, found=(*self.found, how), tried=False)


@dataclass(frozen=True)
class OpenMistake:
    """A move of a person's own finished game, by its number from 0, that is proved to have cost the win or the draw."""

    code: str
    number: int


Exercise = OpenLesson | OpenPuzzle | OpenMistake


def write(exercise: Exercise) -> str:
    """An exercise as the store keeps it."""
    match exercise:
        case OpenLesson():
            return json.dumps(["lesson", exercise.game, exercise.step, exercise.at])
        case OpenMistake():
            return json.dumps(["mistake", exercise.code, exercise.number])
        case OpenPuzzle():
            found = "".join(exercise.found)
            return json.dumps(["puzzle", exercise.number, found, exercise.tried, exercise.among, exercise.day])


def read(text: str | None) -> Exercise | None:
    """What `write` has written; None for anything else, and for a puzzle that the box does not have any more."""
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
    """How a person's daily puzzles went, days by their numbers: the newest one, the `streak` of days up to the `last`
    that was solved, the missed days that are `frozen`, the chat where the daily was asked for last, in which chats, by
    their keys, which day was posted, and the cause of the newest `posting`."""

    opened: OpenPuzzle | None = None
    streak: int = 0
    last: int = 0
    frozen: tuple[int, ...] = ()
    chat: Chat | None = None
    posted: tuple[tuple[int, str], ...] = ()
    posting: str = ""

    def of(self, day: int) -> OpenPuzzle:
        """The daily of a day as far as it is solved."""
        if self.opened and self.opened.day == day:
            return self.opened
        return OpenPuzzle(puzzle_box().index(daily_puzzle(date_of(day))) + 1, day=day)

    def with_opened(self, opened: OpenPuzzle) -> Dailies:
        """The same with a daily as far as it is solved; the streak goes on with one of which any step was found."""
        after = replace(self, opened=opened)
        found = any(step is not Found.SHOWN for step in opened.found)
        return after._solved(opened.day) if opened.is_solved and found and opened.day > self.last else after

    def _solved(self, day: int) -> Dailies:
        streak, frozen = continued(self.streak, self.last, self.frozen, day)
        return replace(self, streak=streak, last=day, frozen=frozen)

    def with_posted(self, day: int, chat: str, cause: str = "") -> Dailies:
        """Return the same, a day posted in a chat."""
        recent = (each for each in self.posted if day - each[0] < _REMEMBERED)
        return replace(self, posted=(*recent, (day, chat)), posting=cause)


_REMEMBERED = 62


def continued(streak: int, last: int, frozen: tuple[int, ...], day: int) -> tuple[int, tuple[int, ...]]:
    """A streak of days up to the `last` after one more, and which missed days are `frozen` then; it begins anew where
    that would be more than a month may have."""
    missed = tuple(range(last + 1, day)) if streak else ()
    recent = tuple(each for each in frozen if day - each < _REMEMBERED)
    if len(missed) > 2 * FREEZES or not _fit((*recent, *missed)):
        return 1, recent
    return streak + 1, (*recent, *missed)


def _fit(frozen: tuple[int, ...]) -> bool:
    """Whether no month has more frozen days than it may."""
    months = [date_of(day).strftime("%Y-%m") for day in frozen]
    return all(months.count(month) <= FREEZES for month in months)


def write_dailies(dailies: Dailies) -> str:
    """The dailies as the store keeps them."""
    opened = write(dailies.opened) if dailies.opened else None
    return json.dumps({**asdict(dailies), "opened": opened}, ensure_ascii=False)


def read_dailies(text: str) -> Dailies:
    """What `write_dailies` has written; none yet for anything else."""
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
    """The number of the day on which an instant falls, everywhere the same."""
    return puzzle_number(datetime.fromtimestamp(at, UTC).date())
