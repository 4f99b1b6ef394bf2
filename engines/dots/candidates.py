"""Moves worth considering: taking all, or all but the last; safe sides by who then gives first; the cheapest gifts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engines.dots.control import bits, gives_first, safe_sides
from engines.dots.grid import Grid
from engines.dots.move import KEEP, SWAP, Move
from engines.dots.regions import Region, regions
from engines.dots.rules import Position, Stage
from engines.dots.taking import captures, cost, on_offer
from engines.game import Candidate, Limit, Reason

MOST = 5
_LONGEST = 46
_MOST_SAFE = 16


def candidates(position: Position, limit: Limit) -> tuple[Candidate[Move], ...]:
    """Up to five moves, the best first."""
    if position.outcome is not None:
        return ()
    if position.stage is Stage.CHOICE:
        return _colours(position)
    found: dict[Move, Candidate[Move]] = {}
    for each in _different(position, limit):
        found.setdefault(each.move, each)
    return tuple(islice(found.values(), MOST))


def _colours(position: Position) -> tuple[Candidate[Move], ...]:
    first, second = position.score
    lead = Reason("gain-lead", points=f"{second - first:+}"), Reason("gain-lead", points=f"{first - second:+}")
    return tuple(Candidate(Move((word,)), (each,)) for word, each in zip((KEEP, SWAP), lead, strict=True))


def _different(position: Position, limit: Limit) -> Iterator[Candidate[Move]]:
    yield from _takings(position)
    yield from _safe(position, limit)
    yield from _gifts(position)


def _takings(position: Position) -> Iterator[Candidate[Move]]:
    """Every box on offer; and, of what allows it, all but its last, which keeps control."""
    grid, drawn = position.grid, position.drawn
    if run := _short(grid, _run(grid, drawn, grid.full)):
        yield Candidate(
            _named(grid, run), (Reason("gain-points", points=_taken(grid, drawn, run)),), _after(position, run)
        )
    for region in regions(grid, drawn):
        if region.leaves and (left := _leaving(grid, drawn, region)):
            gain = _taken(grid, drawn, left)
            yield Candidate(
                _named(grid, left), (Reason("gain-points", points=gain), Reason("gain-control")), _given(position, left)
            )


def _run(grid: Grid, drawn: int, within: int, leave: int = 0) -> list[int]:
    """The sides of `within` that take boxes one after the other, as long as more than `leave` are there."""
    run: list[int] = []
    while (side := next((side for side in bits(within & ~drawn) if captures(grid, drawn, side)), None)) is not None:
        if leave and cost(grid, drawn, side) <= leave:
            break
        run.append(side)
        drawn |= 1 << side
    return run


def _leaving(grid: Grid, drawn: int, region: Region) -> list[int]:
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


def _given(position: Position, run: list[int]) -> tuple[Reason, ...]:
    """The boxes that the other side can take at once after a run."""
    boxes = on_offer(position.grid, position.drawn | sum(1 << side for side in run)).bit_count()
    return (Reason("risk-gives", boxes=boxes) if boxes else Reason("risk-gives-nothing"),)


def _after(position: Position, run: list[int]) -> tuple[Reason, ...]:
    """What has to be given once all is taken."""
    grid, drawn = position.grid, position.drawn | sum(1 << side for side in run)
    if drawn == grid.full or on_offer(grid, drawn):
        return (Reason("risk-gives-nothing"),)
    least = min(cost(grid, drawn, side) for side in bits(grid.full & ~drawn))
    return (Reason("risk-then-gives", boxes=least) if least else Reason("risk-gives-nothing"),)


def _safe(position: Position, limit: Limit) -> Iterator[Candidate[Move]]:
    """Safe sides, one for each answer to who then gives first."""
    grid, seen = position.grid, set[str]()
    open_safe = list(bits(safe_sides(grid, position.drawn)))
    for side in open_safe[:: max(1, len(open_safe) // _MOST_SAFE)]:
        move = _named(grid, [side])
        after = position.play(move)
        seat = gives_first(after) if after.stage is Stage.PLAY and not limit.stop else None
        edge = "at-edge" if len(grid.touching[side]) == 1 else "inside"
        gain = Reason("gain-gives-first", player=str(seat)) if seat else Reason(f"gain-{edge}")
        if str(gain) not in seen:
            seen.add(str(gain))
            yield Candidate(move, (gain,), _given(position, [side]))


def _gifts(position: Position) -> Iterator[Candidate[Move]]:
    """The sides that give boxes, one for each number of them."""
    grid, drawn, seen = position.grid, position.drawn, set[int]()
    given = {side: cost(grid, drawn, side) for side in position.open_sides() if not captures(grid, drawn, side)}
    for side in sorted(given, key=given.__getitem__):
        if given[side] and given[side] not in seen:
            seen.add(given[side])
            yield Candidate(_named(grid, [side]), (), _given(position, [side]))


def _taken(grid: Grid, drawn: int, run: list[int]) -> int:
    count = 0
    for side in run:
        count += captures(grid, drawn, side)
        drawn |= 1 << side
    return count


def _named(grid: Grid, run: list[int]) -> Move:
    return Move(tuple(grid.names[side] for side in run))
