"""Enhanced transposition cutoffs: the table's bounds on a move's replies decide it before it is searched."""

from __future__ import annotations

from engines.dots.search.board import Board
from engines.dots.search.moves import bound_of_unlisted, list_moves, look_up_bounds, slot
from engines.dots.search.removal import remove_chain, restore_chain
from engines.dots.search.table import store
from engines.dots.search.workspace import Workspace
from engines.kernels.compiling import section
from engines.kernels.intrinsics import to_signed

REACHES, FAILS, FULL_SHARE = -1, -2, 1 << 16


@section
def probe_replies(board: Board, workspace: Workspace, depth: int, at: int) -> int:
    """Return REACHES or FAILS if the replies decide a move without a gift, else the failing share of the replies.

    The share is at most FULL_SHARE. A reply that refutes the move is stored in the table, and the move's bounds are
    updated.
    """
    stack, moves = workspace.stack, workspace.moves
    captures = to_signed(moves.captures[at])
    boxes_left, aim = stack.boxes[depth] - captures, 1 - stack.goal[depth] - captures
    aim += (aim ^ boxes_left) & 1
    if aim <= -boxes_left or aim > boxes_left:
        return 0
    rest, _ = remove_chain(board, workspace.chains, depth, stack.sides[depth], to_signed(moves.chain[at]))
    count = list_moves(board, workspace.chains, moves, workspace.table, depth + 1, rest, aim)
    restore_chain(workspace.chains, depth)
    failing, high = 0, bound_of_unlisted(workspace.chains, depth + 1, aim, -boxes_left)
    for each in range(count):
        least, most = look_up_bounds(workspace.chains, moves, workspace.table, slot(depth + 1, each), boxes_left)
        if least >= aim:
            moves.low[at] = least
            store(workspace.table, moves.number[at], moves.check[at], boxes_left, 0, least, boxes_left)
            return FAILS
        if most < aim:
            failing += 1
            high = max(high, most)
    if failing < count:
        return FULL_SHARE * failing // count
    moves.high[at] = min(moves.high[at], high - ((high ^ boxes_left) & 1))
    return REACHES
