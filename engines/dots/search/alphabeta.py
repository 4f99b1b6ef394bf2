"""The exact search: null-window alpha-beta, which asks “is it worth at least so much to the mover?”."""

from __future__ import annotations

import numpy as np

from engines.dots.search.abdada import come, is_there, leave
from engines.dots.search.board import Board
from engines.dots.search.chains import number_of, prepare, trace
from engines.dots.search.history import CERTAIN, NO_SIDE, learn, promise
from engines.dots.search.lookahead import FAILS, REACHES, settled
from engines.dots.search.moves import bounds, list_moves, most_left_out, place, worth
from engines.dots.search.removal import put_back, take_out
from engines.dots.search.table import cost_of, look_up, mixed, store
from engines.dots.search.walk import NONE, ONE, bit, place_of
from engines.dots.search.workspace import (
    APART,
    AT_ONCE,
    BEGUN,
    ENDED,
    LISTED,
    MET,
    MOST,
    NODES,
    REACHED,
    REPLACED,
    Desk,
)
from engines.kernels.alarm import Watch, has_rung
from engines.kernels.compiling import kernel, natural, section, tight
from engines.kernels.intrinsics import popcount, to_signed

POLL = 15
NO, YES, GO_ON, NEW = 0, 1, 2, 3
NOTHING, TOO_GOOD, GOOD_ENOUGH = -1, 1, 2
ELSEWHERE = 1 << 20
# What a joint that a move takes away counts for in its rank, where CERTAIN is what a certain rate does.
SIMPLER, THREE = 1600, np.uint64(3)
# How many plies it pays to look further than the moves, with so many open sides at least, in a search that has had so
# many nodes without an answer.
AHEAD_PLIES, AHEAD_SIDES, AHEAD_AFTER = 6, 25, 3000


@kernel
def _number_first(board: Board, desk: Desk, sides: np.uint64) -> None:
    """Notes the numbers and the open boxes of the position that is asked about."""
    prepare(board, desk.chains)
    trace(board, desk.chains, sides)
    number, check = number_of(board, desk.chains, 0)
    desk.stack.number[0], desk.stack.check[0] = mixed(number), check
    desk.stack.boxes[0] = 0
    for mask in board.masks:
        desk.stack.boxes[0] += sides & mask != NONE


@section
def _enter(board: Board, desk: Desk, watch: Watch, depth: int) -> int:
    """Lists the moves of a position that may still reach its goal, unless the table answers at once."""
    stack = desk.stack
    stack.begun[depth] = desk.counts[NODES]
    desk.counts[NODES] += 1
    if desk.counts[NODES] & POLL == 0 and (has_rung(watch) or desk.counts[NODES] >= desk.counts[MOST]):
        desk.counts[ENDED] = 1
    boxes = stack.boxes[depth]
    goal = stack.goal[depth] + ((stack.goal[depth] ^ boxes) & 1)
    stack.goal[depth] = goal
    stack.low[depth], stack.high[depth] = -boxes, boxes
    if goal <= -boxes or goal > boxes:
        return YES if goal <= -boxes else NO
    sides = stack.sides[depth]
    if desk.chains.lone[depth] | desk.chains.long[depth] & ~desk.chains.apart[0] == NONE:
        desk.counts[APART] += 1
    count = list_moves(board, desk.chains, desk.moves, desk.words, depth, sides, goal)
    if _sift(desk, depth, count):
        return _reached(desk, depth)
    _rank(board, desk, depth)
    is_long = desk.counts[NODES] - desk.counts[BEGUN] >= AHEAD_AFTER
    if is_long and depth < AHEAD_PLIES and popcount(sides) >= AHEAD_SIDES and _look_ahead(board, desk, depth):
        return _reached(desk, depth)
    return GO_ON


@section
def _sift(desk: Desk, depth: int, count: int) -> bool:
    """Keeps the moves that may reach the goal as far as the table knows; True if one does: it is in hand then."""
    stack, moves = desk.stack, desk.moves
    boxes, goal, left = stack.boxes[depth], stack.goal[depth], NONE
    high = most_left_out(desk.chains, depth, goal, -boxes)
    for each in range(count):
        at = place(depth, each)
        least, most = bounds(desk.chains, moves, desk.words, at, boxes)
        desk.counts[LISTED] += 1
        desk.counts[MET] += moves.high[at] - moves.low[at] < 2 * (boxes - to_signed(moves.taken[at]))
        if least >= goal:
            stack.at[depth] = at
            return True
        if most >= goal:
            left |= bit(each)
        else:
            high = max(high, most)
    stack.left[depth], stack.at[depth], stack.tried[depth] = left, NOTHING, 0
    stack.high[depth] = high - ((high ^ boxes) & 1)
    return False


@tight
def _side(desk: Desk, at: int) -> int:
    """The side that stands for a move."""
    return place_of(desk.chains.sides[desk.moves.chain[at]])


@section
def _rank(board: Board, desk: Desk, depth: int) -> None:
    """Ranks the moves kept by how promising their sides are."""
    moves, left = desk.moves, desk.stack.left[depth]
    sides, before = desk.stack.sides[depth], desk.stack.before[depth]
    size = to_signed(popcount(sides))
    while left != NONE:
        at = place(depth, place_of(left))
        left &= left - ONE
        moves.rank[at] = promise(desk.order, board, sides, size, before, _side(desk, at))
        moves.rank[at] += SIMPLER * _joints_lost(board, desk, sides, to_signed(moves.chain[at]))


@tight
def _joints_lost(board: Board, desk: Desk, sides: np.uint64, chain: int) -> int:
    """How many joints opening a chain does away with: what is left then has fewer moves, and is searched sooner."""
    count = 0
    for end in (to_signed(desk.chains.near[chain]), to_signed(desk.chains.far[chain])):
        count += end < board.masks.size and popcount(sides & board.masks[end]) == THREE
    return count


@kernel
def _look_ahead(board: Board, desk: Desk, depth: int) -> bool:
    """Drops the moves that fail, ranks the others by how far each is settled; True if one, in hand then, reaches it."""
    moves, left = desk.moves, desk.stack.left[depth]
    while left != NONE:
        move = left & ~(left - ONE)
        left ^= move
        at = place(depth, place_of(move))
        if desk.chains.gift[moves.chain[at]] == 0:
            share = settled(board, desk, depth, at)
            if share == REACHES:
                desk.stack.at[depth] = at
                return True
            if share == FAILS:
                desk.stack.left[depth] ^= move
                _give_up(desk, depth, at)
            moves.rank[at] += share
    return False


@tight
def _worth(desk: Desk, at: int) -> tuple[int, int]:
    """Bounds on the worth of a move for its mover, as far as this search has found."""
    moves = desk.moves
    return worth(
        to_signed(moves.taken[at]), to_signed(desk.chains.gift[moves.chain[at]]), moves.low[at], moves.high[at]
    )


@tight
def _give_up(desk: Desk, depth: int, at: int) -> None:
    """Notes how much a move can be worth that does not reach the goal."""
    _, most = _worth(desk, at)
    desk.stack.high[depth] = max(desk.stack.high[depth], most - ((most ^ desk.stack.boxes[depth]) & 1))


@tight
def _reached(desk: Desk, depth: int) -> int:
    """The move in hand reaches the goal: notes what it is worth at least."""
    least, _ = _worth(desk, natural(desk.stack.at[depth]))
    desk.stack.low[depth], desk.stack.high[depth] = least, desk.stack.boxes[depth]
    _note(desk, depth)
    return YES


@tight
def _failed(desk: Desk, depth: int) -> int:
    """No move reaches the goal: notes what those that failed can be worth at most."""
    _note(desk, depth)
    return NO


@tight
def _note(desk: Desk, depth: int) -> None:
    """Notes the bounds on a position in the table."""
    stack, cost = desk.stack, cost_of(desk.counts[NODES] - desk.stack.begun[depth])
    number, check, boxes = stack.number[depth], stack.check[depth], stack.boxes[depth]
    desk.counts[REPLACED] += store(desk.words, number, check, boxes, cost, stack.low[depth], stack.high[depth])


@tight
def _hear(desk: Desk, depth: int) -> None:
    """Makes what was found of the position after the move in hand a part of what is known of that move."""
    at, moves = natural(desk.stack.at[depth]), desk.moves
    moves.low[at] = max(moves.low[at], desk.stack.low[depth + 1])
    moves.high[at] = min(moves.high[at], desk.stack.high[depth + 1])


@section
def _next_move(desk: Desk, depth: int) -> bool:
    """Takes the most promising of the moves left in hand; False if there are none."""
    while desk.stack.left[depth] != NONE:
        each = _best(desk, depth)
        desk.stack.left[depth] ^= bit(each)
        desk.stack.at[depth] = place(depth, each)
        if _is_open(desk, depth):
            desk.stack.tried[depth] += 1
            return True
        _give_up(desk, depth, natural(desk.stack.at[depth]))
    return False


@section
def _best(desk: Desk, depth: int) -> int:
    """Which of the moves left is the most promising; after the first, one rather where no other thread is."""
    left, apart = desk.stack.left[depth], desk.stack.at[depth] != NOTHING
    best, most = 0, -1
    while left != NONE:
        each = place_of(left)
        left &= left - ONE
        at = place(depth, each)
        rank = desk.moves.rank[at]
        if not (apart and is_there(desk.crowd, desk.moves.number[at])):
            rank += ELSEWHERE
        if rank > most:
            best, most = each, rank
    return best


@section
def _is_open(desk: Desk, depth: int) -> bool:
    """Whether the move in hand may still reach the goal, as far as other threads have found."""
    if desk.crowd.size == 0:
        return True
    at = natural(desk.stack.at[depth])
    _, most = bounds(desk.chains, desk.moves, desk.words, at, desk.stack.boxes[depth])
    return bool(most >= desk.stack.goal[depth])


@section
def _ask(desk: Desk, depth: int, asked: int) -> bool:
    """Asks what is not known of the move in hand: is the rest too good for the side to move there, is it good enough?

    False if nothing is left to ask: the move reaches the goal.
    """
    moves, at = desk.moves, natural(desk.stack.at[depth])
    goal, taken, gift = desk.stack.goal[depth], to_signed(moves.taken[at]), to_signed(desk.chains.gift[moves.chain[at]])
    room = gift - taken - goal
    most = room - gift if gift > 0 else -goal - taken
    desk.stack.before[depth + 1] = _side(desk, at)
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
    """Learns from the move in hand how well its side does."""
    side, sides = _side(desk, natural(desk.stack.at[depth])), desk.stack.sides[depth]
    learn(desk.order, board, sides, to_signed(popcount(sides)), desk.stack.before[depth], side, target)


@kernel
def at_least(board: Board, desk: Desk, watch: Watch, sides: np.uint64, goal: int) -> bool:
    """Whether the mover of a quiet position gets at least `goal`; means nothing once the search has ended."""
    depth, stack = natural(0), desk.stack
    stack.sides[0], stack.goal[0], stack.before[0] = sides, goal, NO_SIDE
    _number_first(board, desk, sides)
    answer, desk.counts[BEGUN] = NEW, desk.counts[NODES]
    while desk.counts[ENDED] == 0:
        if answer == NEW:
            answer = _enter(board, desk, watch, depth)
        if answer == GO_ON:
            asked = NOTHING
            if not _next_move(desk, depth):
                answer = _failed(desk, depth)
                continue
        elif depth == 0:
            return answer == YES
        else:
            depth = natural(depth - 1)
            put_back(desk.chains, depth)
            leave(desk.crowd, desk.moves.number[natural(stack.at[depth])])
            asked = stack.asked[depth]
            _hear(desk, depth)
            if (answer == YES) == (asked == TOO_GOOD):
                _give_up(desk, depth, natural(stack.at[depth]))
                _learn(board, desk, depth, 0)
                answer = GO_ON
                continue
        if _ask(desk, depth, asked):
            at = natural(stack.at[depth])
            chain = to_signed(desk.moves.chain[at])
            stack.sides[depth + 1], _ = take_out(board, desk.chains, depth, stack.sides[depth], chain)
            come(desk.crowd, desk.moves.number[at], stack.sides[depth + 1])
            depth = natural(depth + 1)
            answer = NEW
        else:
            _learn(board, desk, depth, CERTAIN)
            desk.counts[REACHED] += 1
            desk.counts[AT_ONCE] += stack.tried[depth] == 1
            answer = _reached(desk, depth)
    return False


@kernel
def known(board: Board, desk: Desk, sides: np.uint64) -> tuple[int, int]:
    """Bounds on the margin to come for the mover of a quiet position, as far as the table knows."""
    _number_first(board, desk, sides)
    return look_up(desk.words, desk.stack.number[0], desk.stack.check[0], desk.stack.boxes[0])


def exact(board: Board, desk: Desk, watch: Watch, sides: np.uint64, guess: int) -> int:
    """The margin to come for the mover of a quiet position; means nothing once the search has ended."""
    low, high = known(board, desk, sides)
    boxes = desk.stack.boxes[0]
    goal = guess + ((guess ^ boxes) & 1)
    while low < high and desk.counts[ENDED] == 0:
        goal = min(max(goal, low + 2), high)
        if at_least(board, desk, watch, sides, goal):
            low = desk.stack.low[0]
            goal += 2
        else:
            high = desk.stack.high[0]
            goal -= 2
    return int(low)
