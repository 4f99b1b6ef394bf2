"""The exact search: null-window alpha-beta, which asks whether a position is worth at least a goal to the mover."""

from __future__ import annotations

import numpy as np

from engines.dots.search.abdada import is_busy, mark_busy, unmark_busy
from engines.dots.search.board import Board
from engines.dots.search.chains import find_chains, hash_of, prepare
from engines.dots.search.history import CERTAIN, NO_SIDE, learn, score_side
from engines.dots.search.lookahead import FAILS, REACHES, probe_replies
from engines.dots.search.moves import bound_of_unlisted, bounds_before, list_moves, look_up_bounds, slot
from engines.dots.search.removal import remove_chain, restore_chain
from engines.dots.search.table import cost_of, look_up, mix, store
from engines.dots.search.walk import NONE, ONE, bit, lowest_bit
from engines.dots.search.workspace import (
    CHAINS_ONLY,
    CUTOFFS,
    FIRST_MOVE_CUTOFFS,
    MOVES_KNOWN,
    MOVES_LISTED,
    NODE_LIMIT,
    NODES,
    OVER,
    REPLACEMENTS,
    START_NODES,
    Workspace,
)
from engines.kernels.alarm import Watch, has_rung
from engines.kernels.compiling import kernel, natural, section, tight
from engines.kernels.intrinsics import popcount, to_signed

POLL = 15
NO, YES, GO_ON, NEW = 0, 1, 2, 3
NO_MOVE, TOO_GOOD, GOOD_ENOUGH = -1, 1, 2
IDLE_BONUS = 1 << 20
# The rank of a move rises by this for each joint that it removes; CERTAIN is the highest rate of success.
JOINT_BONUS, THREE = 1600, np.uint64(3)
# Replies are probed in the first AHEAD_PLIES plies, with at least AHEAD_SIDES open sides, once a search has taken
# AHEAD_AFTER nodes without an answer.
AHEAD_PLIES, AHEAD_SIDES, AHEAD_AFTER = 6, 25, 3000


@kernel
def _set_root(board: Board, workspace: Workspace, sides: np.uint64) -> None:
    """Set the hashes and the open boxes of the root position."""
    prepare(board, workspace.chains)
    find_chains(board, workspace.chains, sides)
    number, check = hash_of(board, workspace.chains, 0)
    workspace.stack.number[0], workspace.stack.check[0] = mix(number), check
    workspace.stack.boxes[0] = 0
    for mask in board.masks:
        workspace.stack.boxes[0] += sides & mask != NONE


@section
def _enter(board: Board, workspace: Workspace, watch: Watch, depth: int) -> int:
    """List the moves of a position that may still reach its goal, unless the table decides it at once."""
    stack = workspace.stack
    stack.start_nodes[depth] = workspace.counts[NODES]
    workspace.counts[NODES] += 1
    if workspace.counts[NODES] & POLL == 0 and (
        has_rung(watch) or workspace.counts[NODES] >= workspace.counts[NODE_LIMIT]
    ):
        workspace.counts[OVER] = 1
    boxes = stack.boxes[depth]
    goal = stack.goal[depth] + ((stack.goal[depth] ^ boxes) & 1)
    stack.goal[depth] = goal
    stack.low[depth], stack.high[depth] = -boxes, boxes
    if goal <= -boxes or goal > boxes:
        return YES if goal <= -boxes else NO
    sides = stack.sides[depth]
    if (
        workspace.chains.single_sides[depth]
        | workspace.chains.box_chains[depth] & ~workspace.chains.independent_chains[0]
        == NONE
    ):
        workspace.counts[CHAINS_ONLY] += 1
    count = list_moves(board, workspace.chains, workspace.moves, workspace.table, depth, sides, goal)
    if _filter_moves(workspace, depth, count):
        return _answer_yes(workspace, depth)
    _rank_moves(board, workspace, depth)
    is_long = workspace.counts[NODES] - workspace.counts[START_NODES] >= AHEAD_AFTER
    if is_long and depth < AHEAD_PLIES and popcount(sides) >= AHEAD_SIDES and _look_ahead(board, workspace, depth):
        return _answer_yes(workspace, depth)
    return GO_ON


@section
def _filter_moves(workspace: Workspace, depth: int, count: int) -> bool:
    """Keep the moves that may reach the goal by the table's bounds; return True, with the move set, if one does."""
    stack, moves = workspace.stack, workspace.moves
    boxes, goal, remaining = stack.boxes[depth], stack.goal[depth], NONE
    high = bound_of_unlisted(workspace.chains, depth, goal, -boxes)
    for each in range(count):
        at = slot(depth, each)
        least, most = look_up_bounds(workspace.chains, moves, workspace.table, at, boxes)
        workspace.counts[MOVES_LISTED] += 1
        workspace.counts[MOVES_KNOWN] += moves.high[at] - moves.low[at] < 2 * (boxes - to_signed(moves.captures[at]))
        if least >= goal:
            stack.move[depth] = at
            return True
        if most >= goal:
            remaining |= bit(each)
        else:
            high = max(high, most)
    stack.remaining[depth], stack.move[depth], stack.tries[depth] = remaining, NO_MOVE, 0
    stack.high[depth] = high - ((high ^ boxes) & 1)
    return False


@tight
def _move_side(workspace: Workspace, at: int) -> int:
    """Return the side that represents a move."""
    return lowest_bit(workspace.chains.sides[workspace.moves.chain[at]])


@section
def _rank_moves(board: Board, workspace: Workspace, depth: int) -> None:
    """Rank the remaining moves by the success of their sides."""
    moves, remaining = workspace.moves, workspace.stack.remaining[depth]
    sides, previous_side = workspace.stack.sides[depth], workspace.stack.previous_side[depth]
    size = to_signed(popcount(sides))
    while remaining != NONE:
        at = slot(depth, lowest_bit(remaining))
        remaining &= remaining - ONE
        moves.rank[at] = score_side(workspace.history, board, sides, size, previous_side, _move_side(workspace, at))
        moves.rank[at] += JOINT_BONUS * _removed_joints(board, workspace, sides, to_signed(moves.chain[at]))


@tight
def _removed_joints(board: Board, workspace: Workspace, sides: np.uint64, chain: int) -> int:
    """Return how many joints opening a chain removes; the rest then has fewer moves and takes less time."""
    count = 0
    for end in (to_signed(workspace.chains.near_end[chain]), to_signed(workspace.chains.far_end[chain])):
        count += end < board.masks.size and popcount(sides & board.masks[end]) == THREE
    return count


@kernel
def _look_ahead(board: Board, workspace: Workspace, depth: int) -> bool:
    """Probe the replies: drop moves that fail, rank the others, and return True if one (set as the move) succeeds."""
    moves, remaining = workspace.moves, workspace.stack.remaining[depth]
    while remaining != NONE:
        move = remaining & ~(remaining - ONE)
        remaining ^= move
        at = slot(depth, lowest_bit(move))
        if workspace.chains.gift[moves.chain[at]] == 0:
            share = probe_replies(board, workspace, depth, at)
            if share == REACHES:
                workspace.stack.move[depth] = at
                return True
            if share == FAILS:
                workspace.stack.remaining[depth] ^= move
                _record_failure(workspace, depth, at)
            moves.rank[at] += share
    return False


@tight
def _move_bounds(workspace: Workspace, at: int) -> tuple[int, int]:
    """Return the bounds on a move's value for its mover, as far as this search knows."""
    moves = workspace.moves
    return bounds_before(
        to_signed(moves.captures[at]), to_signed(workspace.chains.gift[moves.chain[at]]), moves.low[at], moves.high[at]
    )


@tight
def _record_failure(workspace: Workspace, depth: int, at: int) -> None:
    """Record an upper bound on the value of a move that fails to reach the goal."""
    _, most = _move_bounds(workspace, at)
    workspace.stack.high[depth] = max(workspace.stack.high[depth], most - ((most ^ workspace.stack.boxes[depth]) & 1))


@tight
def _answer_yes(workspace: Workspace, depth: int) -> int:
    """Store the lower bound that the current move proves; return YES."""
    least, _ = _move_bounds(workspace, natural(workspace.stack.move[depth]))
    workspace.stack.low[depth], workspace.stack.high[depth] = least, workspace.stack.boxes[depth]
    _store_bounds(workspace, depth)
    return YES


@tight
def _answer_no(workspace: Workspace, depth: int) -> int:
    """Store the upper bound that the failed moves prove; return NO."""
    _store_bounds(workspace, depth)
    return NO


@tight
def _store_bounds(workspace: Workspace, depth: int) -> None:
    """Store the bounds on a position in the table."""
    stack, cost = workspace.stack, cost_of(workspace.counts[NODES] - workspace.stack.start_nodes[depth])
    number, check, boxes = stack.number[depth], stack.check[depth], stack.boxes[depth]
    workspace.counts[REPLACEMENTS] += store(
        workspace.table, number, check, boxes, cost, stack.low[depth], stack.high[depth]
    )


@tight
def _update_move(workspace: Workspace, depth: int) -> None:
    """Update the bounds of the current move from the position after it."""
    at, moves = natural(workspace.stack.move[depth]), workspace.moves
    moves.low[at] = max(moves.low[at], workspace.stack.low[depth + 1])
    moves.high[at] = min(moves.high[at], workspace.stack.high[depth + 1])


@section
def _next_move(workspace: Workspace, depth: int) -> bool:
    """Make the most promising remaining move the current one; return False if none is left."""
    while workspace.stack.remaining[depth] != NONE:
        each = _most_promising(workspace, depth)
        workspace.stack.remaining[depth] ^= bit(each)
        workspace.stack.move[depth] = slot(depth, each)
        if _can_reach_goal(workspace, depth):
            workspace.stack.tries[depth] += 1
            return True
        _record_failure(workspace, depth, natural(workspace.stack.move[depth]))
    return False


@section
def _most_promising(workspace: Workspace, depth: int) -> int:
    """Return the most promising remaining move; after the first, prefer one that no other thread searches."""
    remaining, is_later = workspace.stack.remaining[depth], workspace.stack.move[depth] != NO_MOVE
    best_index, best_rank = 0, -1
    while remaining != NONE:
        each = lowest_bit(remaining)
        remaining &= remaining - ONE
        at = slot(depth, each)
        rank = workspace.moves.rank[at]
        if not (is_later and is_busy(workspace.busy, workspace.moves.number[at])):
            rank += IDLE_BONUS
        if rank > best_rank:
            best_index, best_rank = each, rank
    return best_index


@section
def _can_reach_goal(workspace: Workspace, depth: int) -> bool:
    """Return whether the current move may still reach the goal, considering other threads' results."""
    if workspace.busy.size == 0:
        return True
    at = natural(workspace.stack.move[depth])
    _, most = look_up_bounds(workspace.chains, workspace.moves, workspace.table, at, workspace.stack.boxes[depth])
    return bool(most >= workspace.stack.goal[depth])


@section
def _pose_question(workspace: Workspace, depth: int, question: int) -> bool:
    """Pose the next question about the current move: whether the rest is too good for its mover, or good enough.

    Returns False if there is no further question: the move reaches the goal.
    """
    moves, at = workspace.moves, natural(workspace.stack.move[depth])
    goal, captures, gift = (
        workspace.stack.goal[depth],
        to_signed(moves.captures[at]),
        to_signed(workspace.chains.gift[moves.chain[at]]),
    )
    room = gift - captures - goal
    most = room - gift if gift > 0 else -goal - captures
    workspace.stack.previous_side[depth + 1] = _move_side(workspace, at)
    workspace.stack.number[depth + 1], workspace.stack.check[depth + 1] = moves.number[at], moves.check[at]
    workspace.stack.boxes[depth + 1] = workspace.stack.boxes[depth] - captures
    if question < TOO_GOOD and moves.high[at] > most:
        workspace.stack.question[depth], workspace.stack.goal[depth + 1] = TOO_GOOD, most + 1
        return True
    if question < GOOD_ENOUGH and gift > 0 and moves.low[at] < -room - gift:
        workspace.stack.question[depth], workspace.stack.goal[depth + 1] = GOOD_ENOUGH, -room - gift
        return True
    return False


@tight
def _learn(board: Board, workspace: Workspace, depth: int, target: int) -> None:
    """Update the history with the success or failure of the current move's side."""
    side, sides = _move_side(workspace, natural(workspace.stack.move[depth])), workspace.stack.sides[depth]
    learn(
        workspace.history, board, sides, to_signed(popcount(sides)), workspace.stack.previous_side[depth], side, target
    )


@kernel
def is_at_least(board: Board, workspace: Workspace, watch: Watch, sides: np.uint64, goal: int) -> bool:
    """Return whether the mover of a quiet position gets at least `goal`; invalid after the limit."""
    depth, stack = natural(0), workspace.stack
    stack.sides[0], stack.goal[0], stack.previous_side[0] = sides, goal, NO_SIDE
    _set_root(board, workspace, sides)
    answer, workspace.counts[START_NODES] = NEW, workspace.counts[NODES]
    while workspace.counts[OVER] == 0:
        if answer == NEW:
            answer = _enter(board, workspace, watch, depth)
        if answer == GO_ON:
            question = NO_MOVE
            if not _next_move(workspace, depth):
                answer = _answer_no(workspace, depth)
                continue
        elif depth == 0:
            return answer == YES
        else:
            depth = natural(depth - 1)
            restore_chain(workspace.chains, depth)
            unmark_busy(workspace.busy, workspace.moves.number[natural(stack.move[depth])])
            question = stack.question[depth]
            _update_move(workspace, depth)
            if (answer == YES) == (question == TOO_GOOD):
                _record_failure(workspace, depth, natural(stack.move[depth]))
                _learn(board, workspace, depth, 0)
                answer = GO_ON
                continue
        if _pose_question(workspace, depth, question):
            at = natural(stack.move[depth])
            chain = to_signed(workspace.moves.chain[at])
            stack.sides[depth + 1], _ = remove_chain(board, workspace.chains, depth, stack.sides[depth], chain)
            mark_busy(workspace.busy, workspace.moves.number[at], stack.sides[depth + 1])
            depth = natural(depth + 1)
            answer = NEW
        else:
            _learn(board, workspace, depth, CERTAIN)
            workspace.counts[CUTOFFS] += 1
            workspace.counts[FIRST_MOVE_CUTOFFS] += stack.tries[depth] == 1
            answer = _answer_yes(workspace, depth)
    return False


@kernel
def known_bounds(board: Board, workspace: Workspace, sides: np.uint64) -> tuple[int, int]:
    """Return the table's bounds on the margin to come for the mover of a quiet position."""
    _set_root(board, workspace, sides)
    return look_up(workspace.table, workspace.stack.number[0], workspace.stack.check[0], workspace.stack.boxes[0])


def exact_margin(board: Board, workspace: Workspace, watch: Watch, sides: np.uint64, guess: int) -> int:
    """Return the margin to come for the mover of a quiet position; invalid after the limit."""
    low, high = known_bounds(board, workspace, sides)
    boxes = workspace.stack.boxes[0]
    goal = guess + ((guess ^ boxes) & 1)
    while low < high and workspace.counts[OVER] == 0:
        goal = min(max(goal, low + 2), high)
        if is_at_least(board, workspace, watch, sides, goal):
            low = workspace.stack.low[0]
            goal += 2
        else:
            high = workspace.stack.high[0]
            goal -= 2
    return int(low)
