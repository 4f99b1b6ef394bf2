"""How far a move is settled: which replies to it are known to fail. Looked up where a search branches for long."""

from __future__ import annotations

import numpy as np

from engines.dots.search_board import Board
from engines.dots.search_chains import Chains
from engines.dots.search_effects import put_back, take_out
from engines.dots.search_moves import WIDTH, Moves, list_moves, worth
from engines.dots.search_table import Words, look_up
from engines.search import seldom

ALL, MOST = -1, 1 << 16


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
    """The share, up to MOST, of the replies that are known to fail; ALL if the move is worth `goal` for certain.

    The move is at `at`, hands nothing back, and is made at so many open sides and boxes.
    """
    left = boxes - moves.taken[at]
    aim = 1 - goal - moves.taken[at]
    aim += (aim ^ left) & 1
    if aim <= -left or aim > left:
        return 0
    rest, _ = take_out(board, chains, depth, sides, moves.chain[at])
    free = (depth + 1) * WIDTH
    end = list_moves(board, chains, moves, words, depth + 1, rest, aim)
    put_back(chains, depth)
    failing = 0
    for reply in range(free, end):
        taken = moves.taken[reply]
        low, high = look_up(words, moves.number[reply], moves.check[reply], left - taken)
        least, most = worth(taken, moves.gift[reply], low, high)
        if least >= aim:
            return 0
        failing += most < aim
    return ALL if failing == end - free else MOST * failing // (end - free)
