"""Regions of a position: chains and loops of boxes with one or two open sides, and the joints between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engines.dots.grid import Grid

LONG = 3
PAIR, TWO_PAIRS = 2, 4
_MAX_NAMES = 8


@dataclass(frozen=True)
class Region:
    """A chain or loop of boxes, by number, in order along their open sides.

    `sides` are its open sides as bits, `capturable` is the number of its boxes with one open side, `joints` is the
    number of its sides that lead to a joint, a box with three or four open sides.
    """

    boxes: tuple[int, ...]
    sides: int
    capturable: int
    joints: int

    @property
    def is_loop(self) -> bool:
        """Return whether the region closes on itself."""
        return not self.capturable and self.sides.bit_count() == len(self.boxes)

    @property
    def is_long(self) -> bool:
        """Return whether the region has at least three boxes, enough to keep control in it."""
        return len(self.boxes) >= LONG

    @property
    def handout(self) -> int:
        """Return how many of its last boxes can be left in pairs to keep control; 0 if none."""
        if self.capturable == 1 and self.sides.bit_count() == len(self.boxes) >= PAIR:
            return PAIR
        return TWO_PAIRS if self.capturable == 2 and len(self.boxes) >= TWO_PAIRS else 0


def regions(grid: Grid, drawn_sides: int) -> tuple[Region, ...]:
    """Return all regions of a position, ordered by their lowest boxes."""
    missing = [(mask & ~drawn_sides).bit_count() for mask in grid.boxes]
    remaining = {box for box, count in enumerate(missing) if 0 < count < LONG}
    all_regions = []
    while remaining:
        boxes = _row(grid, drawn_sides, min(remaining), remaining)
        remaining -= set(boxes)
        all_regions.append(_region(grid, drawn_sides, boxes, missing))
    return tuple(all_regions)


def long_chains(all_regions: tuple[Region, ...]) -> tuple[Region, ...]:
    """Return the unopened chains of three or more boxes."""
    return tuple(region for region in all_regions if region.is_long and not region.is_loop and not region.capturable)


def loops(all_regions: tuple[Region, ...]) -> tuple[Region, ...]:
    """Return the unopened loops."""
    return tuple(region for region in all_regions if region.is_loop)


def short_chains(all_regions: tuple[Region, ...]) -> tuple[Region, ...]:
    """Return the unopened chains of one or two boxes."""
    return tuple(region for region in all_regions if not region.is_long and not region.capturable)


def joint_count(grid: Grid, drawn_sides: int) -> int:
    """Return the number of boxes with three or four open sides."""
    return sum((mask & ~drawn_sides).bit_count() >= LONG for mask in grid.boxes)


def box_names(grid: Grid, boxes: tuple[int, ...]) -> str:
    """Return the names of boxes in a row; of very many, only the first and the last."""
    names = [grid.box_name(box) for box in boxes]
    return " ".join(names if len(names) <= _MAX_NAMES else [*names[:4], "…", *names[-2:]])


def region_name(grid: Grid, region: Region) -> str:
    """Return a region's boxes and their number, `a1-a2-b2 (3)`; two boxes are `a1 a2`, as `a1-a2` is a side."""
    boxes = box_names(grid, region.boxes)
    return f"{boxes.replace(' ', '-')} ({len(region.boxes)})" if region.is_long else boxes


def _region(grid: Grid, drawn_sides: int, boxes: tuple[int, ...], missing: list[int]) -> Region:
    sides = 0
    for box in boxes:
        sides |= grid.boxes[box] & ~drawn_sides
    capturable = sum(missing[box] == 1 for box in boxes)
    ends = sum(missing[neighbour] >= LONG for box in boxes for neighbour in _neighbours(grid, drawn_sides, box))
    return Region(boxes, sides, capturable, ends)


def _row(grid: Grid, drawn_sides: int, box: int, candidates: set[int]) -> tuple[int, ...]:
    """Return the boxes of the chain that contains a box, from end to end."""
    one = _walk(grid, drawn_sides, [box], candidates)
    if len(one) > 1 and box in _neighbours(grid, drawn_sides, one[-1]) and len(one) > PAIR:
        return tuple(one)
    neighbour = _walk(grid, drawn_sides, [box], candidates - set(one))
    row = (*reversed(neighbour[1:]), *one)
    return row if row[0] <= row[-1] else row[::-1]


def _walk(grid: Grid, drawn_sides: int, path: list[int], candidates: set[int]) -> list[int]:
    """Extend a path from its last box through `candidates` as far as it goes."""
    while ahead := [box for box in _neighbours(grid, drawn_sides, path[-1]) if box in candidates and box not in path]:
        path.append(min(ahead))
    return path


def _neighbours(grid: Grid, drawn_sides: int, box: int) -> Iterator[int]:
    """Yield the boxes behind the open sides of a box."""
    remaining = grid.boxes[box] & ~drawn_sides
    while remaining:
        side = remaining & -remaining
        remaining ^= side
        for _, bit in grid.touching[side.bit_length() - 1]:
            if bit != 1 << box:
                yield bit.bit_length() - 1
