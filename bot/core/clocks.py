"""The clocks of a game that is played at a pace; they follow from the times in its log alone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.core.clock import Instant
from bot.core.events import Accepted, Event, Moved, TakenBack, Woken
from bot.core.pace import Pace, pace_of
from engines.game import Seat

SILENCE = 3
"""So many times as long as a move may take nothing happens before a game is filed away."""


@dataclass(frozen=True)
class Clocks:
    """The clock of `turn` runs from `since` on; `left` is what First and Second had then, in seconds."""

    pace: Pace
    turn: Seat
    since: Instant
    left: tuple[Instant, Instant]

    @property
    def deadline(self) -> Instant:
        """When the time of who is to move is over."""
        return self.since + _of(self.left, self.turn)

    @property
    def filed(self) -> Instant:
        """When the game has been silent for too long."""
        return self.deadline + (SILENCE - 1) * self.pace.move

    @property
    def next_look(self) -> Instant:
        """When something is to be done if nobody does anything until then."""
        return self.filed


def after(clocks: Clocks | None, event: Event, terms: tuple[tuple[str, str], ...], turn: Seat) -> Clocks | None:
    """The clocks after an event that has led to somebody's turn; None as long as there are none."""
    match event:
        case Accepted():
            pace = pace_of(terms)
            return Clocks(pace, turn, event.at, (pace.move, pace.move)) if pace else None
        case Moved() if clocks:
            return replace(clocks, left=_moved(clocks, event), turn=turn, since=event.at)
        case TakenBack() | Woken() if clocks:
            return replace(clocks, left=_full(clocks, turn), turn=turn, since=event.at)
    return clocks


def _moved(clocks: Clocks, event: Moved) -> tuple[Instant, Instant]:
    """What is left of a bank is kept, and added to; a time for each move is there anew."""
    pace = clocks.pace
    if pace.added is None:
        return clocks.left
    spent = max(0.0, event.at - clocks.since)
    return _with(clocks.left, clocks.turn, max(0.0, _of(clocks.left, clocks.turn) - spent) + pace.added)


def _full(clocks: Clocks, turn: Seat) -> tuple[Instant, Instant]:
    """Who is to move has at least as much as at the beginning."""
    return _with(clocks.left, turn, max(_of(clocks.left, turn), clocks.pace.move))


def _of(pair: tuple[Instant, Instant], seat: Seat) -> Instant:
    return pair[0] if seat is Seat.FIRST else pair[1]


def _with(pair: tuple[Instant, Instant], seat: Seat, value: Instant) -> tuple[Instant, Instant]:
    return (value, pair[1]) if seat is Seat.FIRST else (pair[0], value)
