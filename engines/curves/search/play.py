"""One move in the search: the points that a line takes and releases, its estimate, and a random playout."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.curves.search.field import FULL, HELD, JOINED, ONCE, WORD, Field, State, join_ends, strike_lines
from engines.curves.search.geometry import encloses
from engines.kernels.compiling import part, section, tight
from engines.kernels.intrinsics import popcount, trailing_zeros

PASS = -1
GLANCES = 6
THREAT, SAVING, IDLE = 0.4, 0.6, 0.05
NONE = np.uint64(0)
ONE = np.uint64(1)


@tight
def taken_points(field: Field, state: State, line: int, seat: int) -> np.uint64:
    """Return the free points in the zone that the seat will hold by this line.

    The seat may hold some of them already.
    """
    masks = state.masks
    inside: np.uint64 = field.zone[line] & ~(masks[JOINED] | field.ends[line])
    rest = inside & (masks[HELD] | masks[HELD + 1])
    while rest != NONE:
        point = trailing_zeros(rest)
        rest &= rest - ONE
        if encloses(field.lines, line, state.holder[np.int64(point)]):
            inside ^= ONE << point
    return inside


@tight
def released_points(field: Field, state: State, line: int, seat: int, won_points: np.uint64) -> np.uint64:
    """Return the opponent's points that the line releases."""
    masks = state.masks
    theirs: np.uint64 = field.ends[line] & masks[HELD + 1 - seat]
    both = theirs == field.ends[line]
    if (
        both
        and field.zone[line] & (masks[HELD + seat] | won_points) != NONE
        and _is_wholly_within(field, state, line, 1 - seat)
    ):
        return theirs
    theirs &= masks[ONCE + seat]
    return theirs


@tight
def _is_wholly_within(field: Field, state: State, line: int, seat: int) -> bool:
    """Return whether a line, with both ends, lies wholly in one zone of a seat."""
    ends = field.ends[line]
    for place in range(state.legal.size):
        word = state.drawn[seat, place]
        while word != NONE:
            outer = int(WORD * place + np.int64(trailing_zeros(word)))
            if field.zone[outer] & ends == ends and encloses(field.lines, outer, line):
                return True
            word &= word - ONE
    return False


@part
def draw_line(field: Field, state: State, line: int, seat: int) -> None:
    """Draw a line: capture and release points, and remove the lines that become illegal."""
    masks = state.masks
    won_points = taken_points(field, state, line, seat)
    lost_points = released_points(field, state, line, seat, won_points)
    masks[HELD + seat] |= won_points
    masks[HELD + 1 - seat] &= ~(won_points | lost_points)
    while won_points != NONE:
        state.holder[np.int64(trailing_zeros(won_points))] = line
        won_points &= won_points - ONE
    join_ends(masks, field.ends[line], seat)
    state.drawn[seat, line // WORD] |= ONE << np.uint64(line % WORD)
    strike_lines(field, state, line)
    full_points = masks[FULL] & field.ends[line]
    while full_points != NONE:
        for place in range(state.legal.size):
            state.legal[place] &= ~field.at[np.int64(trailing_zeros(full_points)), place]
        full_points &= full_points - ONE


@part
def line_promise(field: Field, state: State, line: int, seat: int) -> float:
    """Estimate a line: the immediate growth of the lead, plus a little for threats and saved points."""
    masks, ends = state.masks, field.ends[line]
    won_points = taken_points(field, state, line, seat)
    fresh_points, stolen_points = won_points & ~(masks[HELD] | masks[HELD + 1]), won_points & masks[HELD + 1 - seat]
    lost_points = released_points(field, state, line, seat, won_points)
    gain = popcount(fresh_points) + 2 * popcount(stolen_points) + popcount(lost_points)
    threatened_points = ends & masks[HELD + 1 - seat] & ~masks[JOINED] & ~lost_points
    saved_points = ends & masks[HELD + seat] & masks[ONCE + 1 - seat]
    return float(gain) + THREAT * float(popcount(threatened_points)) + SAVING * float(popcount(saved_points))


@tight
def margin(state: State) -> int:
    """Return First's lead."""
    return int(np.int64(popcount(state.masks[HELD]))) - int(np.int64(popcount(state.masks[HELD + 1])))


@tight
def list_legal_lines(state: State, buffer: NDArray[np.int64]) -> int:
    """Write the numbers of the legal lines to `buffer`; return their count."""
    count = 0
    for place in range(state.legal.size):
        word = state.legal[place]
        while word != NONE:
            buffer[count] = WORD * place + np.int64(trailing_zeros(word))
            word &= word - ONE
            count += 1
    return count


@section
def play_out(field: Field, state: State, seat: int, passes: int, buffer: NDArray[np.int64]) -> int:
    """Play random moves to the end; return First's final lead.

    Each turn plays the most promising of a few random lines.
    """
    while passes < 2:
        count = list_legal_lines(state, buffer)
        if count == 0:
            break
        best_line, most = PASS, 0.0
        for _ in range(min(GLANCES, count)):
            line = buffer[np.random.randint(count)]
            look = line_promise(field, state, line, seat) + IDLE * np.random.random()
            if look > most:
                best_line, most = line, look
        if most < IDLE and np.random.random() < 0.5:
            best_line = PASS
        if best_line == PASS:
            passes += 1
        else:
            passes = 0
            draw_line(field, state, best_line, seat)
        seat = 1 - seat
    return margin(state)
