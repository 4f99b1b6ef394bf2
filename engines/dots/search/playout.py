"""A position of any size as counts, for quick random play: which sides are open, and how many each box has left."""

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
    """The board's shape: the two boxes beside each side (their number: the outside), the four sides around each box."""

    ends: NDArray[np.int64]
    around: NDArray[np.int64]


class State(NamedTuple):
    """A position on it, changed in place: open sides, open sides of each box (the outside: MANY), and scratch."""

    open: NDArray[np.uint8]
    left: NDArray[np.int64]
    seen: NDArray[np.uint8]
    order: NDArray[np.int64]


@lru_cache(maxsize=32)
def field(grid: Grid) -> Field:
    """The shape of a board; do not write on it."""
    outside = len(grid.boxes)
    ends = [[bit.bit_length() - 1 for _, bit in touching] for touching in grid.touching]
    around = [[side for side in range(grid.sides) if mask >> side & 1] for mask in grid.boxes]
    return Field(
        np.array([[*boxes, outside][:2] for boxes in ends], np.int64), np.array(around, np.int64).reshape(-1, 4)
    )


def state(grid: Grid, drawn: int) -> State:
    """A new state of a board whose drawn sides are the bits of `drawn`."""
    open_ = np.array([1 - (drawn >> side & 1) for side in range(grid.sides)], np.uint8)
    left = np.array([4 - (drawn & mask).bit_count() for mask in grid.boxes] + [MANY], np.int64)
    return State(open_, left, np.zeros(len(grid.boxes) + 1, np.uint8), np.zeros(grid.sides + 1, np.int64))


@tight
def copy(source: State, target: State) -> None:
    """Writes the open sides of one state over those of another of the same board; scratch is left alone."""
    for side in range(source.open.size):
        target.open[side] = source.open[side]
    for box in range(source.left.size):
        target.left[box] = source.left[box]


@tight
def draw(field: Field, state: State, side: int) -> None:
    """Draws a side; the outside never runs out of sides."""
    state.open[side] = 0
    outside = field.around.shape[0]
    for end in range(2):
        box = field.ends[side, end]
        if box != outside:
            state.left[box] -= 1


@tight
def is_safe(field: Field, state: State, side: int) -> bool:
    """Whether drawing an open side gives no box its third side."""
    return bool(state.left[field.ends[side, 0]] > 2 and state.left[field.ends[side, 1]] > 2)


@tight
def _open_side(field: Field, state: State, box: int, but: int) -> int:
    """An open side of a box other than the one named; -1 if there is none."""
    for place in range(4):
        side = int(field.around[box, place])
        if side != but and state.open[side] != 0:
            return side
    return -1


@tight
def follow(field: Field, state: State, start: int, side: int) -> tuple[int, int]:
    """Walks from a box through a side along boxes with two open sides: how many, and the box where that ends.

    Marks the boxes walked as seen.
    """
    outside = field.around.shape[0]
    length, box = 0, start
    while True:
        box = field.ends[side, 0] + field.ends[side, 1] - box
        if box in (start, outside) or state.left[box] != 2:
            return length, box
        state.seen[box] = 1
        length += 1
        side = _open_side(field, state, box, side)


@tight
def chain_of(field: Field, state: State, box: int) -> tuple[int, bool]:
    """The length of the chain or loop that a box with two open sides is part of, and whether it is a loop."""
    one = _open_side(field, state, box, -1)
    state.seen[box] = 1
    length, end = follow(field, state, box, one)
    if end == box:
        return length + 1, True
    further, _ = follow(field, state, box, _open_side(field, state, box, one))
    return length + 1 + further, False


@tight
def take_from(field: Field, state: State, box: int) -> int:
    """Takes a box with one open side, and all that can be taken after it; how many."""
    taken, outside = 0, field.around.shape[0]
    while box != outside and state.left[box] == 1:
        side = _open_side(field, state, box, -1)
        other = field.ends[side, 0] + field.ends[side, 1] - box
        draw(field, state, side)
        taken += 2 if other != outside and state.left[other] == 0 else 1
        box = other
    return taken


@tight
def open_chain(field: Field, state: State, box: int) -> int:
    """Opens the chain of a box with two open sides and takes it all; how many boxes that were."""
    side = _open_side(field, state, box, -1)
    draw(field, state, side)
    return take_from(field, state, field.ends[side, 0]) + take_from(field, state, field.ends[side, 1])


@tight
def gift_of(length: int, loop: bool) -> int:
    """How many boxes the taker of a chain or loop may hand back to keep control."""
    if loop:
        return LOOP_GIFT
    return CHAIN_GIFT if length >= LONG else 0


@tight
def cheapest(field: Field, state: State) -> tuple[int, int, bool]:
    """A box of the shortest chain or loop, its length, and whether it is a loop; (-1, 0, False) if all is drawn."""
    boxes = field.around.shape[0]
    state.seen[:] = 0
    best, shortest, is_loop = -1, MANY * MANY, False
    for box in range(boxes):
        if state.left[box] == 2 and state.seen[box] == 0:
            length, loop = chain_of(field, state, box)
            if length < shortest:
                best, shortest, is_loop = box, length, loop
    return best, shortest, is_loop


@tight
def endgame(field: Field, state: State) -> int:
    """About the margin for the side that must open a chain now: shortest first, control kept when it pays."""
    count = 0
    while True:
        box, length, loop = cheapest(field, state)
        if box < 0:
            break
        state.order[count] = open_chain(field, state, box) * 8 + gift_of(length, loop)
        count += 1
    margin = 0
    for at in range(count - 1, -1, -1):
        taken, gift = state.order[at] // 8, state.order[at] % 8
        margin = -(taken - gift + abs(margin + gift)) if gift > 0 else -(taken + margin)
    return margin


@tight
def settle(field: Field, state: State) -> tuple[int, int]:
    """Takes all boxes on offer: how many, and how many of them may be handed back at least (0: none)."""
    taken, gift = _settle_some(field, state, 0, 0)
    while True:
        more, gift = _settle_some(field, state, MANY, gift)
        if more == 0:
            return taken, gift
        taken += more


@tight
def _settle_some(field: Field, state: State, longest: int, gift: int) -> tuple[int, int]:
    """Takes the boxes on offer behind each of which no more than `longest` follow, until there are no such boxes."""
    taken, again, outside = 0, True, field.around.shape[0]
    while again:
        again = False
        for box in range(outside):
            if state.left[box] == 1:
                length, end = follow(field, state, box, _open_side(field, state, box, -1))
                if length <= longest:
                    closed = end != outside and state.left[end] == 1
                    if length > 0 and not closed:
                        gift = CHAIN_GIFT
                    elif closed and length + 2 >= LOOP_GIFT and gift == 0:
                        gift = LOOP_GIFT
                    taken += take_from(field, state, box)
                    again = True
    return taken, gift


@tight
def opening_side(field: Field, state: State, box: int) -> int:
    """A side that opens the chain of a box: an inner one if there is any, so that of two boxes none come back."""
    inner = -1
    for place in range(4):
        side = field.around[box, place]
        if state.open[side] != 0:
            other = field.ends[side, 0] + field.ends[side, 1] - box
            if inner < 0 or state.left[other] == 2:
                inner = side
    return int(inner)


@tight
def _equal(one: State, other: State) -> bool:
    different = 0
    for side in range(one.open.size):
        different += one.open[side] != other.open[side]
    return different == 0


@kernel
def best_taking(field: Field, start: State, rest: State, scratch: State, margin: float) -> tuple[int, float]:
    """Of the sides around boxes on offer, the best one and its worth, when the rest is worth `margin` to its mover."""
    best, most = -1, -1e9
    for side in range(start.open.size):
        if start.open[side] == rest.open[side]:
            continue
        copy(start, scratch)
        draw(field, scratch, side)
        won = 0
        for end in range(2):
            won += scratch.left[field.ends[side, end]] == 0
        taken, gift = settle(field, scratch)
        worth = taken - gift + abs(margin + gift) if gift > 0 else taken + margin
        worth = won + worth if won > 0 else -worth
        if worth > most and _equal(scratch, rest):
            best, most = side, worth
    return best, most
