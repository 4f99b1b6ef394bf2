"""A position for the kernels: open sides as bits of one word, boxes as masks over them."""

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
    """The open boxes and the sides around them, numbered from 0.

    `masks[box]` holds the sides of a box. `ends[side]` are the boxes beside a side; the number of boxes stands for the
    outside. `later_twins[side]` are the later sides of the same box that also lead outside; such sides are equal.
    `neighbours[side]` and `wide_neighbours[side]` are the sides within one and two boxes of a side.

    `stamps[one * (boxes + 2) + other]` and `lengths[length]` are random numbers, as in Zobrist hashing. Their product
    is what a chain adds to the hash of a position: for each image of the position under the root's symmetries, and once
    more for the check hash. The last row but one stands for the outside, the last one for loops. `salt` separates
    boards that share a table.
    """

    masks: NDArray[np.uint64]
    ends: NDArray[np.int64]
    later_twins: NDArray[np.uint64]
    neighbours: NDArray[np.uint64]
    wide_neighbours: NDArray[np.uint64]
    stamps: NDArray[np.uint64]
    lengths: NDArray[np.uint64]
    salt: np.uint64


class SearchPosition(NamedTuple):
    """A board with the open sides of a position; `numbers[i]` is the grid's number of side i."""

    board: Board
    sides: int
    numbers: tuple[int, ...]


def search_position(grid: Grid, drawn_sides: int) -> SearchPosition | None:
    """Return the open part of a position; None if its sides or boxes do not fit one word."""
    fits_whole = grid.sides <= WORD
    visible_sides = (
        range(grid.sides) if fits_whole else [side for side in range(grid.sides) if not drawn_sides >> side & 1]
    )
    numbers = tuple(visible_sides)
    boxes = sum(1 for mask in grid.boxes if fits_whole or mask & ~drawn_sides)
    if max(len(numbers), boxes) > WORD:
        return None
    place = {side: index for index, side in enumerate(numbers)}
    masks = [[place[side] for side in place if mask >> side & 1] for mask in grid.boxes]
    masks = [mask for mask in masks if mask]
    open_sides = sum(1 << index for side, index in place.items() if not drawn_sides >> side & 1)
    ends = _ends(masks, len(numbers))
    images = _images(grid, drawn_sides) if fits_whole else (tuple(range(len(masks))),)
    salt = hash((grid.cols, grid.rows, 0 if fits_whole else drawn_sides)) % 2**64
    return SearchPosition(_board(masks, ends, images, salt), open_sides, numbers)


def empty_board(grid: Grid) -> SearchPosition:
    """Return the empty board with unchanged side numbers; raise `ValueError` if it does not fit one word."""
    fits_whole = search_position(grid, 0)
    if fits_whole is None:
        raise ValueError("the board is too large")
    return fits_whole


def _board(masks: list[list[int]], ends: list[list[int]], images: tuple[tuple[int, ...], ...], salt: int) -> Board:
    words = [sum(1 << side for side in mask) for mask in masks]
    around = [*words, 0]
    neighbours = [around[first] | around[second] for first, second in ends]
    wide_neighbours = [
        reduce(or_, (neighbours[second] for second in range(len(ends)) if mask >> second & 1), 0) for mask in neighbours
    ]
    return Board(
        np.array(words, np.uint64),
        np.array(ends, np.int64).reshape(-1, 2),
        np.array(_later_twins(masks, ends), np.uint64),
        np.array(neighbours, np.uint64),
        np.array(wide_neighbours, np.uint64),
        *_stamps(len(masks), images),
        np.uint64(salt),
    )


def _ends(masks: list[list[int]], sides: int) -> list[list[int]]:
    beside: list[list[int]] = [[] for _ in range(sides)]
    for box, mask in enumerate(masks):
        for side in mask:
            beside[side].append(box)
    return [[*boxes, len(masks), len(masks)][:2] for boxes in beside]


def _later_twins(masks: list[list[int]], ends: list[list[int]]) -> list[int]:
    later_twins = [0] * len(ends)
    for group in _outer_groups(masks, ends):
        for side in group:
            later_twins[side] = sum(1 << second for second in group if second > side)
    return later_twins


def _outer_groups(masks: list[list[int]], ends: list[list[int]]) -> list[list[int]]:
    """Return, for each box, its sides that lead outside."""
    return [[side for side in mask if len(masks) in ends[side]] for mask in masks]


@lru_cache(maxsize=16)
def _stamps(boxes: int, images: tuple[tuple[int, ...], ...]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return the random numbers of a `Board`, which depend only on the number of boxes and on the images."""
    chance, ends = Random(boxes), boxes + 2
    halves = [_symmetric_square(ends, chance) for _ in range(2)]
    image_ends = [(*image, boxes, boxes + 1) for image in images]
    stamps = [
        [half[image[first]][image[second]] for image in image_ends for half in halves]
        for first in range(ends)
        for second in range(ends)
    ]
    lengths = [[chance.getrandbits(64) for _ in range(2)] for _ in range(boxes + 1)]
    return np.array(stamps, np.uint64), np.tile(np.array(lengths, np.uint64), len(images))


def _symmetric_square(size: int, chance: Random) -> list[list[int]]:
    """Return a symmetric square matrix of random numbers."""
    half = [[chance.getrandbits(64) for _ in range(row + 1)] for row in range(size)]
    return [[half[max(row, col)][min(row, col)] for col in range(size)] for row in range(size)]


def _images(grid: Grid, drawn_sides: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each symmetry of the position, the image of each box.

    The identity comes first. There is one image, or else IMAGES, some of them repeated.
    """
    boxes = {mask: box for box, mask in enumerate(grid.boxes)}
    root = _summary(grid, grid.full & ~drawn_sides)
    images = [
        tuple(boxes[_map_sides(mask, image)] for mask in grid.boxes)
        for image in _symmetries(grid)
        if _summary(grid, _map_sides(grid.full & ~drawn_sides, image)) == root
    ]
    return tuple(images if len(images) == 1 else islice(cycle(images), IMAGES))


def _summary(grid: Grid, sides: int) -> tuple[tuple[int, int], ...]:
    """Return, for each box, its open inner sides and its number of open outer sides: all that symmetry depends on."""
    outer = sum(1 << side for side, beside in enumerate(grid.touching) if len(beside) == 1)
    return tuple((sides & mask & ~outer, (sides & mask & outer).bit_count()) for mask in grid.boxes)


def _map_sides(sides: int, image: tuple[int, ...]) -> int:
    return sum(1 << index for side, index in enumerate(image) if sides >> side & 1)


def _symmetries(grid: Grid) -> Iterator[tuple[int, ...]]:
    for is_turned in (False, True) if grid.cols == grid.rows else (False,):
        for flip_x in (False, True):
            for flip_y in (False, True):
                yield _symmetry(grid, is_turned, flip_x, flip_y)


def _symmetry(grid: Grid, is_turned: bool, flip_x: bool, flip_y: bool) -> tuple[int, ...]:
    image = [0] * grid.sides
    for col in range(grid.cols + 1):
        for row in range(grid.rows + 1):
            for is_level in (True, False):
                if (col < grid.cols) if is_level else (row < grid.rows):
                    side = grid.level(col, row) if is_level else grid.upright(col, row)
                    c = grid.cols - col - is_level if flip_x else col
                    r = grid.rows - row - (not is_level) if flip_y else row
                    level = is_level is not is_turned
                    c, r = (r, c) if is_turned else (c, r)
                    image[side] = grid.level(c, r) if level else grid.upright(c, r)
    return tuple(image)
