"""Boxes that drawing a side takes, and boxes that it gives away."""

from __future__ import annotations

from engines.dots.grid import Grid


def captures(grid: Grid, drawn_sides: int, side: int) -> int:
    """Return the number of boxes that drawing this side completes."""
    drawn_sides |= 1 << side
    return sum(drawn_sides & mask == mask for mask, _ in grid.touching[side])


def cost(grid: Grid, drawn_sides: int, side: int) -> int:
    """Return the number of boxes that the opponent can take in a row once this side is drawn."""
    return gift(grid, drawn_sides, side).bit_count()


def gift(grid: Grid, drawn_sides: int, side: int) -> int:
    """Return, as bits, the boxes that are taken in a row once this side is drawn, including those that it completes."""
    return _boxes_in_a_row(grid, drawn_sides | 1 << side, [side])


def capturable_boxes(grid: Grid, drawn_sides: int) -> int:
    """Return, as bits, the boxes that can be taken in a row now."""
    open_sides = [mask & ~drawn_sides for mask in grid.boxes]
    last_sides = {sides for sides in open_sides if sides.bit_count() == 1}
    return _boxes_in_a_row(grid, drawn_sides | sum(last_sides), [side.bit_length() - 1 for side in last_sides])


def _boxes_in_a_row(grid: Grid, drawn_sides: int, queue: list[int]) -> int:
    """Return, as bits, the boxes that are taken in a row once the sides in `queue` have been drawn."""
    boxes = 0
    while queue:
        for mask, box in grid.touching[queue.pop()]:
            missing = mask & ~drawn_sides
            if missing & (missing - 1) == 0:
                boxes |= box
                drawn_sides |= missing
                queue += [missing.bit_length() - 1] if missing else []
    return boxes
