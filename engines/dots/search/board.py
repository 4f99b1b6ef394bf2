"""A position as the kernels see it: open sides as bits of one word, boxes as masks over them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import cycle, islice
from operator import or_
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.grid import Grid
from engines.kernels.intrinsics import ROW

WORD = 64
IMAGES = ROW // 2


class Board(NamedTuple):
    """The boxes still open and the sides around them, numbered anew from 0.

    `masks[box]` holds the sides of a box. `ends[side]` are the boxes beside a side, the number of boxes standing for
    the outside. `above[side]` are the later sides of the same box that lead outside too: such sides are equal.
    `near[side]` and `wide[side]` are the sides around a side, one box and two boxes far.

    `stamps[one * (boxes + 2) + other]` and `lengths[length]` are random numbers which multiplied tell what a chain
    adds to the number of a position, in each of the position's images (no more than those that the root's symmetries
    make), and once more for the check number. The row before the last stands for the outside, the last one for loops.
    `salt` keeps boards apart that share a table.
    """

    masks: NDArray[np.uint64]
    ends: NDArray[np.int64]
    above: NDArray[np.uint64]
    near: NDArray[np.uint64]
    wide: NDArray[np.uint64]
    stamps: NDArray[np.uint64]
    lengths: NDArray[np.uint64]
    salt: np.uint64


class Sheet(NamedTuple):
    """A board with the open sides of the position it was made from: `numbers[i]` is what the grid calls side i."""

    board: Board
    sides: int
    numbers: tuple[int, ...]


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
    images = _images(grid, drawn) if whole else (tuple(range(len(masks))),)
    salt = hash((grid.cols, grid.rows, 0 if whole else drawn)) % 2**64
    return Sheet(_board(masks, ends, images, salt), open_now, numbers)


def whole_sheet(grid: Grid) -> Sheet:
    """The empty board, which fits one word: sides keep their numbers."""
    whole = sheet(grid, 0)
    if whole is None:
        raise ValueError("the board is too big")
    return whole


def _board(masks: list[list[int]], ends: list[list[int]], images: tuple[tuple[int, ...], ...], salt: int) -> Board:
    words = [sum(1 << side for side in mask) for mask in masks]
    around = [*words, 0]
    near = [around[one] | around[other] for one, other in ends]
    wide = [reduce(or_, (near[other] for other in range(len(ends)) if mask >> other & 1), 0) for mask in near]
    return Board(
        np.array(words, np.uint64),
        np.array(ends, np.int64).reshape(-1, 2),
        np.array(_above(masks, ends), np.uint64),
        np.array(near, np.uint64),
        np.array(wide, np.uint64),
        *_stamps(len(masks), images),
        np.uint64(salt),
    )


def _ends(masks: list[list[int]], sides: int) -> list[list[int]]:
    beside: list[list[int]] = [[] for _ in range(sides)]
    for box, mask in enumerate(masks):
        for side in mask:
            beside[side].append(box)
    return [[*boxes, len(masks), len(masks)][:2] for boxes in beside]


def _above(masks: list[list[int]], ends: list[list[int]]) -> list[int]:
    above = [0] * len(ends)
    for group in _outer_groups(masks, ends):
        for side in group:
            above[side] = sum(1 << other for other in group if other > side)
    return above


def _outer_groups(masks: list[list[int]], ends: list[list[int]]) -> list[list[int]]:
    """For each box, its sides that lead outside."""
    return [[side for side in mask if len(masks) in ends[side]] for mask in masks]


@lru_cache(maxsize=16)
def _stamps(boxes: int, images: tuple[tuple[int, ...], ...]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The random numbers of a `Board`: the same for every board of so many boxes but for its images."""
    chance, ends = Random(boxes), boxes + 2
    halves = [_symmetric(ends, chance) for _ in range(2)]
    placed = [(*image, boxes, boxes + 1) for image in images]
    stamps = [
        [half[image[one]][image[other]] for image in placed for half in halves]
        for one in range(ends)
        for other in range(ends)
    ]
    lengths = [[chance.getrandbits(64) for _ in range(2)] for _ in range(boxes + 1)]
    return np.array(stamps, np.uint64), np.tile(np.array(lengths, np.uint64), len(images))


def _symmetric(size: int, chance: Random) -> list[list[int]]:
    """A square of random numbers in which rows and columns may be exchanged."""
    half = [[chance.getrandbits(64) for _ in range(row + 1)] for row in range(size)]
    return [[half[max(row, col)][min(row, col)] for col in range(size)] for row in range(size)]


def _images(grid: Grid, drawn: int) -> tuple[tuple[int, ...], ...]:
    """Where the boxes go by each symmetry that maps this position to itself or to one equal to it; none comes first.

    That is a single one, or else IMAGES, some of them twice where there are fewer.
    """
    boxes = {mask: box for box, mask in enumerate(grid.boxes)}
    root = _summary(grid, grid.full & ~drawn)
    found = [
        tuple(boxes[_mapped(mask, image)] for mask in grid.boxes)
        for image in _symmetries(grid)
        if _summary(grid, _mapped(grid.full & ~drawn, image)) == root
    ]
    return tuple(found if len(found) == 1 else islice(cycle(found), IMAGES))


def _summary(grid: Grid, sides: int) -> tuple[tuple[int, int], ...]:
    """For each box its open sides to other boxes, and how many lead outside: all that matters."""
    outer = sum(1 << side for side, beside in enumerate(grid.touching) if len(beside) == 1)
    return tuple((sides & mask & ~outer, (sides & mask & outer).bit_count()) for mask in grid.boxes)


def _mapped(sides: int, image: tuple[int, ...]) -> int:
    return sum(1 << new for side, new in enumerate(image) if sides >> side & 1)


def _symmetries(grid: Grid) -> Iterator[tuple[int, ...]]:
    for turned in (False, True) if grid.cols == grid.rows else (False,):
        for flip_x in (False, True):
            for flip_y in (False, True):
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
