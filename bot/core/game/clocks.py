"""Time controls, clocks (a time per move, or a bank with an increment) and deadlines of whole games; pure.

A clock that ticks is for players who are both present: its flag falls by itself, and a player's first turn is free.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from bot.core.game import events
from bot.core.game.instants import Instant
from engines.game import Seat

TIME = "time"
"""The term of a challenge that names the pace."""
TEAM = "team"
"""The term of a challenge that lets chats play, each turn within this time."""
USUAL_PACE = "3d"
"""The default pace of games in group chats."""
UNITS: tuple[tuple[str, Instant], ...] = (("d", 86400.0), ("h", 3600.0), ("m", 60.0))
"""The letters for days, hours and minutes, with their lengths in seconds."""
SECOND = "s"
"""The letter for seconds, which only clocks that tick count."""
_FINE_UNITS = (*UNITS, (SECOND, 1.0))
_SPAN = re.compile(r"(?:\d{1,5}[dhms])+")
_PART = re.compile(r"(\d+)([dhms])")
BANKS: tuple[Instant, Instant] = (10.0, 3600.0)
"""The shortest and longest bank of a clock that ticks, in seconds."""
INCREMENTS: tuple[Instant, Instant] = (0.0, 60.0)
"""The least and greatest increment of a clock that ticks, in seconds."""
FIRST_TURN: Instant = 60.0
"""Seconds for a player's first turn, which a clock that ticks does not count."""
LAG: Instant = 0.5
"""The most seconds of a move that a clock that ticks gives back, for the way of the board and of the move."""


@dataclass(frozen=True)
class Pace:
    """A time control: `move` seconds per move, or a bank of `move` seconds plus `increment` per move.

    A clock that `ticks` has a bank, and an increment per turn, in seconds.
    """

    move: Instant
    increment: Instant | None = None
    ticks: bool = False

    def __str__(self) -> str:
        """Return the pace as stored in logs and typed by players: `3d`, `3d+12h`; `3m+2s` ticks."""
        if self.ticks:
            return f"{write_span(self.move, _FINE_UNITS)}+{self.increment or 0:.0f}{SECOND}"
        return "+".join(write_span(each) for each in (self.move, self.increment) if each is not None)


def read_pace(text: str) -> Pace:
    """Parse a pace written by `str`; raise `ValueError` for any other text."""
    move, plus, increment = text.partition("+")
    return Pace(read_span(move), read_span(increment) if plus else None, increment.endswith(SECOND))


def ticking_pace(bank: Instant, increment: Instant) -> Pace | None:
    """Return the pace of a clock that ticks; None if it is out of bounds."""
    fits = BANKS[0] <= bank <= BANKS[1] and INCREMENTS[0] <= increment <= INCREMENTS[1]
    return Pace(bank, increment, ticks=True) if fits else None


def pace_of(terms: Mapping[str, str]) -> Pace | None:
    """Return the pace in the terms of a game; None without one."""
    text = terms.get(TEAM) or terms.get(TIME)
    return read_pace(text) if text else None


def read_span(text: str) -> Instant:
    """Return the seconds in a span such as `1d12h`; raise `ValueError` for any other text."""
    if not _SPAN.fullmatch(text):
        raise ValueError(f"not a duration: {text[:40]!r}")
    seconds = dict(_FINE_UNITS)
    return sum(int(count) * seconds[unit] for count, unit in _PART.findall(text))


def write_span(seconds: Instant, units: Sequence[tuple[str, Instant]] = UNITS) -> str:
    """Write a number of seconds as a span of whole minutes, such as `1d12h`, or of other units."""
    return "".join(f"{count}{unit}" for count, unit in parts_of(seconds, units)) or f"0{units[-1][0]}"


def write_fine_span(seconds: Instant) -> str:
    """Write a number of seconds as a span of whole seconds, such as `2m58s`."""
    return write_span(seconds, _FINE_UNITS)


def fine_parts_of(seconds: Instant) -> list[tuple[int, str]]:
    """Split seconds into days, hours, minutes and whole seconds; 0 is no second."""
    return parts_of(seconds, _FINE_UNITS) or [(0, SECOND)]


def parts_of(seconds: Instant, units: Sequence[tuple[str, Instant]] = UNITS) -> list[tuple[int, str]]:
    """Split seconds into days, hours and whole minutes, or other units, omitting units that are zero."""
    parts = list[tuple[int, str]]()
    for unit, length in units:
        count, seconds = divmod(seconds, length)
        parts += [(int(count), unit)] if count else []
    return parts


SILENCE = 3
"""A game is archived after this many times a move's time without a move."""
PARTS = (0.5, 0.9, 1.0)
"""The fractions of a time after which reminders go out; a game's deadline has no last one."""
_Pair = tuple[Instant, Instant]


@dataclass(frozen=True)
class _Countdown(ABC):
    """A time that runs from `since`; `reminded_part` is the greatest of its `parts` with a reminder so far."""

    parts: ClassVar[tuple[float, ...]] = PARTS
    since: Instant
    reminded_part: float = field(default=0.0, kw_only=True)

    @property
    @abstractmethod
    def seconds(self) -> Instant:
        """Return the length of the time."""

    @property
    def reminders(self) -> Mapping[float, Instant]:
        """Return the instants of future reminders, by the part of the time that is over then."""
        return {part: self.since + part * self.seconds for part in self.parts if part > self.reminded_part}

    def part_to_remind(self, now: Instant) -> float | None:
        """Return the greatest of `parts` that is over without a reminder; None if there is none."""
        return max((part for part, at in self.reminders.items() if now >= at), default=None)


@dataclass(frozen=True)
class Clocks(_Countdown):
    """The clocks of both players; that of `turn` runs from `since`, which is in the future during an absence.

    First and Second had `remaining` seconds at that instant, and are away until `return_times`. Those who have `begun`
    have ended their first turn. Teams (`of_teams`) get no reminders; if a team lets its time pass, the time runs once
    more.
    """

    pace: Pace
    turn: Seat
    remaining: _Pair
    return_times: _Pair = (0.0, 0.0)
    begun: frozenset[Seat] = frozenset()
    of_teams: bool = field(default=False, kw_only=True)

    @property
    def is_first_turn(self) -> bool:
        """Return whether the player to move has a first turn that a clock that ticks does not count."""
        return self.pace.ticks and self.turn not in self.begun

    @property
    def seconds(self) -> Instant:
        """Return the seconds that the player to move had at `since`."""
        return FIRST_TURN if self.is_first_turn else for_seat(self.remaining, self.turn)

    @property
    def deadline(self) -> Instant:
        """Return the instant at which the player to move runs out of time."""
        return self.since + self.seconds

    @property
    def claim_time(self) -> Instant:
        """Return the instant from which the opponent wins: on a clock that ticks, the flag falls then."""
        return self.deadline + (LAG if self.pace.ticks else 0.0)

    def remaining_at(self, now: Instant) -> _Pair:
        """Return the seconds that First and Second have left now."""
        if self.is_first_turn:
            return self.remaining
        return _with(self.remaining, self.turn, max(0.0, self.seconds - max(0.0, now - self.since)))

    def lag_of(self, spent: Instant | None, now: Instant) -> Instant:
        """Return the seconds of a move to give back: those beyond the `spent` ones, all if these are unknown."""
        if not self.pace.ticks:
            return 0.0
        return LAG if spent is None else round(min(LAG, max(0.0, now - self.since - spent)), 3)

    @property
    def filing_time(self) -> Instant:
        """Return the instant at which the game is archived if no move comes."""
        return self.deadline + (1 if self.of_teams else SILENCE - 1) * self.pace.move

    @property
    def reminders(self) -> Mapping[float, Instant]:
        """Return the instants of future reminders, by the part of the time that is over then.

        There are none for teams, or on a clock that ticks.
        """
        return {} if self.of_teams or self.pace.ticks else super().reminders

    @property
    def next_check(self) -> Instant:
        """Return the instant of the next reminder, of the archiving, or of the flag, if no move comes first."""
        if self.pace.ticks or self.of_teams:
            return self.claim_time
        return min(self.reminders.values(), default=self.filing_time)


@dataclass(frozen=True)
class Deadline(_Countdown):
    """The instant `until` which a game must end, common to both players."""

    parts = PARTS[:-1]
    until: Instant

    @property
    def seconds(self) -> Instant:
        """Return the seconds from `since` to the deadline."""
        return self.until - self.since

    @property
    def next_check(self) -> Instant | None:
        """Return the instant of the next reminder; None after the last."""
        return min(self.reminders.values(), default=None)


def deadline_after(deadline: Deadline | None, event: events.Event) -> Deadline | None:
    """Return the deadline after an event."""
    match event:
        case events.DeadlineSet():
            return replace(deadline, until=event.until) if deadline else Deadline(event.at, event.until)
        case events.DeadlineReminded():
            return deadline and replace(deadline, reminded_part=event.part)
    return deadline


def clocks_after(
    clocks: Clocks | None, event: events.Event, terms: Mapping[str, str], turn: Seat, ends_turn: bool
) -> Clocks | None:
    """Return the clocks after an event, with `turn` to move; None for a game without clocks.

    A move that does not end its player's turn (`ends_turn`) brings no increment on a clock that ticks.
    """
    if isinstance(event, events.Accepted):
        pace = pace_of(terms)
        return Clocks(event.at, pace, turn, (pace.move, pace.move), of_teams=TEAM in terms) if pace else None
    if clocks and clocks.pace.ticks:
        return _tick(clocks, event, turn, ends_turn)
    return clocks and _apply(clocks, event, turn)


def _tick(clocks: Clocks, event: events.Event, turn: Seat, ends_turn: bool) -> Clocks:
    """Return the clocks that tick after an event; nothing gives back the time that was spent."""
    lag, mover, openers = event.lag if isinstance(event, events.Moved) else 0.0, clocks.turn, clocks.begun
    left = for_seat(clocks.remaining_at(event.at - lag), mover)
    if isinstance(event, events.Moved) and ends_turn:
        left += 0.0 if clocks.is_first_turn else clocks.pace.increment or 0.0
        openers |= {mover}
    if isinstance(event, events.Moved | events.TakenBack | events.SetUp):
        return _start(replace(_with_remaining(clocks, mover, left), begun=openers), turn, event.at)
    if isinstance(event, events.Claimed | events.Resigned | events.DrawAgreed):
        return replace(_with_remaining(clocks, mover, left), since=event.at)
    return clocks


def _apply(clocks: Clocks, event: events.Event, turn: Seat) -> Clocks:
    pace, unspent = clocks.pace, max(0.0, clocks.seconds - max(0.0, event.at - clocks.since))
    match event:
        case events.Moved():
            remaining = pace.move if pace.increment is None else unspent + pace.increment
            return _start(_with_remaining(clocks, clocks.turn, remaining), turn, event.at)
        case events.TakenBack() | events.Woken():
            enough = max(for_seat(clocks.remaining, turn), pace.move)  # at least the initial time
            return _start(_with_remaining(clocks, turn, enough), turn, event.at)
        case events.Reminded():
            return replace(clocks, reminded_part=event.part)
        case events.WentAway():
            clocks = replace(clocks, return_times=_with(clocks.return_times, event.seat, event.until))
            if event.seat is clocks.turn:
                return replace(_with_remaining(clocks, event.seat, unspent), since=event.until)
        case events.CameBack():
            since = min(clocks.since, event.at) if event.seat is clocks.turn else clocks.since
            return replace(clocks, return_times=_with(clocks.return_times, event.seat, 0.0), since=since)
    return clocks


def _start(clocks: Clocks, turn: Seat, at: Instant) -> Clocks:
    """Start the clock of `turn`, at the end of their absence if they are away."""
    return replace(clocks, turn=turn, since=max(at, for_seat(clocks.return_times, turn)), reminded_part=0.0)


def for_seat(pair: _Pair, seat: Seat) -> Instant:
    """Return the element of a pair for a seat."""
    return pair[0] if seat is Seat.FIRST else pair[1]


def _with(pair: _Pair, seat: Seat, value: Instant) -> _Pair:
    return (value, pair[1]) if seat is Seat.FIRST else (pair[0], value)


def _with_remaining(clocks: Clocks, seat: Seat, seconds: Instant) -> Clocks:
    return replace(clocks, remaining=_with(clocks.remaining, seat, seconds))
