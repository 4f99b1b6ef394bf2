"""Enhanced transposition cutoffs: a move settled by what the table knows of its replies, before it is searched."""

from __future__ import annotations

from engines.dots.search.board import Board
from engines.dots.search.moves import bounds, list_moves, most_left_out, place
from engines.dots.search.removal import put_back, take_out
from engines.dots.search.table import store
from engines.dots.search.workspace import Desk
from engines.kernels.compiling import section
from engines.kernels.intrinsics import to_signed

REACHES, FAILS, MOST = -1, -2, 1 << 16


@section
def settled(board: Board, desk: Desk, depth: int, at: int) -> int:
    """Whether a move which hands nothing back REACHES its goal or FAILS for certain; or else the share, up to MOST, of
    the replies to it that are known to fail. If a reply refutes it, the table learns that; what is settled shows in the
    move's bounds.
    """
    stack, moves = desk.stack, desk.moves
    taken = to_signed(moves.taken[at])
    left, aim = stack.boxes[depth] - taken, 1 - stack.goal[depth] - taken
    aim += (aim ^ left) & 1
    if aim <= -left or aim > left:
        return 0
    rest, _ = take_out(board, desk.chains, depth, stack.sides[depth], to_signed(moves.chain[at]))
    count = list_moves(board, desk.chains, moves, desk.words, depth + 1, rest, aim)
    put_back(desk.chains, depth)
    failing, high = 0, most_left_out(desk.chains, depth + 1, aim, -left)
    for each in range(count):
        least, most = bounds(desk.chains, moves, desk.words, place(depth + 1, each), left)
        if least >= aim:
            moves.low[at] = least
            store(desk.words, moves.number[at], moves.check[at], left, 0, least, left)
            return FAILS
        if most < aim:
            failing += 1
            high = max(high, most)
    if failing < count:
        return MOST * failing // count
    moves.high[at] = min(moves.high[at], high - ((high ^ left) & 1))
    return REACHES
