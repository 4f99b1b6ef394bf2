"""A position of any size for fast random play: open sides, and the number of open sides of each box."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.grid import Grid
from engines.dots.search.chains import CHAIN_GIFT, LONG, LOOP_GIFT
from engines.kernels.compiling import kernel, tight

MANY = 99


class Field(NamedTuple):
    """The shape of a board: the two boxes beside each side (or the outside), and the four sides of each box."""

    ends: NDArray[np.int64]
    around: NDArray[np.int64]


class PlayoutState(NamedTuple):
    """A mutable position: open sides, their number for each box (MANY for the outside), and scratch space."""

    open_sides: NDArray[np.uint8]
    open_counts: NDArray[np.int64]
    marks: NDArray[np.uint8]
    values: NDArray[np.int64]


@lru_cache(maxsize=32)
def new_field(grid: Grid) -> Field:
    """Return the shape of a board; treat it as read-only."""
    outside = len(grid.boxes)
    ends = [[bit.bit_length() - 1 for _, bit in touching] for touching in grid.touching]
    around = [[side for side in range(grid.sides) if mask >> side & 1] for mask in grid.boxes]
    return Field(
        np.array([[*boxes, outside][:2] for boxes in ends], np.int64), np.array(around, np.int64).reshape(-1, 4)
    )


def new_state(grid: Grid, drawn_sides: int) -> PlayoutState:
    """Return the state of a board on which the bits of `drawn_sides` are drawn."""
    open_sides = np.array([1 - (drawn_sides >> side & 1) for side in range(grid.sides)], np.uint8)
    open_counts = np.array([4 - (drawn_sides & mask).bit_count() for mask in grid.boxes] + [MANY], np.int64)
    return PlayoutState(
        open_sides, open_counts, np.zeros(len(grid.boxes) + 1, np.uint8), np.zeros(grid.sides + 1, np.int64)
    )


@tight
def copy_state(source: PlayoutState, target: PlayoutState) -> None:
    """Copy the open sides of one state into another of the same board, except the scratch space."""
    for side in range(source.open_sides.size):
        target.open_sides[side] = source.open_sides[side]
    for box in range(source.open_counts.size):
        target.open_counts[box] = source.open_counts[box]


@tight
def draw(field: Field, state: PlayoutState, side: int) -> None:
    """Draw a side; the outside never runs out of open sides."""
    state.open_sides[side] = 0
    outside = field.around.shape[0]
    for end in range(2):
        box = field.ends[side, end]
        if box != outside:
            state.open_counts[box] -= 1


@tight
def is_safe(field: Field, state: PlayoutState, side: int) -> bool:
    """Return whether drawing an open side gives no box its third side."""
    return bool(state.open_counts[field.ends[side, 0]] > 2 and state.open_counts[field.ends[side, 1]] > 2)


@tight
def _open_side(field: Field, state: PlayoutState, box: int, but: int) -> int:
    """Return an open side of a box other than `but`; -1 if there is none."""
    for place in range(4):
        side = int(field.around[box, place])
        if side != but and state.open_sides[side] != 0:
            return side
    return -1


@tight
def follow_chain(field: Field, state: PlayoutState, start: int, side: int) -> tuple[int, int]:
    """Walk from a box through a side along boxes with two open sides; return their number and the last box.

    The boxes walked are marked.
    """
    outside = field.around.shape[0]
    length, box = 0, start
    while True:
        box = field.ends[side, 0] + field.ends[side, 1] - box
        if box in (start, outside) or state.open_counts[box] != 2:
            return length, box
        state.marks[box] = 1
        length += 1
        side = _open_side(field, state, box, side)


@tight
def chain_of(field: Field, state: PlayoutState, box: int) -> tuple[int, bool]:
    """Return the length of the chain or loop of a box with two open sides, and whether it is a loop."""
    one = _open_side(field, state, box, -1)
    state.marks[box] = 1
    length, end = follow_chain(field, state, box, one)
    if end == box:
        return length + 1, True
    further, _ = follow_chain(field, state, box, _open_side(field, state, box, one))
    return length + 1 + further, False


@tight
def take_from(field: Field, state: PlayoutState, box: int) -> int:
    """Take a box with one open side and all boxes that follow it; return their number."""
    captures, outside = 0, field.around.shape[0]
    while box != outside and state.open_counts[box] == 1:
        side = _open_side(field, state, box, -1)
        neighbour = field.ends[side, 0] + field.ends[side, 1] - box
        draw(field, state, side)
        captures += 2 if neighbour != outside and state.open_counts[neighbour] == 0 else 1
        box = neighbour
    return captures


@tight
def open_chain(field: Field, state: PlayoutState, box: int) -> int:
    """Open the chain of a box with two open sides and take all of it; return its number of boxes."""
    side = _open_side(field, state, box, -1)
    draw(field, state, side)
    return take_from(field, state, field.ends[side, 0]) + take_from(field, state, field.ends[side, 1])


@tight
def gift_of(length: int, loop: bool) -> int:
    """Return how many boxes the taker of a chain or loop may hand back to keep control."""
    if loop:
        return LOOP_GIFT
    return CHAIN_GIFT if length >= LONG else 0


@tight
def shortest_chain(field: Field, state: PlayoutState) -> tuple[int, int, bool]:
    """Return a box of the shortest chain or loop, its length, and whether it is a loop; (-1, 0, False) if none."""
    boxes = field.around.shape[0]
    state.marks[:] = 0
    best_index, shortest, is_loop = -1, MANY * MANY, False
    for box in range(boxes):
        if state.open_counts[box] == 2 and state.marks[box] == 0:
            length, loop = chain_of(field, state, box)
            if length < shortest:
                best_index, shortest, is_loop = box, length, loop
    return best_index, shortest, is_loop


@tight
def endgame(field: Field, state: PlayoutState) -> int:
    """Estimate the margin of the side that must open a chain: shortest first, control kept where it pays."""
    count = 0
    while True:
        box, length, loop = shortest_chain(field, state)
        if box < 0:
            break
        state.values[count] = open_chain(field, state, box) * 8 + gift_of(length, loop)
        count += 1
    margin = 0
    for at in range(count - 1, -1, -1):
        captures, gift = state.values[at] // 8, state.values[at] % 8
        margin = -(captures - gift + abs(margin + gift)) if gift > 0 else -(captures + margin)
    return margin


@tight
def take_boxes(field: Field, state: PlayoutState) -> tuple[int, int]:
    """Take all capturable boxes; return their number and the fewest that may be handed back (0: none)."""
    captures, gift = _take_short_runs(field, state, 0, 0)
    while True:
        more, gift = _take_short_runs(field, state, MANY, gift)
        if more == 0:
            return captures, gift
        captures += more


@tight
def _take_short_runs(field: Field, state: PlayoutState, longest: int, gift: int) -> tuple[int, int]:
    """Take each capturable box that at most `longest` others follow, until none is left."""
    captures, again, outside = 0, True, field.around.shape[0]
    while again:
        again = False
        for box in range(outside):
            if state.open_counts[box] == 1:
                length, end = follow_chain(field, state, box, _open_side(field, state, box, -1))
                if length <= longest:
                    is_closed = end != outside and state.open_counts[end] == 1
                    if length > 0 and not is_closed:
                        gift = CHAIN_GIFT
                    elif is_closed and length + 2 >= LOOP_GIFT and gift == 0:
                        gift = LOOP_GIFT
                    captures += take_from(field, state, box)
                    again = True
    return captures, gift


@tight
def opening_side(field: Field, state: PlayoutState, box: int) -> int:
    """Return a side that opens the chain of a box, an inner one if possible, so that a pair cannot be returned."""
    inner = -1
    for place in range(4):
        side = field.around[box, place]
        if state.open_sides[side] != 0:
            neighbour = field.ends[side, 0] + field.ends[side, 1] - box
            if inner < 0 or state.open_counts[neighbour] == 2:
                inner = side
    return int(inner)


@tight
def _is_equal(one: PlayoutState, neighbour: PlayoutState) -> bool:
    different = 0
    for side in range(one.open_sides.size):
        different += one.open_sides[side] != neighbour.open_sides[side]
    return different == 0


@kernel
def best_capture(
    field: Field, start: PlayoutState, rest: PlayoutState, scratch: PlayoutState, margin: float
) -> tuple[int, float]:
    """Return the best side around capturable boxes and its value, if the rest is worth `margin` to its mover."""
    best_index, most = -1, -1e9
    for side in range(start.open_sides.size):
        if start.open_sides[side] == rest.open_sides[side]:
            continue
        copy_state(start, scratch)
        draw(field, scratch, side)
        boxes = 0
        for end in range(2):
            boxes += scratch.open_counts[field.ends[side, end]] == 0
        captures, gift = take_boxes(field, scratch)
        value = captures - gift + abs(margin + gift) if gift > 0 else captures + margin
        value = boxes + value if boxes > 0 else -value
        if value > most and _is_equal(scratch, rest):
            best_index, most = side, value
    return best_index, most
