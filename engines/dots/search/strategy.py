"""Which moves a proof of a board's value writes (`engines.dots.verify` says what a proof is), so that it is small.

From the empty board on, by the number of open sides, it is noted what must be shown. Where several moves reach what is
claimed of a position, those are taken that serve many claims at once and need few new ones (a greedy set cover).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.alphabeta import at_least
from engines.dots.search.board import WORD, Board
from engines.dots.search.chains import Chains, no_chains, number_of, prepare, trace
from engines.dots.search.removal import put_back, take_out
from engines.dots.search.root import Root
from engines.dots.search.table import look_up, mixed
from engines.dots.search.walk import NONE, ONE, place_of
from engines.dots.search.workspace import Desk
from engines.kernels.alarm import Watch
from engines.kernels.compiling import kernel, tight
from engines.kernels.intrinsics import popcount, signed
from engines.kernels.record import record

Words = NDArray[np.uint64]
Small = NDArray[np.int8]
Places = NDArray[np.int64]
Flags = NDArray[np.uint8]
Weights = NDArray[np.float32]

SMALLEST = 16
AT_ONCE = 1 << 20
LEAST_WEIGHT, STEP = 0.2, 0.93


class Claims(NamedTuple):
    """Positions by number, the margins claimed of them, and how many there are; `number` is 0 where there is none."""

    number: Words
    sides: Words
    margin: Small
    held: Places


class Options:
    """What each move of a position leads to: its number and check number, its open sides, how many boxes it has, how
    many were taken, how many may be handed back, and the side drawn."""

    number: Words
    check: Words
    sides: Words
    boxes: Places
    taken: Places
    gift: Places
    side: Places


class Asker(NamedTuple):
    """The exact search, with a desk of its own, and chains and options of whoever asks."""

    board: Board
    desk: Desk
    watch: Watch
    chains: Chains
    options: Options


class Ways(NamedTuple):
    """The moves that show claims: whose place that is, what the move leads to, and the margin to claim there."""

    who: Places
    number: Words
    sides: Words
    margin: Small


@dataclass(frozen=True)
class Strategy:
    """What must be shown of which positions, and whom to ask."""

    asker: Asker
    low: Claims
    high: Claims

    def moves(self, positions: list[int], margins: list[int]) -> bytes:
        """The sides that reach these margins, by what else must be shown."""
        answers = np.zeros(len(positions), np.uint8)
        _sides_of(self.asker, self.low, self.high, np.array(positions, np.uint64), np.array(margins, np.int8), answers)
        return answers.tobytes()

    def keeps(self, positions: list[int], gifts: list[int]) -> bytes:
        """Whether the one to move is not behind by more than a gift."""
        answers = np.zeros(len(positions), np.uint8)
        _keeps(self.asker, np.array(positions, np.uint64), np.array(gifts, np.int8), answers)
        return answers.tobytes()


def strategy(root: Root, margin: int) -> Strategy:
    """The moves by which a board's value can be shown; raises `MemoryError` if there are too many."""
    sides = len(root.sheet.numbers)
    words, numbers = [(np.uint64, WORD)] * 3, [(np.int64, WORD)] * 4
    options = record(Options, *words, *numbers)
    asker = Asker(root.sheet.board, root.desks[0], root.watch, no_chains(3), options)
    room = 1 << max(SMALLEST, 2 * sides // 3)
    low, high = _no_claims(room), _no_claims(room >> 2)
    _begin(asker, low, high, np.uint64(root.sheet.sides), margin)
    for size in range(sides, 0, -1):
        _show_high(asker, low, high, size)
        _show_low(asker, low, high, size)
        if any(claims.held[0] >= _most(claims) for claims in (low, high)):
            raise MemoryError("a proof of this board has too many positions")
    return Strategy(asker, low, high)


def _no_claims(words: int) -> Claims:
    return Claims(
        np.zeros(words, np.uint64), np.zeros(words, np.uint64), np.zeros(words, np.int8), np.zeros(1, np.int64)
    )


@tight
def _most(claims: Claims) -> int:
    """How many claims there is room for, so that one is soon found."""
    return claims.number.size // 4 * 3


def _show_low(asker: Asker, low: Claims, high: Claims, size: int) -> None:
    """Claims what the claims `low` of positions of so many open sides need."""
    ways = _ways(asker, low, high, size)
    order = np.lexsort((ways.margin, ways.number))
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


def _ways(asker: Asker, low: Claims, high: Claims, size: int) -> Ways:
    """The moves for all claims `low` of so many open sides that are not shown yet."""
    parts, start = [], 0
    while start < low.number.size:
        number, sides = np.zeros(AT_ONCE, np.uint64), np.zeros(AT_ONCE, np.uint64)
        part = Ways(np.zeros(AT_ONCE, np.int64), number, sides, np.zeros(AT_ONCE, np.int8))
        start, count = _list_ways(asker, low, high, size, start, part)
        parts.append([column[:count].copy() for column in part])
    return Ways(*map(np.concatenate, zip(*parts, strict=True)))


@tight
def _slot(claims: Claims, number: np.uint64) -> int:
    """Where a position is, or would be."""
    last = np.uint64(claims.number.size - 1)
    at = number & last
    while claims.number[at] != NONE and claims.number[at] != number:
        at = (at + ONE) & last
    return signed(at)


@tight
def _claim(claims: Claims, sign: int, number: np.uint64, sides: np.uint64, boxes: int, margin: int) -> None:
    """Adds a claim (sign 1: at least, -1: at most) unless it is trivial."""
    margin += sign * ((margin ^ boxes) & 1)
    if sign * margin > -boxes:
        _add(claims, sign, number, sides, margin)


@tight
def _add(claims: Claims, sign: int, number: np.uint64, sides: np.uint64, margin: int) -> None:
    """Adds a claim if there is room; the strongest about a position holds."""
    at = _slot(claims, number)
    if claims.number[at] != NONE:
        claims.margin[at] = sign * max(sign * margin, sign * claims.margin[at])
    elif claims.held[0] < _most(claims):
        claims.number[at], claims.sides[at], claims.margin[at] = number, sides, margin
        claims.held[0] += 1


@tight
def _is_claimed(claims: Claims, sign: int, number: np.uint64, boxes: int, margin: int) -> bool:
    """Whether a claim is made already, or trivial."""
    margin += sign * ((margin ^ boxes) & 1)
    if sign * margin <= -boxes:
        return True
    at = _slot(claims, number)
    return bool(claims.number[at] != NONE and sign * claims.margin[at] >= sign * margin)


@tight
def _boxes(board: Board, sides: np.uint64) -> int:
    """How many boxes are open."""
    count = 0
    for mask in board.masks:
        count += 1 if sides & mask != NONE else 0
    return count


@tight
def _list(board: Board, chains: Chains, options: Options, sides: np.uint64) -> int:
    """Lists all moves of a position but for equal sides; how many."""
    trace(board, chains, sides)
    boxes, count, lone, long = _boxes(board, sides), 0, chains.lone[0], chains.long[0]
    while lone | long != NONE:
        if lone != NONE:
            chain = place_of(lone)
            lone &= lone - ONE
            if lone & board.above[chain] != NONE:
                continue
        else:
            chain = WORD + place_of(long)
            long &= long - ONE
        rest, taken = take_out(board, chains, 0, sides, chain)
        number, check = number_of(board, chains, 1)
        put_back(chains, 0)
        options.number[count], options.check[count], options.sides[count] = mixed(number), check, rest
        options.boxes[count], options.taken[count] = boxes - taken, taken
        options.gift[count] = signed(chains.gift[chain]) if chain >= WORD else 0
        options.side[count] = place_of(chains.sides[chain])
        count += 1
    return count


@tight
def _reaches(board: Board, desk: Desk, watch: Watch, options: Options, each: int, goal: int) -> bool:
    """Whether what an option leads to is worth at least `goal` to the one to move there."""
    boxes = options.boxes[each]
    goal += (goal ^ boxes) & 1
    if goal <= -boxes or goal > boxes:
        return bool(goal <= -boxes)
    low, high = look_up(desk.words, options.number[each], options.check[each], boxes)
    if low >= goal or high < goal:
        return bool(low >= goal)
    return at_least(board, desk, watch, options.sides[each], goal)


@tight
def _is_enough(asker: Asker, each: int, margin: int) -> bool:
    """Whether a move reaches a margin."""
    board, desk, watch, options = asker.board, asker.desk, asker.watch, asker.options
    taken, gift = options.taken[each], options.gift[each]
    if gift > 0 and gift - taken < margin:
        return False
    if _reaches(board, desk, watch, options, each, 1 - taken - margin):
        return False
    return gift == 0 or _reaches(board, desk, watch, options, each, taken + margin - 2 * gift)


@tight
def _is_shown(asker: Asker, low: Claims, high: Claims, each: int, margin: int) -> bool:
    """Whether all is claimed already that a move needs to reach a margin."""
    options = asker.options
    number, boxes, taken, gift = options.number[each], options.boxes[each], options.taken[each], options.gift[each]
    if gift > 0 and gift - taken < margin:
        return False
    if not _is_claimed(high, -1, number, boxes, -taken - margin):
        return False
    return gift == 0 or _is_claimed(low, 1, number, boxes, taken + margin - 2 * gift)


@tight
def _shown_by(asker: Asker, low: Claims, high: Claims, count: int, margin: int) -> int:
    """Which move reaches a margin by what is claimed already; -1 if none does."""
    for each in range(count):
        if _is_shown(asker, low, high, each, margin):
            return each
    return -1


@tight
def _is_new(options: Options, each: int) -> bool:
    """Whether no move listed before leads to the same position."""
    count = 0
    for other in range(each):
        count += options.number[other] == options.number[each]
    return count == 0


@tight
def _is_due(claims: Claims, at: int, size: int) -> bool:
    return bool(claims.number[at] != NONE and signed(popcount(claims.sides[at])) == size)


@kernel
def _begin(asker: Asker, low: Claims, high: Claims, sides: np.uint64, margin: int) -> None:
    """Claims the margin of the position to be proved."""
    prepare(asker.board, asker.chains)
    trace(asker.board, asker.chains, sides)
    number, _ = number_of(asker.board, asker.chains, 0)
    boxes = _boxes(asker.board, sides)
    _claim(low, 1, mixed(number), sides, boxes, margin)
    _claim(high, -1, mixed(number), sides, boxes, margin)


@kernel
def _show_high(asker: Asker, low: Claims, high: Claims, size: int) -> None:
    """Claims what the claims `high` of positions of so many open sides need."""
    options = asker.options
    for at in range(high.number.size):
        if not _is_due(high, at, size):
            continue
        margin = high.margin[at]
        for each in range(_list(asker.board, asker.chains, options, high.sides[at])):
            number, sides, boxes = options.number[each], options.sides[each], options.boxes[each]
            taken, gift = options.taken[each], options.gift[each]
            if gift == 0:
                _claim(low, 1, number, sides, boxes, -taken - margin)
            elif gift - taken > margin:
                if _reaches(asker.board, asker.desk, asker.watch, options, each, -gift):
                    _claim(low, 1, number, sides, boxes, -taken - margin)
                else:
                    _claim(high, -1, number, sides, boxes, taken + margin - 2 * gift)


@kernel
def _list_ways(asker: Asker, low: Claims, high: Claims, size: int, start: int, ways: Ways) -> tuple[int, int]:
    """Lists the ways for claims from a place on, until the list is full: where it ended, and how many there are.

    Of moves that may be handed boxes back one is taken at once, where there are no others.
    """
    found = 0
    for at in range(start, low.number.size):
        if not _is_due(low, at, size):
            continue
        if found + WORD > ways.who.size:
            return at, found
        margin = low.margin[at]
        count = _list(asker.board, asker.chains, asker.options, low.sides[at])
        if _shown_by(asker, low, high, count, margin) < 0:
            more = _add_ways(asker, at, count, margin, ways, found)
            if more == 0:
                _give(asker, low, high, count, margin)
            found += more
    return low.number.size, found


@tight
def _add_ways(asker: Asker, at: int, count: int, margin: int, ways: Ways, found: int) -> int:
    """Adds the ways for one claim to those found; how many."""
    options, more = asker.options, 0
    for each in range(count):
        if options.gift[each] == 0 and _is_enough(asker, each, margin):
            most = -options.taken[each] - margin
            ways.who[found + more], ways.margin[found + more] = at, most - ((most ^ options.boxes[each]) & 1)
            ways.number[found + more], ways.sides[found + more] = options.number[each], options.sides[each]
            more += 1
    return more


@tight
def _give(asker: Asker, low: Claims, high: Claims, count: int, margin: int) -> None:
    """Claims what a move needs that lets the other hand boxes back."""
    options = asker.options
    for each in range(count):
        if options.gift[each] > 0 and _is_enough(asker, each, margin):
            number, sides, boxes = options.number[each], options.sides[each], options.boxes[each]
            taken, gift = options.taken[each], options.gift[each]
            _claim(high, -1, number, sides, boxes, -taken - margin)
            _claim(low, 1, number, sides, boxes, taken + margin - 2 * gift)
            return


@kernel
def _weigh(asker: Asker, low: Claims, sides: Words, margins: Small, weights: Weights) -> None:
    """How many new claims each of these positions needs, if so much at most is claimed of it."""
    options = asker.options
    for at in range(sides.size):
        weights[at] = LEAST_WEIGHT
        for each in range(_list(asker.board, asker.chains, options, sides[at])):
            number, boxes = options.number[each], options.boxes[each]
            taken, gift = options.taken[each], options.gift[each]
            if gift == 0:
                known = not _is_new(options, each) or _is_claimed(low, 1, number, boxes, -taken - margins[at])
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
        _add(high, -1, number[each], sides[each], margins[each])


@kernel
def _keeps(asker: Asker, rests: Words, gifts: Small, answers: Flags) -> None:
    for each in range(rests.size):
        answers[each] = at_least(asker.board, asker.desk, asker.watch, rests[each], -gifts[each])


@kernel
def _sides_of(asker: Asker, low: Claims, high: Claims, positions: Words, margins: Small, answers: Flags) -> None:
    for at in range(positions.size):
        count = _list(asker.board, asker.chains, asker.options, positions[at])
        each = _shown_by(asker, low, high, count, margins[at])
        answers[at] = asker.options.side[each]
