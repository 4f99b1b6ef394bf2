"""The regions of a position: chains and loops of boxes that lack one or two sides, and the joints between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engines.dots.grid import Grid

LONG = 3
PAIR, TWO_PAIRS = 2, 4
_MOST_NAMED = 8


@dataclass(frozen=True)
class Region:
    """Boxes in a row along their open sides, by number.

    `sides` are its open sides as bits, `ready` is how many of its boxes lack one side only, `joints` is how many of its
    sides lead to a joint: a box that lacks three or four.
    """

    boxes: tuple[int, ...]
    sides: int
    ready: int
    joints: int

    @property
    def is_loop(self) -> bool:
        """Whether it comes back to where it began."""
        return not self.ready and self.sides.bit_count() == len(self.boxes)

    @property
    def is_long(self) -> bool:
        """Whether it has at least three boxes, so that control can be kept in it."""
        return len(self.boxes) >= LONG

    @property
    def leaves(self) -> int:
        """How many of its last boxes its taker may leave in pairs, and keep control; 0 if that is impossible."""
        if self.ready == 1 and self.sides.bit_count() == len(self.boxes) >= PAIR:
            return PAIR
        return TWO_PAIRS if self.ready == 2 and len(self.boxes) >= TWO_PAIRS else 0


def regions(grid: Grid, drawn: int) -> tuple[Region, ...]:
    """All regions of a position, by their lowest boxes."""
    lacking = [(mask & ~drawn).bit_count() for mask in grid.boxes]
    left = {box for box, count in enumerate(lacking) if 0 < count < LONG}
    found = []
    while left:
        boxes = _row(grid, drawn, min(left), left)
        left -= set(boxes)
        found.append(_region(grid, drawn, boxes, lacking))
    return tuple(found)


def long_chains(found: tuple[Region, ...]) -> tuple[Region, ...]:
    """The chains of three or more boxes that are not opened yet."""
    return tuple(region for region in found if region.is_long and not region.is_loop and not region.ready)


def loops(found: tuple[Region, ...]) -> tuple[Region, ...]:
    """The loops that are not opened yet."""
    return tuple(region for region in found if region.is_loop)


def short_chains(found: tuple[Region, ...]) -> tuple[Region, ...]:
    """The chains of one or two boxes that are not opened yet."""
    return tuple(region for region in found if not region.is_long and not region.ready)


def joints(grid: Grid, drawn: int) -> int:
    """How many boxes lack three or four sides."""
    return sum((mask & ~drawn).bit_count() >= LONG for mask in grid.boxes)


def named(grid: Grid, boxes: tuple[int, ...]) -> str:
    """Boxes by their names in a row; of very many the first and the last ones."""
    names = [grid.box_name(box) for box in boxes]
    return " ".join(names if len(names) <= _MOST_NAMED else [*names[:4], "…", *names[-2:]])


def joined(grid: Grid, region: Region) -> str:
    """A region by its boxes in a row, with their number: `a1-a2-b2 (3)`; two boxes would look like a side: `a1 a2`."""
    boxes = named(grid, region.boxes)
    return f"{boxes.replace(' ', '-')} ({len(region.boxes)})" if region.is_long else boxes


def _region(grid: Grid, drawn: int, boxes: tuple[int, ...], lacking: list[int]) -> Region:
    sides = 0
    for box in boxes:
        sides |= grid.boxes[box] & ~drawn
    ready = sum(lacking[box] == 1 for box in boxes)
    ends = sum(lacking[other] >= LONG for box in boxes for other in _beside(grid, drawn, box))
    return Region(boxes, sides, ready, ends)


def _row(grid: Grid, drawn: int, box: int, allowed: set[int]) -> tuple[int, ...]:
    """The boxes that a box is in a row with, from one end to the other."""
    one = _walk(grid, drawn, [box], allowed)
    if len(one) > 1 and box in _beside(grid, drawn, one[-1]) and len(one) > PAIR:
        return tuple(one)
    other = _walk(grid, drawn, [box], allowed - set(one))
    row = (*reversed(other[1:]), *one)
    return row if row[0] <= row[-1] else row[::-1]


def _walk(grid: Grid, drawn: int, way: list[int], allowed: set[int]) -> list[int]:
    """The way on from its last box through boxes that are allowed, as far as it goes."""
    while ahead := [box for box in _beside(grid, drawn, way[-1]) if box in allowed and box not in way]:
        way.append(min(ahead))
    return way


def _beside(grid: Grid, drawn: int, box: int) -> Iterator[int]:
    """The boxes behind the open sides of a box."""
    left = grid.boxes[box] & ~drawn
    while left:
        side = left & -left
        left ^= side
        for _, bit in grid.touching[side.bit_length() - 1]:
            if bit != 1 << box:
                yield bit.bit_length() - 1
