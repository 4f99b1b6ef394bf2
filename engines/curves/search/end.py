"""Exact search of the end of a game: once few lines are left, over every order of lines and passes.

Alpha-beta over First's final lead, with an explicit stack and a transposition table; no kernel here calls itself. It is
exact among the lines that the search considers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.curves.search.field import Field, State
from engines.curves.search.play import PASS, draw_line, line_promise, list_legal_lines, margin
from engines.kernels.alarm import Watch, has_rung
from engines.kernels.compiling import kernel, section, tight

DEEPEST, MOST_LINES = 48, 200
ENTRIES = 1 << 20
FAR = 99
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
UNSOLVED = 1_000


class Stack(NamedTuple):
    """The states on the path, and for each the moves to try, the bounds on First's lead, and the principal variation.

    `at` holds, by depth: the number of moves, the number tried, the seat to move, passes, lower and upper bound, both
    as they were at first, the best lead, the length of the variation. `order` gives each line, and last the pass, its
    priority at the root: higher comes first.
    """

    masks: NDArray[np.uint64]
    holder: NDArray[np.int64]
    legal: NDArray[np.uint64]
    drawn: NDArray[np.uint64]
    moves: NDArray[np.int64]
    hopes: NDArray[np.float64]
    at: NDArray[np.int64]
    best: NDArray[np.int64]
    buffer: NDArray[np.int64]
    order: NDArray[np.int64]


COUNT, TRIED, SEAT, PASSES, LOW, HIGH, LOWEST, HIGHEST, LEAD, LENGTH = range(10)


class Table(NamedTuple):
    """A transposition table of First's lead by state key, each entry exact or a bound."""

    key: NDArray[np.uint64]
    lead: NDArray[np.int8]
    bound: NDArray[np.int8]


def new_stack(field: Field, state: State) -> Stack:
    """Return memory for one search that starts in the state."""
    points, words = state.holder.size, state.legal.size
    masks, holder = np.zeros((DEEPEST, state.masks.size), np.uint64), np.zeros((DEEPEST, points), np.int64)
    legal_lines, drawn_lines = np.zeros((DEEPEST, words), np.uint64), np.zeros((DEEPEST, 2, words), np.uint64)
    masks[0], holder[0], legal_lines[0], drawn_lines[0] = state.masks, state.holder, state.legal, state.drawn
    moves, hopes = np.zeros((DEEPEST, MOST_LINES + 1), np.int64), np.zeros(MOST_LINES + 1)
    at, best_moves = np.zeros((DEEPEST, 10), np.int64), np.zeros((DEEPEST + 1, DEEPEST + 1), np.int64)
    buffer = np.zeros(len(field.lines) + 1, np.int64)
    return Stack(masks, holder, legal_lines, drawn_lines, moves, hopes, at, best_moves, buffer, np.zeros_like(buffer))


def new_table() -> Table:
    """Return an empty table."""
    return Table(np.zeros(ENTRIES, np.uint64), np.zeros(ENTRIES, np.int8), np.zeros(ENTRIES, np.int8))


def has_few_lines(state: State) -> bool:
    """Return whether so few lines are left that the end may be solved."""
    return sum(int(word).bit_count() for word in state.legal) <= MOST_LINES


@kernel
def solve_end(field: Field, seat: int, passes: int, stack: Stack, table: Table, most: int, watch: Watch) -> int:
    """Return First's final lead under best play, with the principal variation in `stack.best[0]`.

    Return `UNSOLVED` after `most` states or when the watch rings.
    """
    at, depth, states = stack.at, 0, 0
    at[0, SEAT], at[0, PASSES], at[0, LOW], at[0, HIGH] = seat, passes, -FAR, FAR
    lead = _enter_state(field, stack, table, 0)
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
                lead = _enter_state(field, stack, table, depth)
                continue
            _remember(stack, table, depth)
            lead = at[depth, LEAD]
        if depth == 0:
            return int(lead)
        depth -= 1
        _record_lead(stack, depth, lead)
        lead = UNSOLVED


@tight
def _state(stack: Stack, depth: int) -> State:
    return State(stack.masks[depth], stack.holder[depth], stack.legal[depth], stack.drawn[depth])


@section
def _enter_state(field: Field, stack: Stack, table: Table, depth: int) -> int:
    """Return First's lead if it is known at once; else list the moves and return `UNSOLVED`.

    The most promising moves come first.
    """
    state, at = _state(stack, depth), stack.at
    at[depth, LENGTH] = 0
    count = list_legal_lines(state, stack.buffer)
    if at[depth, PASSES] == 2 or count == 0:
        return margin(state)
    at[depth, LOWEST], at[depth, HIGHEST] = at[depth, LOW], at[depth, HIGH]
    key = _state_key(stack, depth)
    place = np.int64(key % np.uint64(ENTRIES))
    if depth and table.key[place] == key:
        lead, bound_kind = table.lead[place], table.bound[place]
        low, high = at[depth, LOW], at[depth, HIGH]
        if bound_kind == EXACT or (bound_kind == AT_LEAST and lead >= high) or (bound_kind == AT_MOST and lead <= low):
            return int(lead)
    at[depth, COUNT], at[depth, TRIED] = count + 1, 0
    at[depth, LEAD] = -FAR if at[depth, SEAT] == 0 else FAR
    stack.buffer[count] = PASS
    for i in range(count + 1):
        hope, to = _move_priority(field, state, stack, stack.buffer[i], depth), i
        while to > 0 and stack.hopes[to - 1] < hope:
            stack.hopes[to], stack.moves[depth, to] = stack.hopes[to - 1], stack.moves[depth, to - 1]
            to -= 1
        stack.hopes[to], stack.moves[depth, to] = hope, stack.buffer[i]
    return UNSOLVED


@tight
def _move_priority(field: Field, state: State, stack: Stack, move: int, depth: int) -> float:
    if depth == 0:
        return float(stack.order[move])
    return -1.0 if move == PASS else line_promise(field, state, move, stack.at[depth, SEAT])


@section
def _step(field: Field, stack: Stack, depth: int) -> None:
    """Play the next move at this depth and write the state to the next row."""
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
        draw_line(field, _state(stack, below), move, at[depth, SEAT])


@section
def _record_lead(stack: Stack, depth: int, lead: int) -> None:
    """Record the lead that results from the last move at this depth."""
    at, first = stack.at, stack.at[depth, SEAT] == 0
    if lead <= at[depth, LEAD] if first else lead >= at[depth, LEAD]:
        return
    at[depth, LEAD] = lead
    if first:
        at[depth, LOW] = max(at[depth, LOW], lead)
    else:
        at[depth, HIGH] = min(at[depth, HIGH], lead)
    stack.best[depth, 0] = stack.moves[depth, at[depth, TRIED] - 1]
    for i in range(at[depth + 1, LENGTH]):
        stack.best[depth, i + 1] = stack.best[depth + 1, i]
    at[depth, LENGTH] = at[depth + 1, LENGTH] + 1


@section
def _remember(stack: Stack, table: Table, depth: int) -> None:
    at = stack.at
    key, lead = _state_key(stack, depth), at[depth, LEAD]
    place = np.int64(key % np.uint64(ENTRIES))
    bound_kind = AT_MOST if lead <= at[depth, LOWEST] else AT_LEAST if lead >= at[depth, HIGHEST] else EXACT
    table.key[place], table.lead[place], table.bound[place] = key, lead, bound_kind


@section
def _state_key(stack: Stack, depth: int) -> np.uint64:
    """Return a 64-bit hash of a state with the seat to move and the passes."""
    key = _mix_key(np.uint64(2 * stack.at[depth, PASSES] + stack.at[depth, SEAT] + 1), np.uint64(0))
    for i in range(stack.masks.shape[1]):
        key = _mix_key(key, stack.masks[depth, i])
    for i in range(stack.holder.shape[1]):
        key = _mix_key(key, np.uint64(stack.holder[depth, i] + 1))
    for i in range(stack.legal.shape[1]):
        key = _mix_key(key, stack.legal[depth, i])
        key = _mix_key(key, stack.drawn[depth, 0, i])
        key = _mix_key(key, stack.drawn[depth, 1, i])
    return key


@tight
def _mix_key(key: np.uint64, word: np.uint64) -> np.uint64:
    key = (key ^ word) * np.uint64(0x9E3779B97F4A7C15)
    return key ^ (key >> np.uint64(29))
