"""Control of the game: safe sides, their parity, and the long chain rule."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engines.dots.grid import Grid
from engines.dots.regions import LONG, joint_count, long_chains, loops, regions, short_chains
from engines.dots.rules import Position
from engines.game import Seat

_MAX_GROUP = 12


def bits(mask: int) -> Iterator[int]:
    """Yield the indices of the set bits, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def safe_sides(grid: Grid, drawn_sides: int) -> int:
    """Return, as bits, the open sides that give no box its third or fourth side."""
    unsafe = drawn_sides
    for mask in grid.boxes:
        if (mask & ~drawn_sides).bit_count() < LONG:
            unsafe |= mask
    return grid.full & ~unsafe


def first_giver(position: Position) -> Seat | None:
    """Return who gives the first box if both draw safe sides as long as possible; None if it depends on choices.

    Valid only where no box is capturable and sides are open.
    """
    parity = _parity(position.grid, position.drawn_sides)
    return None if parity is None else position.mover.opponent if parity else position.mover


def even_chains_player(position: Position) -> Seat:
    """Return who wants an even number of long chains by the long chain rule; the opponent wants an odd one.

    Valid only where no box is capturable. The turns to come are the open sides, less the boxes still open, plus one,
    plus one for each side that will take two boxes at once. The player in control leaves such a side in each long chain
    but the last, and has the last turn. (A loop adds two of them, or the last one, and so changes nothing.)
    """
    sides = position.grid.sides - position.drawn_sides.bit_count()
    boxes = len(position.grid.boxes) - sum(position.score)
    return position.mover if (sides - boxes) % 2 else position.mover.opponent


def first_long_opener(position: Position) -> Seat | None:
    """Return who opens the first long chain or loop if all short chains are given first and taken whole.

    None unless only chains and loops are open: no safe side, no joint, no capturable box.
    """
    grid, drawn_sides = position.grid, position.drawn_sides
    parities = regions(grid, drawn_sides)
    if (
        joint_count(grid, drawn_sides)
        or any(region.capturable for region in parities)
        or not (*long_chains(parities), *loops(parities))
    ):
        return None
    return position.mover.opponent if len(short_chains(parities)) % 2 else position.mover


def _parity(grid: Grid, drawn_sides: int) -> int | None:
    """Return the parity of the number of safe sides that can be drawn in a row; None if both are possible."""
    parity, remaining = 0, safe_sides(grid, drawn_sides)
    while remaining:
        group = _group(grid, remaining)
        remaining &= ~group
        ends = _ends(grid, drawn_sides, group) if group.bit_count() <= _MAX_GROUP else frozenset((0, 1))
        if len(ends) > 1:
            return None
        parity ^= next(iter(ends))
    return parity


def _group(grid: Grid, sides: int) -> int:
    """Return the lowest of these sides with all sides connected to it by shared boxes."""
    group, waiting = 0, [next(bits(sides))]
    while waiting:
        side = waiting.pop()
        group |= 1 << side
        for mask, _ in grid.touching[side]:
            waiting += bits(mask & sides & ~group)
    return group


def _ends(grid: Grid, drawn_sides: int, group: int) -> frozenset[int]:
    """Return the possible parities (0, 1 or both) of the number of sides drawn in a group until none is safe."""

    @cache
    def ends(drawn_sides: int) -> frozenset[int]:
        parities: set[int] = set()
        for side in bits(safe_sides(grid, drawn_sides) & group):
            parities |= {1 - parity for parity in ends(drawn_sides | 1 << side)}
            if len(parities) > 1:
                break
        return frozenset(parities or {0})

    return ends(drawn_sides)
