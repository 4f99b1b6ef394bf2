"""What drawing a side takes, and what it gives away."""

from __future__ import annotations

from engines.dots.grid import Grid


def captures(grid: Grid, drawn: int, side: int) -> int:
    """How many boxes drawing this side completes."""
    drawn |= 1 << side
    return sum(drawn & mask == mask for mask, _ in grid.touching[side])


def cost(grid: Grid, drawn: int, side: int) -> int:
    """How many boxes the opponent can take at once, one after the other, when this side is drawn."""
    return gift(grid, drawn, side).bit_count()


def gift(grid: Grid, drawn: int, side: int) -> int:
    """The boxes that are taken at once, one after the other, when this side is drawn, or by drawing it, as bits."""
    return _taken(grid, drawn | 1 << side, [side])


def on_offer(grid: Grid, drawn: int) -> int:
    """The boxes that can be taken at once, one after the other, as bits."""
    missing = [mask & ~drawn for mask in grid.boxes]
    last = {sides for sides in missing if sides.bit_count() == 1}
    return _taken(grid, drawn | sum(last), [side.bit_length() - 1 for side in last])


def _taken(grid: Grid, drawn: int, waiting: list[int]) -> int:
    """Return the boxes that fall, as bits, once the sides that are `waiting` have been drawn."""
    taken = 0
    while waiting:
        for mask, box in grid.touching[waiting.pop()]:
            missing = mask & ~drawn
            if missing & (missing - 1) == 0:
                taken |= box
                drawn |= missing
                waiting += [missing.bit_length() - 1] if missing else []
    return taken
