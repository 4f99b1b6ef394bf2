"""Opponents who each lack one idea: blocking, leaving no block, forcing one, weighing points, counting to the end."""

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


def leave_no_block(position: Position) -> tuple[Move, ...]:
    """Return the blocking moves, else those that no reply can block."""
    safe_moves = (move for move, then in _after(_board(position)) if not _can_block(then))
    return _block(position) or tuple(safe_moves)


def _force(position: Position) -> tuple[Move, ...]:
    """Return the blocking moves, else those after which every reply allows a block.

    Failing both, return the moves that the opponent can answer with neither a block nor a forcing move.
    """
    after = tuple(_after(_board(position)))
    forcing = tuple(move for move, then in after if _must_leave_block(then))
    safe_moves = (move for move, then in after if not _can_block(then) and not _can_force(then))
    return _block(position) or forcing or tuple(safe_moves)


def _weigh_paint(position: Position) -> tuple[Move, ...]:
    """Return the moves with the most points minus the most that a reply scores, if paint scores."""
    if position.variant is not Variant.SCORING:
        return ()
    gains = {move: _points(move, then) - _most_points(then) for move, then in _after(_board(position))}
    return tuple(move for move, gain in gains.items() if gain == max(gains.values()))


def _board(position: Position) -> _Board:
    return position.own_l, position.opposing_l, position.neutrals


def _after(board: _Board) -> Iterator[tuple[Move, _Board]]:
    """Yield every move with the resulting board from the opponent's view."""
    own_l, opposing_l, discs = board
    for place in free_places(own_l, opposing_l, discs):
        yield Move(place), (opposing_l, place.bits, discs)
        empty_squares = indices(FULL & ~(place.bits | opposing_l | discs))
        for disc in indices(discs):
            for to in empty_squares:
                yield Move(place, (disc, to)), (opposing_l, place.bits, discs & ~(1 << disc) | 1 << to)


@cache
def _can_block(board: _Board) -> bool:
    """Return whether some place for the L, with or without moving a disc, leaves the other L no place."""
    own_l, opposing_l, discs = board
    for place in _places_outside(opposing_l | discs):
        for disc in indices(discs) if place != own_l else ():
            escapes = [each for each in _places_outside(place | discs & ~(1 << disc)) if each != opposing_l]
            if reduce(and_, escapes, FULL) & ~(place | opposing_l | discs & ~(1 << disc)):
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
def _places_outside(occupied: int) -> tuple[int, ...]:
    return tuple(bits for bits in PLACES if not bits & occupied)


def _points(move: Move, then: _Board) -> int:
    return (move.place.bits & PAINTED).bit_count() + BLOCKING_SCORES * (not free_places(*then))


BLOCK = Idea("block", _block)
LEAVE_NO_BLOCK = Idea("leave-no-block", leave_no_block)
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
