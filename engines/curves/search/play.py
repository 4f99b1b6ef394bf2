"""One move in the search: what a line takes and releases, how promising it looks, and a game played out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.curves.search.field import FULL, HELD, JOINED, ONCE, WORD, Field, State, join, strike
from engines.curves.search.geometry import encloses
from engines.kernels.compiling import part, section, tight
from engines.kernels.intrinsics import popcount, trailing_zeros

PASS = -1
GLANCES = 6
THREAT, SAVING, IDLE = 0.4, 0.6, 0.05
NONE = np.uint64(0)
ONE = np.uint64(1)


@tight
def taken(field: Field, state: State, line: int, seat: int) -> np.uint64:
    """The free points in the zone that the drawer will hold by this line (some may be the drawer's already)."""
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
def released(field: Field, state: State, line: int, seat: int, won: np.uint64) -> np.uint64:
    """The opponent's points that the line takes back."""
    masks = state.masks
    theirs: np.uint64 = field.ends[line] & masks[HELD + 1 - seat]
    both = theirs == field.ends[line]
    if both and field.zone[line] & (masks[HELD + seat] | won) != NONE and _wholly_within(field, state, line, 1 - seat):
        return theirs
    theirs &= masks[ONCE + seat]
    return theirs


@tight
def _wholly_within(field: Field, state: State, line: int, seat: int) -> bool:
    """One zone of a seat has both ends of a line in it, and all of the line."""
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
def draw(field: Field, state: State, line: int, seat: int) -> None:
    """Draws a line: captures, releases, and strikes off what may no longer be drawn."""
    masks = state.masks
    won = taken(field, state, line, seat)
    lost = released(field, state, line, seat, won)
    masks[HELD + seat] |= won
    masks[HELD + 1 - seat] &= ~(won | lost)
    while won != NONE:
        state.holder[np.int64(trailing_zeros(won))] = line
        won &= won - ONE
    join(masks, field.ends[line], seat)
    state.drawn[seat, line // WORD] |= ONE << np.uint64(line % WORD)
    strike(field, state, line)
    full = masks[FULL] & field.ends[line]
    while full != NONE:
        for place in range(state.legal.size):
            state.legal[place] &= ~field.at[np.int64(trailing_zeros(full)), place]
        full &= full - ONE


@part
def promise(field: Field, state: State, line: int, seat: int) -> float:
    """How good a line looks at once: by how much the lead grows, and a little for threats and saved points."""
    masks, ends = state.masks, field.ends[line]
    won = taken(field, state, line, seat)
    fresh, stolen = won & ~(masks[HELD] | masks[HELD + 1]), won & masks[HELD + 1 - seat]
    lost = released(field, state, line, seat, won)
    gain = popcount(fresh) + 2 * popcount(stolen) + popcount(lost)
    threats = ends & masks[HELD + 1 - seat] & ~masks[JOINED] & ~lost
    saved = ends & masks[HELD + seat] & masks[ONCE + 1 - seat]
    return float(gain) + THREAT * float(popcount(threats)) + SAVING * float(popcount(saved))


@tight
def margin(state: State) -> int:
    """First's lead."""
    return int(np.int64(popcount(state.masks[HELD]))) - int(np.int64(popcount(state.masks[HELD + 1])))


@tight
def listed(state: State, found: NDArray[np.int64]) -> int:
    """Writes down the numbers of the lines that may be drawn; how many."""
    count = 0
    for place in range(state.legal.size):
        word = state.legal[place]
        while word != NONE:
            found[count] = WORD * place + np.int64(trailing_zeros(word))
            word &= word - ONE
            count += 1
    return count


@section
def play_out(field: Field, state: State, seat: int, passes: int, found: NDArray[np.int64]) -> int:
    """Plays to the end, each turn the most promising of a few lines picked at random; First's lead then."""
    while passes < 2:
        count = listed(state, found)
        if count == 0:
            break
        best, most = PASS, 0.0
        for _ in range(min(GLANCES, count)):
            line = found[np.random.randint(count)]
            look = promise(field, state, line, seat) + IDLE * np.random.random()
            if look > most:
                best, most = line, look
        if most < IDLE and np.random.random() < 0.5:
            best = PASS
        if best == PASS:
            passes += 1
        else:
            passes = 0
            draw(field, state, best, seat)
        seat = 1 - seat
    return margin(state)
