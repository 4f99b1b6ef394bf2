"""The geometry of a board: sides, dots and boxes as bits of whole numbers, computed once for each size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from engines.notation import cell

SMALLEST, LARGEST = 1, 12


@dataclass(frozen=True)
class Grid:
    """A board of `cols` x `rows` boxes; create it with `grid`.

    Sides are numbered from 0, first all horizontal and then all vertical ones, row by row from below, in each row from
    the left; so are boxes. `touching[side]` lists the boxes beside a side as (mask of its four sides, bit of the box).
    """

    cols: int
    rows: int
    names: tuple[str, ...] = field(compare=False, repr=False)
    index: Mapping[str, int] = field(compare=False, repr=False)
    boxes: tuple[int, ...] = field(compare=False, repr=False)
    touching: tuple[tuple[tuple[int, int], ...], ...] = field(compare=False, repr=False)
    full: int = field(compare=False, repr=False)

    @property
    def sides(self) -> int:
        """Return the number of sides of the board."""
        return len(self.names)

    def level(self, col: int, row: int) -> int:
        """Return the number of the horizontal side from dot (col, row) to its right neighbour."""
        return row * self.cols + col

    def upright(self, col: int, row: int) -> int:
        """Return the number of the vertical side from dot (col, row) to its upper neighbour."""
        return self.cols * (self.rows + 1) + row * (self.cols + 1) + col

    def box_name(self, box: int) -> str:
        """Return the name of a box, which is that of its lower left dot."""
        return cell(box % self.cols, box // self.cols)

    def has_dot(self, col: int, row: int) -> bool:
        """Return whether a dot, counted from 0, is on the board."""
        return col <= self.cols and row <= self.rows

    def __reduce__(self) -> tuple[object, ...]:
        return grid, (self.cols, self.rows)


@lru_cache(maxsize=128)
def grid(cols: int, rows: int) -> Grid:
    """Return the grid of this size, from the cache if it is known."""
    names = _names(cols, rows)
    boxes = tuple(_box(cols, rows, col, row) for row in range(rows) for col in range(cols))
    touching = tuple(
        tuple((mask, 1 << box) for box, mask in enumerate(boxes) if mask >> side & 1) for side in range(len(names))
    )
    index = {name: side for side, name in enumerate(names)}
    return Grid(cols, rows, names, index, boxes, touching, (1 << len(names)) - 1)


def _names(cols: int, rows: int) -> tuple[str, ...]:
    level = [f"{cell(c, r)}-{cell(c + 1, r)}" for r in range(rows + 1) for c in range(cols)]
    upright = [f"{cell(c, r)}-{cell(c, r + 1)}" for r in range(rows) for c in range(cols + 1)]
    return (*level, *upright)


def _box(cols: int, rows: int, col: int, row: int) -> int:
    lower_side = row * cols + col
    left_side = cols * (rows + 1) + row * (cols + 1) + col
    return 1 << lower_side | 1 << lower_side + cols | 1 << left_side | 1 << left_side + 1
