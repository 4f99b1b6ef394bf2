"""The geometry of a board: cells and their neighbours as bits of whole numbers, computed once for each form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from engines.notation import cell

SMALLEST, LARGEST = 4, 12
SHAPES = ("square", "diamond", "cross", "ring")


@dataclass(frozen=True)
class Grid:
    """A board of `cols` x `rows` cells, cut to a shape, a torus if `wrap`; create it with `make_grid`.

    The shape is one of SHAPES or a custom one, row by row from the top: `#` a cell, `.` none, `/` between rows.

    Cells are numbered from 0, row by row from below and from the left. `around[c]` has a bit for each neighbour of cell
    c, `cells` one for each cell of the shape, `writable` one for each cell where a digit may be placed.
    """

    cols: int
    rows: int
    wrap: bool
    shape: str
    around: tuple[int, ...] = field(compare=False, repr=False)
    cells: int = field(compare=False, repr=False)
    writable: int = field(compare=False, repr=False)

    def name(self, place: int) -> str:
        """Return the name of a cell by its number: 0 is a1."""
        return cell(place % self.cols, place // self.cols)

    def place(self, col: int, row: int) -> int | None:
        """Return the number of a cell; None if it is not on the board."""
        place = row * self.cols + col
        return place if col < self.cols and row < self.rows and self.cells >> place & 1 else None

    @property
    def has_custom_shape(self) -> bool:
        """Return whether the shape is a custom one."""
        return self.shape not in SHAPES

    def __reduce__(self) -> tuple[object, ...]:
        return make_grid, (self.cols, self.rows, self.wrap, self.shape)


@lru_cache(maxsize=256)
def make_grid(cols: int, rows: int, wrap: bool = False, shape: str = "square") -> Grid:
    """Return the grid of this form, from the cache if it is known."""
    inside = _SHAPES[shape] if shape in _SHAPES else _custom_shape(shape)
    places = [(col, row) for row in range(rows) for col in range(cols)]
    cells = sum(1 << row * cols + col for col, row in places if inside(col, row, cols, rows))
    around = tuple(_around(col, row, cols, rows, wrap) & cells for col, row in places)
    return Grid(cols, rows, wrap, shape, around, cells, cells & ~_centre(cols, rows))


def bits(mask: int) -> Iterator[int]:
    """Yield the indices of the set bits, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _centre(cols: int, rows: int) -> int:
    """Return the bit of the centre cell, where a board with odd sides allows no digit."""
    return 1 << rows // 2 * cols + cols // 2 if cols % 2 and rows % 2 else 0


def _around(col: int, row: int, cols: int, rows: int, wrap: bool) -> int:
    mask = 0
    for c in range(col - 1, col + 2):
        for r in range(row - 1, row + 2):
            if (c, r) != (col, row) and (wrap or (0 <= c < cols and 0 <= r < rows)):
                mask |= 1 << r % rows * cols + c % cols
    return mask


def _custom_shape(shape: str) -> Callable[[int, int, int, int], bool]:
    lines = shape.split("/")
    return lambda col, row, _, rows: lines[rows - 1 - row][col] == "#"


def _diamond(col: int, row: int, cols: int, rows: int) -> bool:
    return abs(2 * col - cols + 1) * rows + abs(2 * row - rows + 1) * cols <= cols * rows


def _cross(col: int, row: int, cols: int, rows: int) -> bool:
    return _middle(col, cols) or _middle(row, rows)


def _ring(col: int, row: int, cols: int, rows: int) -> bool:
    return not (_middle(col, cols) and _middle(row, rows))


def _middle(index: int, length: int) -> bool:
    """Return whether an index lies in the middle third, which is never the smallest."""
    return length // 3 <= index < length - length // 3


_SHAPES: dict[str, Callable[[int, int, int, int], bool]] = {
    "square": lambda *_: True,
    "diamond": _diamond,
    "cross": _cross,
    "ring": _ring,
}
