"""The opponents who lack one idea: blocking, leaving no block, forcing one, weighing the paint, counting to the end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from operator import and_

from engines.game import Seat
from engines.ladder import Idea, Rung
from engines.lgame.grid import PAINTED, PLACES, indices
from engines.lgame.move import Move
from engines.lgame.rules import BLOCKING_SCORES, FULL, Position, Variant, free_places

_Board = tuple[int, int, int]
"""The L of the side to move, the other's, and the discs: there are 18,368."""


def _block(position: Position) -> tuple[Move, ...]:
    return tuple(move for move, then in _after(_board(position)) if not free_places(*then))


def _leave_no_block(position: Position) -> tuple[Move, ...]:
    """A block, else what no reply blocks."""
    safe = (move for move, then in _after(_board(position)) if not _can_block(then))
    return _block(position) or tuple(safe)


def _force(position: Position) -> tuple[Move, ...]:
    """A block, else what every reply leaves one after, else what the other side can answer with none of both."""
    after = tuple(_after(_board(position)))
    forcing = tuple(move for move, then in after if _must_leave_block(then))
    safe = (move for move, then in after if not _can_block(then) and not _can_force(then))
    return _block(position) or forcing or tuple(safe)


def _weigh_paint(position: Position) -> tuple[Move, ...]:
    """Where paint scores: the most points, less the most that a reply scores."""
    if position.variant is not Variant.SCORING:
        return ()
    worths = {move: _points(move, then) - _most_points(then) for move, then in _after(_board(position))}
    return tuple(move for move, worth in worths.items() if worth == max(worths.values()))


def _board(position: Position) -> _Board:
    return position.own, position.other, position.neutrals


def _after(board: _Board) -> Iterator[tuple[Move, _Board]]:
    """Every move with the board that it leaves to the other side."""
    own, other, discs = board
    for place in free_places(own, other, discs):
        yield Move(place), (other, place.bits, discs)
        empty = indices(FULL & ~(place.bits | other | discs))
        for disc in indices(discs):
            for to in empty:
                yield Move(place, (disc, to)), (other, place.bits, discs & ~(1 << disc) | 1 << to)


@cache
def _can_block(board: _Board) -> bool:
    """Whether some place for the L, and one disc on an empty square, leave the other L no place."""
    own, other, discs = board
    for place in _free(other | discs):
        for disc in indices(discs) if place != own else ():
            left = [each for each in _free(place | discs & ~(1 << disc)) if each != other]
            if reduce(and_, left, FULL) & ~(place | other | discs & ~(1 << disc)):
                return True
    return False


@cache
def _must_leave_block(board: _Board) -> bool:
    return all(_can_block(then) for _, then in _after(board))


@cache
def _can_force(board: _Board) -> bool:
    return any(_must_leave_block(then) for _, then in _after(board))


@cache
def _most_points(board: _Board) -> int:
    return max((_points(move, then) for move, then in _after(board)), default=0)


@cache
def _free(taken: int) -> tuple[int, ...]:
    return tuple(bits for bits in PLACES if not bits & taken)


def _points(move: Move, then: _Board) -> int:
    return (move.place.bits & PAINTED).bit_count() + BLOCKING_SCORES * (not free_places(*then))


BLOCK = Idea("block", _block)
LEAVE_NO_BLOCK = Idea("leave-no-block", _leave_no_block)
FORCE = Idea("force-a-block", _force)
WEIGH_PAINT = Idea("weigh-paint", _weigh_paint)
COUNT_ALL = Idea("count-to-the-end")
_CLASSIC = {"variant": "classic"}
_SCORING = {"variant": "scoring", "target": "30"}
LADDER = (
    Rung(BLOCK, _CLASSIC, Seat.SECOND),
    Rung(LEAVE_NO_BLOCK, _CLASSIC, Seat.FIRST, (LEAVE_NO_BLOCK, BLOCK), {LEAVE_NO_BLOCK.name: 0.1}),
    Rung(FORCE, _CLASSIC, Seat.FIRST, (FORCE, LEAVE_NO_BLOCK), {FORCE.name: 0.45}),
    Rung(WEIGH_PAINT, _SCORING, Seat.SECOND, (WEIGH_PAINT, FORCE), {WEIGH_PAINT.name: 0.3}),
    Rung(COUNT_ALL, _CLASSIC, Seat.FIRST, (COUNT_ALL, FORCE), {COUNT_ALL.name: 0.4}),
)
