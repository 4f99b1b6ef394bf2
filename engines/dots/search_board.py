"""A position as the kernels see it: open sides as bits of one word, boxes as masks over them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.grid import Grid

WORD = 64
BYTES = 8


class Board(NamedTuple):
    """The boxes still open and the sides around them, numbered anew from 0.

    `masks[box]` holds the sides of a box. `ends[side]` are the boxes beside a side, the number of boxes standing for
    the outside. `above[side]` is the next side of the same box that leads outside too: such sides are equal, and the
    lowest are kept open. `pairs` are those neighbours in sorting order. `images[symmetry, byte, value]` maps the board.
    `salt` keeps boards apart that share a table.
    """

    masks: NDArray[np.uint64]
    ends: NDArray[np.int64]
    above: NDArray[np.uint64]
    pairs: NDArray[np.uint64]
    images: NDArray[np.uint64]
    salt: np.uint64


class Sheet(NamedTuple):
    """A board with the open sides of the position it was made from: `numbers[i]` is what the grid calls side i."""

    board: Board
    sides: int
    numbers: tuple[int, ...]

    def sorted_outer(self, sides: int) -> int:
        """The set with the equal outer sides of each box moved to the lowest places."""
        return _sort_outer(
            sides, [(int(low).bit_length() - 1, int(high).bit_length() - 1) for low, high in self.board.pairs]
        )


def sheet(grid: Grid, drawn: int) -> Sheet | None:
    """The open part of a position; None if it has too many sides or boxes for one word."""
    whole = grid.sides <= WORD
    shown = range(grid.sides) if whole else [side for side in range(grid.sides) if not drawn >> side & 1]
    numbers = tuple(shown)
    boxes = sum(1 for mask in grid.boxes if whole or mask & ~drawn)
    if max(len(numbers), boxes) > WORD:
        return None
    place = {side: new for new, side in enumerate(numbers)}
    masks = [[place[side] for side in place if mask >> side & 1] for mask in grid.boxes]
    masks = [mask for mask in masks if mask]
    open_now = sum(1 << new for side, new in place.items() if not drawn >> side & 1)
    ends = _ends(masks, len(numbers))
    groups = _outer_groups(masks, ends)
    images = _stabiliser(grid, drawn, groups) if whole else ()
    salt = hash((grid.cols, grid.rows, 0 if whole else drawn)) % 2**64
    return Sheet(_board(masks, ends, groups, images, salt), open_now, numbers)


def _board(
    masks: list[list[int]],
    ends: list[list[int]],
    groups: list[list[int]],
    images: tuple[tuple[int, ...], ...],
    salt: int,
) -> Board:
    above = [0] * len(ends)
    for group in groups:
        for low, high in pairwise(group):
            above[low] = 1 << high
    pairs = [[1 << low, 1 << high] for low, high in _pairs(groups)]
    return Board(
        np.array([sum(1 << side for side in mask) for mask in masks], np.uint64),
        np.array(ends, np.int64).reshape(-1, 2),
        np.array(above, np.uint64),
        np.array(pairs, np.uint64).reshape(-1, 2),
        _byte_tables(images),
        np.uint64(salt),
    )


def _ends(masks: list[list[int]], sides: int) -> list[list[int]]:
    beside: list[list[int]] = [[] for _ in range(sides)]
    for box, mask in enumerate(masks):
        for side in mask:
            beside[side].append(box)
    return [[*boxes, len(masks), len(masks)][:2] for boxes in beside]


def _outer_groups(masks: list[list[int]], ends: list[list[int]]) -> list[list[int]]:
    """For each box with several sides that lead outside, those sides."""
    outer = [[side for side in mask if len(masks) in ends[side]] for mask in masks]
    return [sorted(group) for group in outer if len(group) > 1]


def _pairs(groups: list[list[int]]) -> list[tuple[int, int]]:
    """Exchanges that bring the open sides of each group to its lowest places: a bubble sort without questions."""
    return [
        (group[at], group[at + 1]) for group in groups for last in range(len(group) - 1, 0, -1) for at in range(last)
    ]


def _sort_outer(sides: int, pairs: list[tuple[int, int]]) -> int:
    """The set with the equal outer sides of each box moved to the lowest places."""
    for low, high in pairs:
        if sides >> high & 1 and not sides >> low & 1:
            sides ^= 1 << high | 1 << low
    return sides


def _stabiliser(grid: Grid, drawn: int, groups: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    """The symmetries, other than none, that map this position to itself (or to one equal to it)."""
    pairs = _pairs(groups)
    root = _sort_outer(grid.full & ~drawn, pairs)
    return tuple(image for image in _symmetries(grid) if _sort_outer(_mapped(root, image), pairs) == root)


def _mapped(sides: int, image: tuple[int, ...]) -> int:
    return sum(1 << new for side, new in enumerate(image) if sides >> side & 1)


def _symmetries(grid: Grid) -> Iterator[tuple[int, ...]]:
    for turned in (False, True) if grid.cols == grid.rows else (False,):
        for flip_x in (False, True):
            for flip_y in (False, True):
                if turned or flip_x or flip_y:
                    yield _symmetry(grid, turned, flip_x, flip_y)


def _symmetry(grid: Grid, turned: bool, flip_x: bool, flip_y: bool) -> tuple[int, ...]:
    image = [0] * grid.sides
    for col in range(grid.cols + 1):
        for row in range(grid.rows + 1):
            for is_level in (True, False):
                if (col < grid.cols) if is_level else (row < grid.rows):
                    side = grid.level(col, row) if is_level else grid.upright(col, row)
                    c = grid.cols - col - is_level if flip_x else col
                    r = grid.rows - row - (not is_level) if flip_y else row
                    level = is_level is not turned
                    c, r = (r, c) if turned else (c, r)
                    image[side] = grid.level(c, r) if level else grid.upright(c, r)
    return tuple(image)


def _byte_tables(images: tuple[tuple[int, ...], ...]) -> NDArray[np.uint64]:
    """For each symmetry, where the sides named by each value of each byte of a word go."""
    tables = np.zeros((len(images), BYTES, 256), np.uint64)
    for table, image in zip(tables, images, strict=True):
        for side, new in enumerate(image):
            named = np.arange(256) >> side % 8 & 1 == 1
            table[side // 8][named] |= np.uint64(1 << new)
    return tables
