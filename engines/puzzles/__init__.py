"""Puzzles: proved positions in which each own step is the only one that keeps the result."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from functools import cache
from importlib.resources import files

from engines import GAMES
from engines.game import AnyGame, AnyMove, AnyPosition, advance, lead
from engines.refusals import Unreadable


@dataclass(frozen=True)
class Puzzle:
    """A position, by the typed messages that lead to it, and its one solution: own steps and the replies, in turn.

    `value` is the exact value for the solver, counted as a hint's is. `idea` names what the first step turns on.
    """

    game: str
    settings: Mapping[str, str]
    moves: tuple[str, ...]
    solution: tuple[str, ...]
    value: int
    idea: str

    @property
    def wins(self) -> bool:
        """Whether the solver wins; else they hold the draw."""
        position, _ = self.reached(0)
        if not GAMES[self.game].has_margin:
            return self.value > 0
        return self.value + lead(position, position.turn) > 0

    def messages(self, found: int) -> tuple[str, ...]:
        """The typed messages up to when so many steps are found, with the replies to them."""
        return (*self.moves, *self.solution[: 2 * found])

    def reached(self, found: int) -> tuple[AnyPosition, tuple[AnyMove, ...]]:
        """The position when so many steps are found, and the moves of the last message."""
        return replayed(GAMES[self.game], self.settings, self.messages(found))

    @property
    def steps(self) -> int:
        """How many steps the solver has to find."""
        return len(self.solution[::2])


def replayed(
    game: AnyGame, settings: Mapping[str, str], messages: Iterable[str]
) -> tuple[AnyPosition, tuple[AnyMove, ...]]:
    """The position that typed messages lead to, and the moves of the last one."""
    position = game.start(settings, 0)
    last: tuple[AnyMove, ...] = ()
    for text in messages:
        move = position.read(text)
        position, forced = advance(position, move)
        last = (move, *forced)
    return position, last


def write(puzzle: Puzzle) -> str:
    """The puzzle as one line of JSON."""
    return json.dumps(asdict(puzzle), separators=(", ", ": "))


def read(line: str) -> Puzzle:
    """The puzzle in such a line."""
    found = json.loads(line)
    found["moves"], found["solution"] = tuple(found["moves"]), tuple(found["solution"])
    return Puzzle(**found)


@cache
def box() -> tuple[Puzzle, ...]:
    """The puzzles that come with the program, the easier ones first."""
    lines = files("engines.puzzles").joinpath("box.jsonl").read_text("utf-8").splitlines()
    return tuple(map(read, lines))


def day_of(text: str) -> date:
    """The day that `YYYY-MM-DD` names; raises `Unreadable`."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Unreadable("not-expected", part=text, expected="a-day") from None


_FIRST_DAY = date(2026, 11, 23)
_WORKING_DAYS = 6
_STRIDE = 7919
"""A prime, so that weeks that follow one another take puzzles that stand far apart."""


def number(day: date) -> int:
    """How the daily puzzle of a day is numbered: 1 on the first day."""
    return (day - _FIRST_DAY).days + 1


def date_of(number: int) -> date:
    """The day that is numbered so."""
    return _FIRST_DAY + timedelta(number - 1)


def daily(day: date) -> Puzzle:
    """The puzzle of a day, found from the date alone: harder from Monday to Saturday, Sunday's like Wednesday's."""
    week, weekday = divmod((day - _FIRST_DAY).days, 7)
    hardness = weekday if weekday < _WORKING_DAYS else _WORKING_DAYS // 2
    puzzles = box()
    first, last = (part * len(puzzles) // _WORKING_DAYS for part in (hardness, hardness + 1))
    return puzzles[first + (7 * week + weekday) * _STRIDE % (last - first)]
