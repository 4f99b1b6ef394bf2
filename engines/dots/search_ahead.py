"""How far a move is settled: which replies to it are known to fail. Looked up where a search branches for long."""

from __future__ import annotations

from engines.dots.search_board import Board
from engines.dots.search_chains import Chains
from engines.dots.search_moves import Moves, list_moves, worth
from engines.dots.search_table import Words, fetch, look_up
from engines.search import seldom

ALL, MOST = -1, 1 << 16


@seldom
def settled(board: Board, chains: Chains, moves: Moves, words: Words, at: int, free: int, boxes: int, goal: int) -> int:
    """The share, up to MOST, of the replies that are known to fail; ALL if the move is worth `goal` for certain.

    The move is at `at`, hands nothing back, and was made with so many open boxes; from `free` on there is room for the
    replies.
    """
    left = boxes - moves.taken[at]
    aim = 1 - goal - moves.taken[at]
    aim += (aim ^ left) & 1
    if aim <= -left or aim > left:
        return 0
    end = list_moves(board, chains, moves, free, moves.rest[at], aim)
    for reply in range(free, end):
        fetch(words, moves.number[reply])
    failing = 0
    for reply in range(free, end):
        taken = moves.taken[reply]
        low, high = look_up(words, moves.number[reply], moves.check[reply], left - taken)
        least, most = worth(taken, moves.gift[reply], low, high)
        if least >= aim:
            return 0
        failing += most < aim
    return ALL if failing == end - free else MOST * failing // (end - free)
