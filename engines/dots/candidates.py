"""Moves worth considering: full captures, double-dealing, safe sides of each kind, the cheapest sacrifices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engines.dots.control import bits, safe_sides
from engines.dots.grid import Grid
from engines.dots.move import Move
from engines.dots.reasons import PLAIN, is_against, move_reasons
from engines.dots.regions import Region, regions
from engines.dots.rules import Position, Stage
from engines.dots.taking import captures, cost
from engines.game import Candidate, Limit, Reason

MAX_CANDIDATES = 5
_MAX_LENGTH = 46
_MAX_SAFE_SIDES = 16
_MAX_REASONS = 2


def candidates(position: Position, limit: Limit) -> tuple[Candidate[Move], ...]:
    """Return up to five moves, the best first."""
    if position.outcome is not None:
        return ()
    moves = position.moves() if position.stage is Stage.CHOICE else _distinct_moves(position)
    return tuple(_candidate(position, move) for move in islice(dict.fromkeys(moves), MAX_CANDIDATES))


def _candidate(position: Position, move: Move) -> Candidate[Move]:
    reasons = [reason for reason in move_reasons(position, move) if reason.code != PLAIN] or [Reason(PLAIN)]
    risk = [reason for reason in reasons if is_against(reason, str(position.turn))]
    gain = [reason for reason in reasons if reason not in risk]
    return Candidate(move, tuple(gain[:_MAX_REASONS]), tuple(risk[:_MAX_REASONS]))


def _distinct_moves(position: Position) -> Iterator[Move]:
    yield from _captures(position)
    yield from _safe_moves(position)
    yield from _sacrifices(position)


def _captures(position: Position) -> Iterator[Move]:
    """Yield the run that takes every capturable box, and each run that leaves the last boxes to keep control."""
    grid, drawn_sides = position.grid, position.drawn_sides
    if run := _typeable(grid, _capture_run(grid, drawn_sides, grid.full)):
        yield _move(grid, run)
    for region in regions(grid, drawn_sides):
        if region.handout and (run := double_dealing_run(grid, drawn_sides, region)):
            yield _move(grid, run)


def _capture_run(grid: Grid, drawn_sides: int, within: int, leave: int = 0) -> list[int]:
    """Return the sides of `within` that take boxes one after the other while more than `leave` remain."""
    run: list[int] = []
    while (
        side := next((side for side in bits(within & ~drawn_sides) if captures(grid, drawn_sides, side)), None)
    ) is not None:
        if leave and cost(grid, drawn_sides, side) <= leave:
            break
        run.append(side)
        drawn_sides |= 1 << side
    return run


def double_dealing_run(grid: Grid, drawn_sides: int, region: Region) -> list[int]:
    """Return the run that takes a region except its last boxes and closes those off; empty if no run does."""
    run = _capture_run(grid, drawn_sides, region.sides, region.handout)
    for side in run:
        drawn_sides |= 1 << side
    shut = (side for side in bits(region.sides & ~drawn_sides) if not captures(grid, drawn_sides, side))
    last = next((side for side in shut if cost(grid, drawn_sides, side) == region.handout), None)
    return [] if last is None or len(str(_move(grid, [*run, last]))) > _MAX_LENGTH else [*run, last]


def _typeable(grid: Grid, run: list[int]) -> list[int]:
    """Cut a run to the length of a button; a player who takes a box moves again anyway."""
    return [side for number, side in enumerate(run, 1) if len(str(_move(grid, run[:number]))) <= _MAX_LENGTH]


def _safe_moves(position: Position) -> Iterator[Move]:
    """Yield safe sides, one for each set of reasons."""
    grid, groups = position.grid, set[object]()
    safe_open_sides = list(bits(safe_sides(grid, position.drawn_sides)))
    for side in safe_open_sides[:: max(1, len(safe_open_sides) // _MAX_SAFE_SIDES)]:
        move = _move(grid, [side])
        reasons = frozenset((reason.code, dict(reason.fields).get("player")) for reason in move_reasons(position, move))
        if reasons not in groups:
            groups.add(reasons)
            yield move


def _sacrifices(position: Position) -> Iterator[Move]:
    """Yield sides that give boxes away, one for each number of boxes."""
    grid, drawn_sides, groups = position.grid, position.drawn_sides, set[int]()
    costs = {
        side: cost(grid, drawn_sides, side) for side in position.open_sides() if not captures(grid, drawn_sides, side)
    }
    for side in sorted(costs, key=costs.__getitem__):
        if costs[side] and costs[side] not in groups:
            groups.add(costs[side])
            yield _move(grid, [side])


def _move(grid: Grid, run: list[int]) -> Move:
    return Move(tuple(grid.names[side] for side in run))
