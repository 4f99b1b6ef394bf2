"""How far a move is settled: what is known of the replies to it. Looked up where a search branches for long."""

from __future__ import annotations

import numpy as np

from engines.dots.search_board import Board
from engines.dots.search_chains import Chains
from engines.dots.search_effects import put_back, take_out
from engines.dots.search_moves import Moves, bounds, list_moves, place
from engines.dots.search_table import Words, store
from engines.search import popcount, seldom, signed

REACHES, FAILS, MOST = -1, -2, 1 << 16


@seldom
def settled(
    board: Board,
    chains: Chains,
    moves: Moves,
    words: Words,
    depth: int,
    at: int,
    sides: np.uint64,
    boxes: int,
    goal: int,
) -> int:
    """Whether the move at `at`, which hands nothing back, REACHES `goal` or FAILS for certain; or else the share, up to
    MOST, of the replies to it that are known to fail.

    It is made at so many open sides and boxes. If a reply refutes it, the table learns that.
    """
    taken = signed(moves.taken[at])
    left, aim = boxes - taken, 1 - goal - taken
    aim += (aim ^ left) & 1
    if aim <= -left or aim > left:
        return 0
    rest, _ = take_out(board, chains, depth, sides, moves.chain[at])
    count = list_moves(board, chains, moves, words, depth + 1, rest, aim)
    put_back(chains, depth)
    failing = 0
    for each in range(count):
        reply = place(depth + 1, each)
        least, most = bounds(chains, moves, words, reply, left)
        if least >= aim:
            store(words, moves.number[at], moves.check[at], signed(popcount(rest)), aim, left)
            return FAILS
        failing += most < aim
    return REACHES if failing == count else MOST * failing // count
