"""Positions drawn by hand as the board prints them: `+---+` level sides, `|` upright ones, `1` and `2` owned boxes."""

from __future__ import annotations

from textwrap import dedent

from engines.dots.grid import grid
from engines.dots.rules import Position
from engines.game import Seat


def parse_drawing(text: str, mover: Seat = Seat.FIRST) -> Position:
    """The position of a drawing; boxes with four sides need an owner in it, and `mover` is on turn."""
    lines = [line.ljust(200) for line in reversed(dedent(text).strip("\n").splitlines())]
    cols, rows = lines[0].count("+") - 1, len(lines) // 2
    shape = grid(cols, rows)
    level = [shape.level(c, r) for r in range(rows + 1) for c in range(cols) if lines[2 * r][4 * c + 2] == "-"]
    upright = [shape.upright(c, r) for r in range(rows) for c in range(cols + 1) if lines[2 * r + 1][4 * c] == "|"]
    owner = "".join(lines[2 * r + 1][4 * c + 2] for r in range(rows) for c in range(cols))
    first, second = (sum(1 << box for box, own in enumerate(owner) if own == seat) for seat in "12")
    position = Position(
        shape, 0, drawn_sides=sum(1 << s for s in level + upright), first=first, second=second, mover=mover
    )
    whole = sum(1 << box for box, mask in enumerate(shape.boxes) if not mask & ~position.drawn_sides)
    assert whole == first | second
    return position
