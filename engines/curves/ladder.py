"""Opponents who each lack one idea: taking points, freeing and saving them, seeing the reply, counting."""

from __future__ import annotations

from collections.abc import Mapping

from engines.curves.attempt import Attempt, attacked_points
from engines.curves.counting import is_lost_after, winning_moves
from engines.curves.line import Line
from engines.curves.move import Move, Pass
from engines.curves.rules import Position
from engines.game import Seat
from engines.ladder import Idea, Rung

_MOST_POINTS = 13
_MOST_WITH_REPLIES = 100
"""The greatest number of lines whose replies are all examined: more than double the ladder's boards."""


def is_too_large(position: Position) -> bool:
    """Return whether a sheet has more points than any sheet of the ladder, where its opponents would think too long."""
    return position.points > _MOST_POINTS


def _take_most(position: Position) -> tuple[Line, ...]:
    """Return the lines of the sample by which the mover gains most points."""
    return _highest({attempt.line: _point_gain(attempt) for attempt in _tries(position)})


def _takes(position: Position, move: Move) -> bool:
    return not position.is_marking and isinstance(move, Line) and _point_gain(Attempt(position, move)) > 0


def _free_held_points(position: Position) -> tuple[Line, ...]:
    """Return the lines that are the second one at as many of the opponent's points as possible."""
    targets = {*attacked_points(position, position.turn.opponent)}
    return _highest({attempt.line: len(targets & {*attempt.line.ends}) for attempt in _tries(position)})


def _save_own_points(position: Position) -> tuple[Line, ...]:
    """Return the mover's lines that save as many of the mover's attacked points as possible."""
    targets = {*attacked_points(position)}
    return _highest({attempt.line: len(targets & {*attempt.line.ends}) for attempt in _tries(position)})


def _look_at_reply(position: Position) -> tuple[Line, ...]:
    """Return the lines with the greatest gain minus the best reply's gain; none if there are too many lines."""
    attempts = _tries(position)
    if len(attempts) > _MOST_WITH_REPLIES:
        return ()
    values = {attempt.line: attempt.gain - _best_gain(position.play(attempt.line)) for attempt in attempts}
    return tuple(line for line, value in values.items() if value == max(values.values()))


def _best_gain(position: Position) -> int:
    return max((attempt.gain for attempt in _tries(position)), default=0) if position.outcome is None else 0


def _tries(position: Position) -> tuple[Attempt, ...]:
    """Return every line of the sample; none while points are marked."""
    return tuple(Attempt(position, line) for line in position.moves() if isinstance(line, Line))


def _point_gain(attempt: Attempt) -> int:
    """Return how many more points the mover holds after the line."""
    before, after = (
        sum(each.seat is attempt.mover for each in holders.values())
        for holders in (attempt.position.holders, attempt.holders)
    )
    return after - before


def _highest(values: Mapping[Line, int]) -> tuple[Line, ...]:
    """Return the lines with the highest value, if it is above 0."""
    most = max(values.values(), default=0)
    return tuple(line for line, value in values.items() if value == most > 0)


TAKE_POINTS = Idea("take-points", _take_most, _takes)
FREE_HELD = Idea("free-held", _free_held_points)
SAVE_OWN = Idea("save-own", _save_own_points)
LOOK_AT_REPLY = Idea("look-at-reply", _look_at_reply)
COUNT_ALL = Idea("count-to-the-end", winning_moves, is_lost_after)
PASS = Idea("pass", lambda position: () if position.is_marking else (Pass(),))
_POINTS = "a1 b9 i1 h9 c2 d8 e2 f8 g2"
_CORNERS = ("k1 k9 a5 k5", "k1 a9 a5 k5", "k1 k9 a6 k5", "k1 k9 a4 k6")
_HELD = ("a1-i1 via e2.75", "b9-h9 via e7.5", "a1-i1", "d8-f8", "pass", "c2-e2", "pass")
_THREATENED = ("b9-h9 via e7.5", "a1-i1 via e2.75", "d8-f8", "a1-i1", "c2-e2")
_CLOSE = "b3 b2 f2 g5 f4 g2 a5 a4"
_CLOSE_LINES = ("a5-b2 via c.5 4", "f2-g5 via e.5 4.5", "f4-g2 via g.5 4", "a4-a5 via a-.5 4.5")
_TIED = "b4 c2 b5 a5 e1 d1 d5 e2 g6 e3 pass"
_TIED_LINES = ("a5-e1 via e.5 5.5", "d1-d5 via a-.5 3", "c2-e2 via d3", "b4-e2 via e4", "b4-e3")
LADDER = (
    Rung(TAKE_POINTS, {"size": "12x9", "points": "12"}, Seat.FIRST),
    Rung(
        FREE_HELD,
        {"size": "11x9", "points": "13"},
        Seat.FIRST,
        (SAVE_OWN, TAKE_POINTS, PASS),
        openings=tuple((*f"{_POINTS} {corners}".split(), *_HELD) for corners in _CORNERS),
    ),
    Rung(
        SAVE_OWN,
        {"size": "11x9", "points": "13"},
        Seat.FIRST,
        (SAVE_OWN, FREE_HELD, TAKE_POINTS, PASS),
        openings=tuple((*f"{_POINTS} {corners}".split(), *_THREATENED) for corners in _CORNERS),
    ),
    Rung(
        LOOK_AT_REPLY,
        {"size": "8x6", "points": "8"},
        Seat.FIRST,
        (TAKE_POINTS, PASS),
        openings=((*_CLOSE.split(), *_CLOSE_LINES),),
    ),
    Rung(
        COUNT_ALL,
        {"size": "8x6", "points": "10", "even": "yes"},
        Seat.FIRST,
        (COUNT_ALL, LOOK_AT_REPLY),
        openings=((*_TIED.split(), *_TIED_LINES),),
    ),
)
