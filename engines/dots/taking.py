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
    drawn |= 1 << side
    taken, waiting = 0, [side]
    while waiting:
        for mask, box in grid.touching[waiting.pop()]:
            missing = mask & ~drawn
            if missing & (missing - 1) == 0:
                taken |= box
                drawn |= missing
                waiting += [missing.bit_length() - 1] if missing else []
    return taken


def on_offer(grid: Grid, drawn: int) -> int:
    """The boxes that can be taken at once, one after the other, as bits."""
    before = _whole(grid, drawn)
    while last := next(filter(_is_single, (mask & ~drawn for mask in grid.boxes)), 0):
        drawn |= last
    return _whole(grid, drawn) & ~before


def _is_single(sides: int) -> bool:
    return sides.bit_count() == 1


def _whole(grid: Grid, drawn: int) -> int:
    return sum(1 << box for box, mask in enumerate(grid.boxes) if not mask & ~drawn)
