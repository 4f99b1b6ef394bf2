"""Who will have to give boxes first: safe sides, their parity, and the long chain rule."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engines.dots.grid import Grid
from engines.dots.regions import LONG, joints, long_chains, loops, regions, short_chains
from engines.dots.rules import Position
from engines.game import Seat

_MOST_COUNTED = 12


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, rising."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def safe_sides(grid: Grid, drawn: int) -> int:
    """The open sides that complete no box and leave none with its last side open, as bits."""
    unsafe = drawn
    for mask in grid.boxes:
        if (mask & ~drawn).bit_count() < LONG:
            unsafe |= mask
    return grid.full & ~unsafe


def gives_first(position: Position) -> Seat | None:
    """Who gives the first box if both draw safe sides as long as there are any; None if that depends on which.

    Asked only where no box is on offer and sides are left.
    """
    odd = _parity(position.grid, position.drawn)
    return None if odd is None else position.mover.opponent if odd else position.mover


def wants_even(position: Position) -> Seat:
    """Who wants an even number of long chains by the long chain rule, where no box is on offer; the other wants an odd.

    The turns still to come are the open sides, less the boxes to be had, plus one, plus a turn for each side that will
    take two boxes at once. The player in control leaves such a side in each long chain but the last, and has the last
    turn. (A loop adds two of them, or the last one, and so changes nothing.)
    """
    sides = position.grid.sides - position.drawn.bit_count()
    boxes = len(position.grid.boxes) - sum(position.score)
    return position.mover if (sides - boxes) % 2 else position.mover.opponent


def opens_first_long(position: Position) -> Seat | None:
    """Who opens the first long chain or loop if all short ones are given first, and taken whole.

    None unless nothing else is left: no safe side, no joint, no box on offer.
    """
    grid, drawn = position.grid, position.drawn
    found = regions(grid, drawn)
    if joints(grid, drawn) or any(region.ready for region in found) or not (*long_chains(found), *loops(found)):
        return None
    return position.mover.opponent if len(short_chains(found)) % 2 else position.mover


def _parity(grid: Grid, drawn: int) -> int | None:
    """Whether the safe sides that can be drawn in a row are odd in number (1), even (0), or either (None)."""
    odd, left = 0, safe_sides(grid, drawn)
    while left:
        group = _group(grid, left)
        left &= ~group
        ends = _ends(grid, drawn, group) if group.bit_count() <= _MOST_COUNTED else frozenset((0, 1))
        if len(ends) > 1:
            return None
        odd ^= next(iter(ends))
    return odd


def _group(grid: Grid, sides: int) -> int:
    """The lowest of these sides, with all that share boxes with it or with each other."""
    group, waiting = 0, [next(bits(sides))]
    while waiting:
        side = waiting.pop()
        group |= 1 << side
        for mask, _ in grid.touching[side]:
            waiting += bits(mask & sides & ~group)
    return group


def _ends(grid: Grid, drawn: int, group: int) -> frozenset[int]:
    """0, 1 or both: the parities of the number of sides of a group drawn until none of it is safe."""

    @cache
    def ends(drawn: int) -> frozenset[int]:
        found: set[int] = set()
        for side in bits(safe_sides(grid, drawn) & group):
            found |= {1 - odd for odd in ends(drawn | 1 << side)}
            if len(found) > 1:
                break
        return frozenset(found or {0})

    return ends(drawn)
