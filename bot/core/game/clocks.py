"""Time controls and clocks: so long for each move, or a bank with an increment; pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from bot.core.game.events import Accepted, CameBack, Event, Moved, Reminded, TakenBack, WentAway, Woken
from bot.core.game.instants import Instant
from engines.game import Seat

TIME = "time"
"""The term of a challenge that names the pace."""
USUAL_PACE = "3d"
"""The pace among people of whom several read a chat, unless they say otherwise."""
UNITS: tuple[tuple[str, Instant], ...] = (("d", 86400.0), ("h", 3600.0), ("m", 60.0))
"""Days, hours and minutes as they are written, in seconds."""
_SPAN = re.compile(r"(?:\d{1,5}[dhm])+")
_PART = re.compile(r"(\d+)([dhm])")


@dataclass(frozen=True)
class Pace:
    """`move` seconds for each move; with an increment `increment` they are a bank instead, to which each move adds."""

    move: Instant
    increment: Instant | None = None

    def __str__(self) -> str:
        """As it stands in a log and is typed: `3d`, `3d+12h`."""
        return (
            write_span(self.move) if self.increment is None else f"{write_span(self.move)}+{write_span(self.increment)}"
        )


def read_pace(text: str) -> Pace:
    """The pace that `str` writes; raises `ValueError` for any other text."""
    move, plus, increment = text.partition("+")
    return Pace(read_span(move), read_span(increment) if plus else None)


def pace_of(terms: tuple[tuple[str, str], ...]) -> Pace | None:
    """The pace that was agreed on; None without one."""
    text = dict(terms).get(TIME)
    return read_pace(text) if text else None


def read_span(text: str) -> Instant:
    """So many seconds as `1d12h` are; raises `ValueError`."""
    if not _SPAN.fullmatch(text):
        raise ValueError(f"no span of time: {text[:40]!r}")
    seconds = dict(UNITS)
    return sum(int(count) * seconds[unit] for count, unit in _PART.findall(text))


def write_span(seconds: Instant) -> str:
    """Whole minutes as `1d12h`."""
    return "".join(f"{count}{unit}" for count, unit in parts_of(seconds)) or "0m"


def parts_of(seconds: Instant) -> list[tuple[int, str]]:
    """So many days, hours and whole minutes, without those of which there are none."""
    counts = list[tuple[int, str]]()
    for unit, length in UNITS:
        count, seconds = divmod(seconds, length)
        counts.append((int(count), unit))
    return [(count, unit) for count, unit in counts if count]


SILENCE = 3
"""So many times as long as a move may take nothing happens before a game is filed away."""
PARTS = (0.5, 0.9, 1.0)
"""The parts of a time after which a reminder goes out."""
_Pair = tuple[Instant, Instant]


@dataclass(frozen=True)
class Clocks:
    """The clock of `turn` runs from `since` on, which is in the future while they are away.

    First and Second had `left` seconds then, and are away until `back`. `told`: the greatest of `PARTS` that was told.
    """

    pace: Pace
    turn: Seat
    since: Instant
    remaining: _Pair
    return_times: _Pair = (0.0, 0.0)
    reminded_part: float = 0.0

    @property
    def deadline(self) -> Instant:
        """When the time of who is to move is over."""
        return self.since + for_seat(self.remaining, self.turn)

    @property
    def filing_time(self) -> Instant:
        """When the game has been silent for too long."""
        return self.deadline + (SILENCE - 1) * self.pace.move

    @property
    def next_check(self) -> Instant:
        """When a reminder or the filing is due if the players do nothing until then."""
        return min((self._over(part) for part in PARTS if part > self.reminded_part), default=self.filing_time)

    def part_to_remind(self, now: Instant) -> float | None:
        """The greatest of `PARTS` that is over and was not told yet."""
        return max((part for part in PARTS if part > self.reminded_part and now >= self._over(part)), default=None)

    def _over(self, part: float) -> Instant:
        return self.since + part * for_seat(self.remaining, self.turn)


def after(clocks: Clocks | None, event: Event, terms: tuple[tuple[str, str], ...], turn: Seat) -> Clocks | None:
    """The clocks after an event that leaves `turn` to move; None as long as there are none."""
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
    """The clock of `turn` begins to run, once they are back."""
    return replace(clocks, turn=turn, since=max(at, for_seat(clocks.return_times, turn)), reminded_part=0.0)


def _remaining_after_move(clocks: Clocks, event: Moved) -> _Pair:
    """What is left of a bank is kept, and increment to; a time for each move is there anew."""
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
    """The one of two that is a seat's."""
    return pair[0] if seat is Seat.FIRST else pair[1]


def _with(pair: _Pair, seat: Seat, value: Instant) -> _Pair:
    return (value, pair[1]) if seat is Seat.FIRST else (pair[0], value)
