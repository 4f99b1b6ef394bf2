"""Puzzles: proved positions in which each step of the solution is the only move that keeps the result."""

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
    """A position, given by the typed messages that lead to it, and its only solution: alternating steps and replies.

    `value` is the exact value for the solver, counted like a hint's value. `idea` names the idea of the first step.
    """

    game: str
    settings: Mapping[str, str]
    moves: tuple[str, ...]
    solution: tuple[str, ...]
    value: int
    idea: str

    @property
    def is_win(self) -> bool:
        """Return whether the solver wins; otherwise they hold a draw."""
        position, _ = self.position_after(0)
        if not GAMES[self.game].has_margin:
            return self.value > 0
        return self.value + lead(position, position.turn) > 0

    def messages(self, steps_found: int) -> tuple[str, ...]:
        """Return the typed messages up to a number of steps, replies included."""
        return (*self.moves, *self.solution[: 2 * steps_found])

    def position_after(self, steps_found: int) -> tuple[AnyPosition, tuple[AnyMove, ...]]:
        """Return the position after a number of steps, and the moves of the last message."""
        return replay(GAMES[self.game], self.settings, self.messages(steps_found))

    @property
    def steps(self) -> int:
        """Return the number of steps in the solution."""
        return len(self.solution[::2])


def replay(
    game: AnyGame, settings: Mapping[str, str], messages: Iterable[str]
) -> tuple[AnyPosition, tuple[AnyMove, ...]]:
    """Return the position that typed messages lead to, and the moves of the last one."""
    position = game.start(settings, 0)
    last: tuple[AnyMove, ...] = ()
    for text in messages:
        move = position.read(text)
        position, forced = advance(position, move)
        last = (move, *forced)
    return position, last


def to_json(puzzle: Puzzle) -> str:
    """Return the puzzle as one line of JSON."""
    return json.dumps(asdict(puzzle), separators=(", ", ": "))


def from_json(line: str) -> Puzzle:
    """Return the puzzle in a line of JSON."""
    fields = json.loads(line)
    fields["moves"], fields["solution"] = tuple(fields["moves"]), tuple(fields["solution"])
    return Puzzle(**fields)


@cache
def puzzle_box() -> tuple[Puzzle, ...]:
    """Return the bundled puzzles, the easier ones first."""
    lines = files("engines.puzzles").joinpath("box.jsonl").read_text("utf-8").splitlines()
    return tuple(map(from_json, lines))


def read_day(text: str) -> date:
    """Return the date in a text `YYYY-MM-DD`; raise `Unreadable`."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Unreadable("not-expected", part=text, expected="a-day") from None


_FIRST_DAY = date(2026, 11, 23)
_WORKING_DAYS = 6
_STRIDE = 7919
"""A prime, so that consecutive weeks take puzzles from far apart."""


def puzzle_number(day: date) -> int:
    """Return the number of a day's puzzle: 1 on the first day."""
    return (day - _FIRST_DAY).days + 1


def date_of(number: int) -> date:
    """Return the day with this number."""
    return _FIRST_DAY + timedelta(number - 1)


def daily_puzzle(day: date) -> Puzzle:
    """Return a day's puzzle, by its date alone: harder from Monday to Saturday, on Sunday like Wednesday."""
    week, weekday = divmod((day - _FIRST_DAY).days, 7)
    hardness = weekday if weekday < _WORKING_DAYS else _WORKING_DAYS // 2
    puzzles = puzzle_box()
    first, last = (part * len(puzzles) // _WORKING_DAYS for part in (hardness, hardness + 1))
    return puzzles[first + (7 * week + weekday) * _STRIDE % (last - first)]
