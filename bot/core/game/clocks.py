"""Time controls and clocks: a time per move, or a bank with an increment; pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.core.game.events import Accepted, CameBack, Event, Moved, Reminded, TakenBack, WentAway, Woken
from bot.core.game.instants import Instant
from engines.game import Seat

TIME = "time"
"""The term of a challenge that names the pace."""
USUAL_PACE = "3d"
"""The default pace of games in group chats."""
UNITS: tuple[tuple[str, Instant], ...] = (("d", 86400.0), ("h", 3600.0), ("m", 60.0))
"""The letters for days, hours and minutes, with their lengths in seconds."""
_SPAN = re.compile(r"(?:\d{1,5}[dhm])+")
_PART = re.compile(r"(\d+)([dhm])")


@dataclass(frozen=True)
class Pace:
    """A time control: `move` seconds per move, or a bank of that size to which each move adds `increment` seconds."""

    move: Instant
    increment: Instant | None = None

    def __str__(self) -> str:
        """Return the pace as logs store it and players type it: `3d`, `3d+12h`."""
        return (
            write_span(self.move) if self.increment is None else f"{write_span(self.move)}+{write_span(self.increment)}"
        )


def read_pace(text: str) -> Pace:
    """Parse a pace as `str` writes it; raise `ValueError` for any other text."""
    move, plus, increment = text.partition("+")
    return Pace(read_span(move), read_span(increment) if plus else None)


def pace_of(terms: Mapping[str, str]) -> Pace | None:
    """Return the pace in the terms of a game; None without one."""
    text = terms.get(TIME)
    return read_pace(text) if text else None


def read_span(text: str) -> Instant:
    """Return the seconds in a span such as `1d12h`; raise `ValueError` for any other text."""
    if not _SPAN.fullmatch(text):
        raise ValueError(f"no span of time: {text[:40]!r}")
    seconds = dict(UNITS)
    return sum(int(count) * seconds[unit] for count, unit in _PART.findall(text))


def write_span(seconds: Instant) -> str:
    """Write a number of seconds as a span of whole minutes, such as `1d12h`."""
    return "".join(f"{count}{unit}" for count, unit in parts_of(seconds)) or "0m"


def parts_of(seconds: Instant) -> list[tuple[int, str]]:
    """Split seconds into days, hours and whole minutes, leaving out units with a count of zero."""
    counts = list[tuple[int, str]]()
    for unit, length in UNITS:
        count, seconds = divmod(seconds, length)
        counts.append((int(count), unit))
    return [(count, unit) for count, unit in counts if count]


SILENCE = 3
"""A game is archived after this many times a move's time without a move."""
PARTS = (0.5, 0.9, 1.0)
"""The fractions of a player's time after which reminders go out."""
_Pair = tuple[Instant, Instant]


@dataclass(frozen=True)
class Clocks:
    """The clocks of both players; the clock of `turn` runs from `since`, which is in the future during an absence.

    First and Second had `remaining` seconds at that instant, and are away until `return_times`. `reminded_part` is the
    greatest of `PARTS` with a reminder.
    """

    pace: Pace
    turn: Seat
    since: Instant
    remaining: _Pair
    return_times: _Pair = (0.0, 0.0)
    reminded_part: float = 0.0

    @property
    def deadline(self) -> Instant:
        """Return the instant at which the player on turn runs out of time."""
        return self.since + for_seat(self.remaining, self.turn)

    @property
    def filing_time(self) -> Instant:
        """Return the instant at which the game is archived if nobody moves."""
        return self.deadline + (SILENCE - 1) * self.pace.move

    @property
    def next_check(self) -> Instant:
        """Return the instant of the next reminder, or of the archiving, if nobody moves until then."""
        return min((self._over(part) for part in PARTS if part > self.reminded_part), default=self.filing_time)

    def part_to_remind(self, now: Instant) -> float | None:
        """Return the greatest of `PARTS` that has passed without a reminder; None if there is none."""
        return max((part for part in PARTS if part > self.reminded_part and now >= self._over(part)), default=None)

    def _over(self, part: float) -> Instant:
        return self.since + part * for_seat(self.remaining, self.turn)


def after(clocks: Clocks | None, event: Event, terms: Mapping[str, str], turn: Seat) -> Clocks | None:
    """Return the clocks after an event, with `turn` to move; None for a game without clocks."""
    if isinstance(event, Accepted):
        pace = pace_of(terms)
        return Clocks(pace, turn, event.at, (pace.move, pace.move)) if pace else None
    return clocks and _apply(clocks, event, turn)


def _apply(clocks: Clocks, event: Event, turn: Seat) -> Clocks:
    match event:
        case Moved():
            return _set(replace(clocks, remaining=_remaining_after_move(clocks, event)), turn, event.at)
        case TakenBack() | Woken():
            enough = max(for_seat(clocks.remaining, turn), clocks.pace.move)  # as much as at the beginning, at least
            return _set(replace(clocks, remaining=_with(clocks.remaining, turn, enough)), turn, event.at)
        case Reminded():
            return replace(clocks, reminded_part=event.part)
        case WentAway():
            return _start_absence(clocks, event)
        case CameBack():
            since = min(clocks.since, event.at) if event.seat is clocks.turn else clocks.since
            return replace(clocks, return_times=_with(clocks.return_times, event.seat, 0.0), since=since)
    return clocks


def _set(clocks: Clocks, turn: Seat, at: Instant) -> Clocks:
    """Start the clock of `turn`, at the end of their absence if they are away."""
    return replace(clocks, turn=turn, since=max(at, for_seat(clocks.return_times, turn)), reminded_part=0.0)


def _remaining_after_move(clocks: Clocks, event: Moved) -> _Pair:
    """Return the times after a move: a bank gains its increment, a time per move starts over."""
    pace, turn = clocks.pace, clocks.turn
    remaining = pace.move if pace.increment is None else _unspent(clocks, event.at) + pace.increment
    return _with(clocks.remaining, turn, remaining)


def _start_absence(clocks: Clocks, event: WentAway) -> Clocks:
    clocks = replace(clocks, return_times=_with(clocks.return_times, event.seat, event.until))
    if event.seat is not clocks.turn:
        return clocks
    return replace(
        clocks, remaining=_with(clocks.remaining, clocks.turn, _unspent(clocks, event.at)), since=event.until
    )


def _unspent(clocks: Clocks, now: Instant) -> Instant:
    return max(0.0, for_seat(clocks.remaining, clocks.turn) - max(0.0, now - clocks.since))


def for_seat(pair: _Pair, seat: Seat) -> Instant:
    """Return the element of a pair that belongs to a seat."""
    return pair[0] if seat is Seat.FIRST else pair[1]


def _with(pair: _Pair, seat: Seat, value: Instant) -> _Pair:
    return (value, pair[1]) if seat is Seat.FIRST else (pair[0], value)
