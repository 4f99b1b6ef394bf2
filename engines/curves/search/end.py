"""The end of a game, solved: once few lines are left, every order of drawing and passing is looked at.

Alpha-beta over First's final lead, with a stack and a table of its own; no kernel here calls itself. It is exact among
the lines that the search considers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.curves.search.field import Field, State
from engines.curves.search.play import PASS, draw, listed, margin, promise
from engines.kernels.alarm import Watch, has_rung
from engines.kernels.compiling import kernel, section, tight

DEEPEST, MOST_LINES = 48, 200
ENTRIES = 1 << 20
FAR = 99
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
UNSOLVED = 1_000


class Stack(NamedTuple):
    """The states on the way, and for each the moves to try, the bounds on First's lead, and the best line so far.

    `at` holds, by depth: how many moves, how many tried, who is to move, passes, lower and upper bound, both as they
    were at first, the best lead, the best line's length. `order` says of each line, and last of the pass, how soon it
    is tried at the root: the higher the sooner.
    """

    masks: NDArray[np.uint64]
    holder: NDArray[np.int64]
    legal: NDArray[np.uint64]
    drawn: NDArray[np.uint64]
    moves: NDArray[np.int64]
    hopes: NDArray[np.float64]
    at: NDArray[np.int64]
    best: NDArray[np.int64]
    found: NDArray[np.int64]
    order: NDArray[np.int64]


COUNT, TRIED, SEAT, PASSES, LOW, HIGH, LOWEST, HIGHEST, LEAD, LONG = range(10)


class Table(NamedTuple):
    """What is known of states met before, by a number that stands for each: First's lead, and how it is bounded."""

    key: NDArray[np.uint64]
    lead: NDArray[np.int8]
    bound: NDArray[np.int8]


def new_stack(field: Field, state: State) -> Stack:
    """Room for one search, with the state that it begins in."""
    points, words = state.holder.size, state.legal.size
    masks, holder = np.zeros((DEEPEST, state.masks.size), np.uint64), np.zeros((DEEPEST, points), np.int64)
    legal, drawn = np.zeros((DEEPEST, words), np.uint64), np.zeros((DEEPEST, 2, words), np.uint64)
    masks[0], holder[0], legal[0], drawn[0] = state.masks, state.holder, state.legal, state.drawn
    moves, hopes = np.zeros((DEEPEST, MOST_LINES + 1), np.int64), np.zeros(MOST_LINES + 1)
    at, best = np.zeros((DEEPEST, 10), np.int64), np.zeros((DEEPEST + 1, DEEPEST + 1), np.int64)
    found = np.zeros(len(field.lines) + 1, np.int64)
    return Stack(masks, holder, legal, drawn, moves, hopes, at, best, found, np.zeros_like(found))


def new_table() -> Table:
    """An empty table."""
    return Table(np.zeros(ENTRIES, np.uint64), np.zeros(ENTRIES, np.int8), np.zeros(ENTRIES, np.int8))


def few(state: State) -> bool:
    """Whether so few lines are left that the end may be solved."""
    return sum(int(word).bit_count() for word in state.legal) <= MOST_LINES


@kernel
def solve_end(field: Field, seat: int, passes: int, stack: Stack, table: Table, most: int, watch: Watch) -> int:
    """First's final lead under best play, the way to it in `stack.best[0]`; `UNSOLVED` after so many states."""
    at, depth, states = stack.at, 0, 0
    at[0, SEAT], at[0, PASSES], at[0, LOW], at[0, HIGH] = seat, passes, -FAR, FAR
    lead = _entered(field, stack, table, 0)
    while True:
        states += 1
        if states > most or (states & 255 == 0 and has_rung(watch)):
            return UNSOLVED
        if lead == UNSOLVED:
            if at[depth, TRIED] < at[depth, COUNT] and at[depth, LOW] < at[depth, HIGH]:
                if depth + 1 == DEEPEST:
                    return UNSOLVED
                _step(field, stack, depth)
                depth += 1
                lead = _entered(field, stack, table, depth)
                continue
            _remember(stack, table, depth)
            lead = at[depth, LEAD]
        if depth == 0:
            return int(lead)
        depth -= 1
        _learned(stack, depth, lead)
        lead = UNSOLVED


@tight
def _state(stack: Stack, depth: int) -> State:
    return State(stack.masks[depth], stack.holder[depth], stack.legal[depth], stack.drawn[depth])


@section
def _entered(field: Field, stack: Stack, table: Table, depth: int) -> int:
    """First's lead where it is known at once; else `UNSOLVED`, the moves being laid out, the most promising first."""
    state, at = _state(stack, depth), stack.at
    at[depth, LONG] = 0
    count = listed(state, stack.found)
    if at[depth, PASSES] == 2 or count == 0:
        return margin(state)
    at[depth, LOWEST], at[depth, HIGHEST] = at[depth, LOW], at[depth, HIGH]
    key = _key(stack, depth)
    place = np.int64(key % np.uint64(ENTRIES))
    if depth and table.key[place] == key:
        lead, bound = table.lead[place], table.bound[place]
        low, high = at[depth, LOW], at[depth, HIGH]
        if bound == EXACT or (bound == AT_LEAST and lead >= high) or (bound == AT_MOST and lead <= low):
            return int(lead)
    at[depth, COUNT], at[depth, TRIED] = count + 1, 0
    at[depth, LEAD] = -FAR if at[depth, SEAT] == 0 else FAR
    stack.found[count] = PASS
    for i in range(count + 1):
        hope, to = _hope(field, state, stack, stack.found[i], depth), i
        while to > 0 and stack.hopes[to - 1] < hope:
            stack.hopes[to], stack.moves[depth, to] = stack.hopes[to - 1], stack.moves[depth, to - 1]
            to -= 1
        stack.hopes[to], stack.moves[depth, to] = hope, stack.found[i]
    return UNSOLVED


@tight
def _hope(field: Field, state: State, stack: Stack, move: int, depth: int) -> float:
    if depth == 0:
        return float(stack.order[move])
    return -1.0 if move == PASS else promise(field, state, move, stack.at[depth, SEAT])


@section
def _step(field: Field, stack: Stack, depth: int) -> None:
    """Makes the next move of a depth on the depth below."""
    at, below = stack.at, depth + 1
    move = stack.moves[depth, at[depth, TRIED]]
    at[depth, TRIED] += 1
    for i in range(stack.masks.shape[1]):
        stack.masks[below, i] = stack.masks[depth, i]
    for i in range(stack.holder.shape[1]):
        stack.holder[below, i] = stack.holder[depth, i]
    for i in range(stack.legal.shape[1]):
        stack.legal[below, i] = stack.legal[depth, i]
        stack.drawn[below, 0, i], stack.drawn[below, 1, i] = stack.drawn[depth, 0, i], stack.drawn[depth, 1, i]
    at[below, SEAT], at[below, PASSES] = 1 - at[depth, SEAT], at[depth, PASSES] + 1
    at[below, LOW], at[below, HIGH] = at[depth, LOW], at[depth, HIGH]
    if move != PASS:
        at[below, PASSES] = 0
        draw(field, _state(stack, below), move, at[depth, SEAT])


@section
def _learned(stack: Stack, depth: int, lead: int) -> None:
    """Notes what the move tried last leads to."""
    at, first = stack.at, stack.at[depth, SEAT] == 0
    if lead <= at[depth, LEAD] if first else lead >= at[depth, LEAD]:
        return
    at[depth, LEAD] = lead
    if first:
        at[depth, LOW] = max(at[depth, LOW], lead)
    else:
        at[depth, HIGH] = min(at[depth, HIGH], lead)
    stack.best[depth, 0] = stack.moves[depth, at[depth, TRIED] - 1]
    for i in range(at[depth + 1, LONG]):
        stack.best[depth, i + 1] = stack.best[depth + 1, i]
    at[depth, LONG] = at[depth + 1, LONG] + 1


@section
def _remember(stack: Stack, table: Table, depth: int) -> None:
    at = stack.at
    key, lead = _key(stack, depth), at[depth, LEAD]
    place = np.int64(key % np.uint64(ENTRIES))
    bound = AT_MOST if lead <= at[depth, LOWEST] else AT_LEAST if lead >= at[depth, HIGHEST] else EXACT
    table.key[place], table.lead[place], table.bound[place] = key, lead, bound


@section
def _key(stack: Stack, depth: int) -> np.uint64:
    """A number for a state and who is to move; different ones share it as good as never."""
    key = _mixed(np.uint64(2 * stack.at[depth, PASSES] + stack.at[depth, SEAT] + 1), np.uint64(0))
    for i in range(stack.masks.shape[1]):
        key = _mixed(key, stack.masks[depth, i])
    for i in range(stack.holder.shape[1]):
        key = _mixed(key, np.uint64(stack.holder[depth, i] + 1))
    for i in range(stack.legal.shape[1]):
        key = _mixed(key, stack.legal[depth, i])
        key = _mixed(key, stack.drawn[depth, 0, i])
        key = _mixed(key, stack.drawn[depth, 1, i])
    return key


@tight
def _mixed(key: np.uint64, word: np.uint64) -> np.uint64:
    key = (key ^ word) * np.uint64(0x9E3779B97F4A7C15)
    return key ^ (key >> np.uint64(29))
