"""Moves worth considering: taking all, or all but the last; safe sides by who then gives first; the cheapest gifts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engines.dots.control import bits, safe_sides
from engines.dots.grid import Grid
from engines.dots.move import Move
from engines.dots.reasons import PLAIN, is_against, of_move
from engines.dots.regions import Region, regions
from engines.dots.rules import Position, Stage
from engines.dots.taking import captures, cost
from engines.game import Candidate, Limit, Reason

MOST = 5
_LONGEST = 46
_MOST_SAFE = 16
_MOST_SAID = 2


def candidates(position: Position, limit: Limit) -> tuple[Candidate[Move], ...]:
    """Up to five moves, the best first."""
    if position.outcome is not None:
        return ()
    moves = position.moves() if position.stage is Stage.CHOICE else _different(position)
    return tuple(_judged(position, move) for move in islice(dict.fromkeys(moves), MOST))


def _judged(position: Position, move: Move) -> Candidate[Move]:
    said = [reason for reason in of_move(position, move) if reason.code != PLAIN] or [Reason(PLAIN)]
    risk = [reason for reason in said if is_against(reason, str(position.turn))]
    gain = [reason for reason in said if reason not in risk]
    return Candidate(move, tuple(gain[:_MOST_SAID]), tuple(risk[:_MOST_SAID]))


def _different(position: Position) -> Iterator[Move]:
    yield from _takings(position)
    yield from _safe(position)
    yield from _gifts(position)


def _takings(position: Position) -> Iterator[Move]:
    """Every box on offer; and, of what allows it, all but its last, which keeps control."""
    grid, drawn = position.grid, position.drawn
    if run := _short(grid, _run(grid, drawn, grid.full)):
        yield _named(grid, run)
    for region in regions(grid, drawn):
        if region.leaves and (left := leaving(grid, drawn, region)):
            yield _named(grid, left)


def _run(grid: Grid, drawn: int, within: int, leave: int = 0) -> list[int]:
    """The sides of `within` that take boxes one after the other, as long as more than `leave` are there."""
    run: list[int] = []
    while (side := next((side for side in bits(within & ~drawn) if captures(grid, drawn, side)), None)) is not None:
        if leave and cost(grid, drawn, side) <= leave:
            break
        run.append(side)
        drawn |= 1 << side
    return run


def leaving(grid: Grid, drawn: int, region: Region) -> list[int]:
    """A run that takes a region but for its last boxes, and shuts these up; nothing if that does not work."""
    run = _run(grid, drawn, region.sides, region.leaves)
    for side in run:
        drawn |= 1 << side
    shut = (side for side in bits(region.sides & ~drawn) if not captures(grid, drawn, side))
    last = next((side for side in shut if cost(grid, drawn, side) == region.leaves), None)
    return [] if last is None or len(str(_named(grid, [*run, last]))) > _LONGEST else [*run, last]


def _short(grid: Grid, run: list[int]) -> list[int]:
    """As much of a run as a button can type; the taker of a box goes on anyway."""
    return [side for number, side in enumerate(run, 1) if len(str(_named(grid, run[:number]))) <= _LONGEST]


def _safe(position: Position) -> Iterator[Move]:
    """Safe sides, one for each thing that can be said of them."""
    grid, seen = position.grid, set[object]()
    open_safe = list(bits(safe_sides(grid, position.drawn)))
    for side in open_safe[:: max(1, len(open_safe) // _MOST_SAFE)]:
        move = _named(grid, [side])
        said = frozenset((reason.code, dict(reason.fields).get("player")) for reason in of_move(position, move))
        if said not in seen:
            seen.add(said)
            yield move


def _gifts(position: Position) -> Iterator[Move]:
    """The sides that give boxes, one for each number of them."""
    grid, drawn, seen = position.grid, position.drawn, set[int]()
    given = {side: cost(grid, drawn, side) for side in position.open_sides() if not captures(grid, drawn, side)}
    for side in sorted(given, key=given.__getitem__):
        if given[side] and given[side] not in seen:
            seen.add(given[side])
            yield _named(grid, [side])


def _named(grid: Grid, run: list[int]) -> Move:
    return Move(tuple(grid.names[side] for side in run))
