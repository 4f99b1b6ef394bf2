"""Which moves a proof of a board's value writes (`engines.dots.verify` says what a proof is), so that it is small.

From the empty board on, by the number of open sides, it is noted what must be shown. Moves are taken that the search of
the value found already, for what they lead to was searched as well, and so is met again and again; of several those
that serve many claims at once and need few new ones (a greedy set cover).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.alphabeta import at_least
from engines.dots.search.board import WORD
from engines.dots.search.claims import (
    HIGH,
    LOW,
    Claims,
    Flags,
    Ledger,
    Lister,
    Options,
    Places,
    Small,
    add,
    claim,
    is_claimed,
    is_due,
    list_moves,
    margin_of,
    number_in,
    place_in_order,
)
from engines.dots.search.table import Words, look_up
from engines.dots.search.walk import NONE
from engines.dots.search.workspace import Desk
from engines.kernels.alarm import Watch
from engines.kernels.compiling import kernel, tight

Weights = NDArray[np.float32]

AT_ONCE = 1 << 24
YES, NO, UNSURE = 1, 0, -1
UNLISTED = NONE
LEAST_WEIGHT, STEP = 0.2, 0.93


class Asker(NamedTuple):
    """The exact search, with a desk of its own, and a lister of moves."""

    lister: Lister
    desk: Desk
    watch: Watch


class Ways(NamedTuple):
    """The moves that show claims: whose place that is, what the move leads to, and the margin to claim there."""

    who: Places
    number: Words
    sides: Words
    margin: Small


def choose_moves(asker: Asker, claimed: Ledger, size: int) -> None:
    """Chooses moves in positions of so many open sides, and claims what they need; raises `MemoryError` if there is no
    room for that."""
    low, high, start = claimed.low, claimed.high, 0
    _show_high(asker, low, high, size)
    ways = _no_ways()
    while start < low.number.size:
        start, count = _list_ways(asker, low, high, size, start, ways)
        _choose(asker, low, high, _first(ways, count))
    claimed.check_room()


def _no_ways() -> Ways:
    number, sides = np.zeros(AT_ONCE, np.uint64), np.zeros(AT_ONCE, np.uint64)
    return Ways(np.zeros(AT_ONCE, np.int64), number, sides, np.zeros(AT_ONCE, np.int8))


def _first(ways: Ways, count: int) -> Ways:
    return Ways(ways.who[:count], ways.number[:count], ways.sides[:count], ways.margin[:count])


def answers(asker: Asker, claimed: Ledger, positions: Words, numbers: Small, is_gift: bool) -> Flags:
    """The places of moves that reach these margins, by what is claimed; for a gift, whether the one to move is not
    behind by more."""
    said = np.zeros(len(positions), np.uint8)
    if is_gift:
        _keeps(asker, claimed.low, claimed.high, positions, numbers, said)
    else:
        _places_of(asker, claimed.low, claimed.high, positions, numbers, said)
    return said


def _choose(asker: Asker, low: Claims, high: Claims, ways: Ways) -> None:
    """Claims what the ways chosen need, at least one for each claim that has ways."""
    _claim_first_of_all(asker, low, high, ways.who[ways.number == UNLISTED])
    order = np.lexsort((ways.margin, ways.number))[np.count_nonzero(ways.number == UNLISTED) :]
    number = ways.number[order]
    first = np.flatnonzero(np.r_[number[:1] != 0, number[1:] != number[:-1]])
    starts, heads = np.r_[first, len(order)], order[first]
    weights = np.zeros(len(heads), np.float32)
    _weigh(asker, low, ways.sides[heads], ways.margin[heads], weights)
    _, who = np.unique(ways.who, return_inverse=True)
    chosen = np.zeros(len(heads), np.uint8)
    _cover(order, starts, who, weights, np.zeros(len(who), np.uint8), chosen)
    taken = order[np.repeat(chosen == 1, np.diff(starts))]
    _claim_high(high, ways.number[taken], ways.sides[taken], ways.margin[taken])


@tight
def _known(asker: Asker, each: int, goal: int) -> int:
    """As `_reaches`, by the table alone: YES, NO, or UNSURE."""
    options = asker.lister.options
    boxes = options.boxes[each]
    goal += (goal ^ boxes) & 1
    low, high = look_up(asker.desk.words, options.number[each], options.check[each], boxes)
    return YES if low >= goal else NO if high < goal else UNSURE


@tight
def _reaches(asker: Asker, each: int, goal: int) -> bool:
    """Whether what an option leads to is worth at least `goal` to the one to move there."""
    known = _known(asker, each, goal)
    if known != UNSURE:
        return known == YES
    return at_least(asker.lister.board, asker.desk, asker.watch, asker.lister.options.sides[each], goal)


@tight
def _is_enough(asker: Asker, each: int, margin: int) -> bool:
    """Whether a move reaches a margin."""
    options = asker.lister.options
    taken, gift = options.taken[each], options.gift[each]
    if (gift > 0 and gift - taken < margin) or _reaches(asker, each, 1 - taken - margin):
        return False
    return gift == 0 or _reaches(asker, each, taken + margin - 2 * gift)


@tight
def _is_shown(asker: Asker, low: Claims, high: Claims, each: int, margin: int) -> bool:
    """Whether all is claimed already that a move needs to reach a margin."""
    options = asker.lister.options
    number, boxes, taken, gift = options.number[each], options.boxes[each], options.taken[each], options.gift[each]
    if gift > 0 and gift - taken < margin:
        return False
    if not is_claimed(high, HIGH, number, boxes, -taken - margin):
        return False
    return gift == 0 or is_claimed(low, LOW, number, boxes, taken + margin - 2 * gift)


@tight
def _is_shown_by_any(asker: Asker, low: Claims, high: Claims, count: int, margin: int) -> bool:
    """Whether one of so many moves reaches a margin by what is claimed already."""
    shown = 0
    for each in range(count):
        shown += _is_shown(asker, low, high, each, margin)
    return shown > 0


@tight
def _is_new(options: Options, each: int) -> bool:
    """Whether no move listed before leads to the same position."""
    count = 0
    for other in range(each):
        count += options.number[other] == options.number[each]
    return count == 0


@kernel
def _show_high(asker: Asker, low: Claims, high: Claims, size: int) -> None:
    """Claims what the claims `high` of positions of so many open sides need."""
    options = asker.lister.options
    for at in range(high.number.size):
        if not is_due(high, at, size):
            continue
        margin = high.margin[at]
        for each in range(list_moves(asker.lister, high.sides[at])):
            number, sides, boxes = options.number[each], options.sides[each], options.boxes[each]
            taken, gift = options.taken[each], options.gift[each]
            if gift == 0:
                claim(low, LOW, number, sides, boxes, -taken - margin)
            elif gift - taken > margin:
                if _reaches(asker, each, -gift):
                    claim(low, LOW, number, sides, boxes, -taken - margin)
                else:
                    claim(high, HIGH, number, sides, boxes, taken + margin - 2 * gift)


@kernel
def _list_ways(asker: Asker, low: Claims, high: Claims, size: int, start: int, ways: Ways) -> tuple[int, int]:
    """Lists the ways for claims from a place on, until the list is full: where it ended, and how many there are.

    Where none is known (of those that let the other hand boxes back none is listed), one of the number UNLISTED is.
    """
    found = 0
    for at in range(start, low.number.size):
        if not is_due(low, at, size):
            continue
        if found + WORD > ways.who.size:
            return at, found
        count = list_moves(asker.lister, low.sides[at])
        if not _is_shown_by_any(asker, low, high, count, low.margin[at]):
            more = _add_ways(asker, low, at, count, ways, found)
            if more == 0:
                ways.who[found], ways.number[found], more = at, UNLISTED, 1
            found += more
    return low.number.size, found


@tight
def _add_ways(asker: Asker, low: Claims, at: int, count: int, ways: Ways, found: int) -> int:
    """Adds the ways for one claim that the search has found; how many."""
    more = _add_known(asker, low, at, count, ways, found)
    if more == 0:
        at_least(asker.lister.board, asker.desk, asker.watch, low.sides[at], low.margin[at])
        more = _add_known(asker, low, at, count, ways, found)
    return more


@tight
def _add_known(asker: Asker, low: Claims, at: int, count: int, ways: Ways, found: int) -> int:
    options, margin, more = asker.lister.options, low.margin[at], 0
    for each in range(count):
        goal = -options.taken[each] - margin
        if options.gift[each] == 0 and _known(asker, each, goal + 1) == NO:
            ways.who[found + more], ways.margin[found + more] = at, goal - ((goal ^ options.boxes[each]) & 1)
            ways.number[found + more], ways.sides[found + more] = options.number[each], options.sides[each]
            more += 1
    return more


@kernel
def _claim_first_of_all(asker: Asker, low: Claims, high: Claims, who: Places) -> None:
    """Claims what the first move needs that shows the claim, for each of these places."""
    for at in who:
        count = list_moves(asker.lister, low.sides[at])
        if not _is_shown_by_any(asker, low, high, count, low.margin[at]):
            _claim_first(asker, low, high, count, low.margin[at])


@tight
def _claim_first(asker: Asker, low: Claims, high: Claims, count: int, margin: int) -> None:
    options = asker.lister.options
    for each in range(count):
        if _is_enough(asker, each, margin):
            number, sides, boxes = options.number[each], options.sides[each], options.boxes[each]
            taken, gift = options.taken[each], options.gift[each]
            claim(high, HIGH, number, sides, boxes, -taken - margin)
            if gift > 0:
                claim(low, LOW, number, sides, boxes, taken + margin - 2 * gift)
            return


@kernel
def _weigh(asker: Asker, low: Claims, sides: Words, margins: Small, weights: Weights) -> None:
    """How many new claims each of these positions needs, if so much at most is claimed of it."""
    options = asker.lister.options
    for at in range(sides.size):
        weights[at] = LEAST_WEIGHT
        for each in range(list_moves(asker.lister, sides[at])):
            number, boxes = options.number[each], options.boxes[each]
            taken, gift = options.taken[each], options.gift[each]
            if gift == 0:
                known = not _is_new(options, each) or is_claimed(low, LOW, number, boxes, -taken - margins[at])
            else:
                known = gift - taken <= margins[at]
            weights[at] += 0 if known else 1


@kernel
def _cover(order: Places, starts: Places, who: Places, weights: Weights, covered: Flags, chosen: Flags) -> None:
    """Chooses groups of ways, the i-th being order[starts[i]] up to order[starts[i + 1]], until all are covered.

    By turns those are chosen that cover much for their weight, then those that cover less.
    """
    least = np.float32(0)
    for group in range(weights.size):
        least = max(least, np.float32(starts[group + 1] - starts[group]) / weights[group])
    while least > 0:
        most = np.float32(0)
        for group in range(weights.size):
            if chosen[group]:
                continue
            score = np.float32(_uncovered(order, starts, who, covered, group)) / weights[group]
            if score == 0:
                continue
            if score < least:
                most = max(most, score)
                continue
            chosen[group] = 1
            for each in range(starts[group], starts[group + 1]):
                covered[who[order[each]]] = 1
        least = min(most, least * np.float32(STEP))


@tight
def _uncovered(order: Places, starts: Places, who: Places, covered: Flags, group: int) -> int:
    count = 0
    for each in range(starts[group], starts[group + 1]):
        count += covered[who[order[each]]] == 0
    return count


@kernel
def _claim_high(high: Claims, number: Words, sides: Words, margins: Small) -> None:
    for each in range(number.size):
        add(high, HIGH, number[each], sides[each], margins[each])


@kernel
def _keeps(asker: Asker, low: Claims, high: Claims, rests: Words, gifts: Small, answers: Flags) -> None:
    for each in range(rests.size):
        number, least = number_in(asker.lister, rests[each]), -gifts[each]
        if margin_of(low, number, -WORD) >= least:
            answers[each] = 1
        elif margin_of(high, number, WORD) >= least:
            answers[each] = at_least(asker.lister.board, asker.desk, asker.watch, rests[each], least)


@kernel
def _places_of(asker: Asker, low: Claims, high: Claims, positions: Words, margins: Small, answers: Flags) -> None:
    """The first move in order that reaches the margin by what is claimed."""
    for at in range(positions.size):
        count = list_moves(asker.lister, positions[at])
        first = WORD
        for each in range(count):
            if _is_shown(asker, low, high, each, margins[at]):
                first = min(first, place_in_order(asker.lister.options, count, each))
        answers[at] = first
