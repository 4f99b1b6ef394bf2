"""The exact search: alpha-beta as questions, “is it worth at least so much to the mover?”, each answered once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.search_ahead import FAILS, REACHES, settled
from engines.dots.search_board import WORD, Board
from engines.dots.search_chains import Chains, no_chains, number_of, prepare, trace
from engines.dots.search_crowd import come, crowd, is_there, leave
from engines.dots.search_effects import put_back, take_out
from engines.dots.search_moves import WIDTH, Moves, list_moves, no_moves, put, worth
from engines.dots.search_order import CERTAIN, NOBODY, Order, learn, order, promise
from engines.dots.search_table import Words, look_up, mixed, store
from engines.dots.search_walk import NONE
from engines.search import Watch, popcount, rung, seldom, signed, tight

NODES, MOST, ENDED, BEGUN = 0, 1, 2, 3
POLL = 15
NO, YES, GO_ON, NEW = 0, 1, 2, 3
NOTHING, TOO_GOOD, GOOD_ENOUGH = 0, 1, 2
ELSEWHERE = 1 << 20
# How many plies it pays to look further than the moves, with so many open sides at least, in a search that has had so
# many nodes without an answer.
AHEAD_PLIES, AHEAD_SIDES, AHEAD_AFTER = 6, 25, 3000


class Stack(NamedTuple):
    """For each depth: the position and its numbers, the goal asked about, the moves left to try, which question was
    put last, and the side drawn before."""

    sides: NDArray[np.uint64]
    number: NDArray[np.uint64]
    check: NDArray[np.uint64]
    goal: NDArray[np.int64]
    boxes: NDArray[np.int64]
    at: NDArray[np.int64]
    end: NDArray[np.int64]
    asked: NDArray[np.int64]
    before: NDArray[np.int64]


class Desk(NamedTuple):
    """What a thread writes on: the table and the crowd, which are shared, and its own chains, moves by depth, which
    sides did well, and counts (see NODES, MOST, ENDED, BEGUN)."""

    words: Words
    crowd: Words
    chains: Chains
    moves: Moves
    stack: Stack
    order: Order
    counts: NDArray[np.int64]


def desks(words: Words, nodes: int | None, threads: int = 1) -> tuple[Desk, ...]:
    """Clean desks for the threads of a search; each ends after so many nodes."""
    shared = crowd(threads)
    return tuple(_desk(words, shared, nodes) for _ in range(threads))


def _desk(words: Words, shared: Words, nodes: int | None) -> Desk:
    deepest = WORD + 2
    sides, number, check = (np.zeros(deepest, np.uint64) for _ in range(3))
    stack = Stack(sides, number, check, *(np.zeros(deepest, np.int64) for _ in range(6)))
    counts = np.array([0, nodes or 1 << 62, 0, 0], np.int64)
    return Desk(words, shared, no_chains(deepest + 1), no_moves(deepest), stack, order(), counts)


@seldom
def _number_first(board: Board, desk: Desk, sides: np.uint64) -> None:
    """Notes the numbers and the open boxes of the position that is asked about."""
    prepare(board, desk.chains)
    trace(board, desk.chains, sides)
    number, check = number_of(board, desk.chains, 0)
    desk.stack.number[0], desk.stack.check[0] = mixed(number), check
    desk.stack.boxes[0] = 0
    for mask in board.masks:
        desk.stack.boxes[0] += sides & mask != NONE


@tight
def _enter(board: Board, desk: Desk, watch: Watch, depth: int) -> int:
    """Lists the moves of a position that may still reach its goal, unless the table answers at once."""
    stack = desk.stack
    desk.counts[NODES] += 1
    if desk.counts[NODES] & POLL == 0 and (rung(watch) or desk.counts[NODES] >= desk.counts[MOST]):
        desk.counts[ENDED] = 1
    boxes = stack.boxes[depth]
    goal = stack.goal[depth] + ((stack.goal[depth] ^ boxes) & 1)
    stack.goal[depth] = goal
    if goal <= -boxes or goal > boxes:
        return YES if goal <= -boxes else NO
    sides = stack.sides[depth]
    end = list_moves(board, desk.chains, desk.moves, desk.words, depth, sides, goal)
    if _sift(board, desk, depth, end):
        return _known(desk, depth, YES)
    is_long = desk.counts[NODES] - desk.counts[BEGUN] >= AHEAD_AFTER
    if is_long and depth < AHEAD_PLIES and popcount(sides) >= AHEAD_SIDES and _look_ahead(board, desk, depth):
        return _known(desk, depth, YES)
    return GO_ON


@tight
def _sift(board: Board, desk: Desk, depth: int, end: int) -> bool:
    """Keeps and ranks the moves that may reach the goal as far as the table knows; True if one does for certain."""
    stack, moves, base = desk.stack, desk.moves, depth * WIDTH
    boxes, goal, kept = stack.boxes[depth], stack.goal[depth], base
    for at in range(base, end):
        taken, gift = moves.taken[at], moves.gift[at]
        low, high = look_up(desk.words, moves.number[at], moves.check[at], boxes - taken)
        least, most = worth(taken, gift, low, high)
        if least >= goal:
            return True
        if most >= goal:
            moves.low[at], moves.high[at] = low, high
            put(moves, at, kept)
            kept += 1
    stack.at[depth], stack.end[depth] = base - 1, kept
    sides, before = stack.sides[depth], stack.before[depth]
    size = signed(popcount(sides))
    for at in range(base, kept):
        moves.rank[at] = promise(desk.order, board, sides, size, before, moves.side[at])
    return False


@seldom
def _look_ahead(board: Board, desk: Desk, depth: int) -> bool:
    """Drops the moves that fail, and ranks the others by how far each is settled; True if one reaches the goal."""
    stack, moves = desk.stack, desk.moves
    sides, boxes, goal, kept = stack.sides[depth], stack.boxes[depth], stack.goal[depth], depth * WIDTH
    for at in range(depth * WIDTH, stack.end[depth]):
        if moves.gift[at] == 0:
            share = settled(board, desk.chains, moves, desk.words, depth, at, sides, boxes, goal)
            if share == REACHES:
                return True
            if share == FAILS:
                continue
            moves.rank[at] += share
        put(moves, at, kept)
        kept += 1
    stack.end[depth] = kept
    return False


@tight
def _known(desk: Desk, depth: int, answer: int) -> int:
    """Notes an answer in the table."""
    size = signed(popcount(desk.stack.sides[depth]))
    goal, boxes = desk.stack.goal[depth], desk.stack.boxes[depth]
    low, high = (goal, boxes) if answer == YES else (-boxes, goal - 2)
    store(desk.words, desk.stack.number[depth], desk.stack.check[depth], size, low, high)
    return answer


@tight
def _next_move(desk: Desk, depth: int) -> bool:
    """Brings the most promising of the moves left to the front; False if there are none."""
    while desk.stack.at[depth] + 1 < desk.stack.end[depth]:
        desk.stack.at[depth] += 1
        start = desk.stack.at[depth]
        _swap(desk.moves, start, _best(desk, start, desk.stack.end[depth], start > depth * WIDTH))
        if _is_open(desk, depth):
            return True
    return False


@tight
def _best(desk: Desk, start: int, end: int, apart: bool) -> int:
    """The most promising move; if `apart`, one rather where no other thread is."""
    best, most = start, -1
    for at in range(start, end):
        rank = desk.moves.rank[at]
        if not (apart and is_there(desk.crowd, desk.moves.number[at])):
            rank += ELSEWHERE
        if rank > most:
            best, most = at, rank
    return best


@tight
def _is_open(desk: Desk, depth: int) -> bool:
    """Whether the move at the front may still reach the goal, as far as other threads have found."""
    if desk.crowd.size == 0:
        return True
    moves, at = desk.moves, desk.stack.at[depth]
    taken = moves.taken[at]
    low, high = look_up(desk.words, moves.number[at], moves.check[at], desk.stack.boxes[depth] - taken)
    moves.low[at], moves.high[at] = max(moves.low[at], low), min(moves.high[at], high)
    _, most = worth(taken, moves.gift[at], moves.low[at], moves.high[at])
    return bool(most >= desk.stack.goal[depth])


@tight
def _swap(moves: Moves, one: int, other: int) -> None:
    if one != other:
        moves.rest[one], moves.rest[other] = moves.rest[other], moves.rest[one]
        moves.taken[one], moves.taken[other] = moves.taken[other], moves.taken[one]
        moves.chain[one], moves.chain[other] = moves.chain[other], moves.chain[one]
        moves.gift[one], moves.gift[other] = moves.gift[other], moves.gift[one]
        moves.side[one], moves.side[other] = moves.side[other], moves.side[one]
        moves.number[one], moves.number[other] = moves.number[other], moves.number[one]
        moves.check[one], moves.check[other] = moves.check[other], moves.check[one]
        moves.low[one], moves.low[other] = moves.low[other], moves.low[one]
        moves.high[one], moves.high[other] = moves.high[other], moves.high[one]
        moves.rank[one], moves.rank[other] = moves.rank[other], moves.rank[one]


@tight
def _ask(desk: Desk, depth: int, asked: int) -> bool:
    """Asks what is not known of the move at the front: is the rest too good for whoever plays there, is it good enough?

    False if nothing is left to ask: the move reaches the goal.
    """
    moves, at = desk.moves, desk.stack.at[depth]
    goal, taken, gift = desk.stack.goal[depth], moves.taken[at], moves.gift[at]
    room = gift - taken - goal
    most = room - gift if gift > 0 else -goal - taken
    desk.stack.sides[depth + 1], desk.stack.before[depth + 1] = moves.rest[at], moves.side[at]
    desk.stack.number[depth + 1], desk.stack.check[depth + 1] = moves.number[at], moves.check[at]
    desk.stack.boxes[depth + 1] = desk.stack.boxes[depth] - taken
    if asked < TOO_GOOD and moves.high[at] > most:
        desk.stack.asked[depth], desk.stack.goal[depth + 1] = TOO_GOOD, most + 1
        return True
    if asked < GOOD_ENOUGH and gift > 0 and moves.low[at] < -room - gift:
        desk.stack.asked[depth], desk.stack.goal[depth + 1] = GOOD_ENOUGH, -room - gift
        return True
    return False


@tight
def _learn(board: Board, desk: Desk, depth: int, target: int) -> None:
    """Learns from the move at the front how well its side does."""
    side, sides = desk.moves.side[desk.stack.at[depth]], desk.stack.sides[depth]
    learn(desk.order, board, sides, signed(popcount(sides)), desk.stack.before[depth], side, target)


@seldom
def at_least(board: Board, desk: Desk, watch: Watch, sides: np.uint64, goal: int) -> bool:
    """Whether the mover of a quiet position gets at least `goal`; means nothing once the search has ended."""
    depth, stack = 0, desk.stack
    stack.sides[0], stack.goal[0], stack.before[0] = sides, goal, NOBODY
    _number_first(board, desk, sides)
    answer, desk.counts[BEGUN] = NEW, desk.counts[NODES]
    while desk.counts[ENDED] == 0:
        if answer == NEW:
            answer = _enter(board, desk, watch, depth)
        if answer == GO_ON:
            asked = NOTHING
            if not _next_move(desk, depth):
                answer = _known(desk, depth, NO)
                continue
        elif depth == 0:
            return answer == YES
        else:
            depth -= 1
            put_back(desk.chains, depth)
            leave(desk.crowd, desk.moves.number[stack.at[depth]])
            asked = stack.asked[depth]
            if (answer == YES) == (asked == TOO_GOOD):
                _learn(board, desk, depth, 0)
                answer = GO_ON
                continue
        if _ask(desk, depth, asked):
            come(desk.crowd, desk.moves.number[stack.at[depth]], stack.sides[depth + 1])
            take_out(board, desk.chains, depth, stack.sides[depth], desk.moves.chain[stack.at[depth]])
            depth += 1
            answer = NEW
        else:
            _learn(board, desk, depth, CERTAIN)
            answer = _known(desk, depth, YES)
    return False


@seldom
def known(board: Board, desk: Desk, sides: np.uint64) -> tuple[int, int]:
    """Bounds on the margin to come for the mover of a quiet position, as far as the table knows."""
    _number_first(board, desk, sides)
    return look_up(desk.words, desk.stack.number[0], desk.stack.check[0], desk.stack.boxes[0])


@seldom
def exact(board: Board, desk: Desk, watch: Watch, sides: np.uint64, guess: int) -> int:
    """The margin to come for the mover of a quiet position; means nothing once the search has ended."""
    low, high = known(board, desk, sides)
    boxes = desk.stack.boxes[0]
    goal = guess + ((guess ^ boxes) & 1)
    while low < high and desk.counts[ENDED] == 0:
        goal = min(max(goal, low + 2), high)
        if at_least(board, desk, watch, sides, goal):
            low = goal
            goal += 2
        else:
            high = goal - 2
            goal -= 2
    return low
