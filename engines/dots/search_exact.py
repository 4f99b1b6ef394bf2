"""Exact answers about a position, within a limit: the margin to come, and the moves that reach it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engines.dots.grid import Grid
from engines.dots.search_board import Sheet, sheet
from engines.dots.search_kernel import ENDED, Desk, desk
from engines.dots.search_root import UNKNOWN, best_moves, move_values, sorted_outer, value
from engines.dots.search_table import SMALL, Words, table
from engines.game import Limit
from engines.search import Watch, alarm


@dataclass(frozen=True)
class Truth:
    """The margin to come for whoever draws next, and sides that reach it, by their numbers on the grid."""

    margin: int
    best: tuple[int, ...]


def truth(grid: Grid, drawn: int, limit: Limit, most: int = 1, guess: int = 0) -> Truth | None:
    """The truth with up to `most` best sides; None if the limit did not allow it, or the board is too big.

    A good guess at the margin saves time.
    """
    if drawn == grid.full:
        return Truth(0, ())
    found = sheet(grid, drawn)
    if found is None:
        return None
    with alarm(limit) as watch:
        return _truth(found, _desk(grid, drawn, limit), watch, most, guess)


def _truth(found: Sheet, work: Desk, watch: Watch, most: int, guess: int) -> Truth | None:
    sides = np.uint64(found.sides)
    margin = value(found.board, work, watch, np.uint64(sorted_outer(found.board, sides)), guess)
    if work.counts[ENDED]:
        return None
    best = int(best_moves(found.board, work, watch, sides, margin, most))
    if work.counts[ENDED]:
        return None
    return Truth(margin, tuple(side for place, side in enumerate(found.numbers) if best >> place & 1))


def margins(grid: Grid, drawn: int, limit: Limit) -> dict[int, int]:
    """The exact worth of each open side for the mover; sides are missing where the limit came first."""
    found = sheet(grid, drawn)
    if found is None:
        return {}
    values = np.zeros(len(found.numbers), np.int64)
    with alarm(limit) as watch:
        move_values(found.board, _desk(grid, drawn, limit), watch, np.uint64(found.sides), 0, values)
    return {side: int(margin) for side, margin in zip(found.numbers, values, strict=True) if margin != UNKNOWN}


def _desk(grid: Grid, drawn: int, limit: Limit) -> Desk:
    """Big searches on a board that fits in one word share a table: what was true there remains so."""
    open_sides = grid.sides - drawn.bit_count()
    shared = grid.sides <= 64 and open_sides > SMALL
    return desk(_shared_table(grid.cols, grid.rows) if shared else table(open_sides), limit.nodes)


@lru_cache(maxsize=1)
def _shared_table(cols: int, rows: int) -> Words:
    return table(2 * cols * rows + cols + rows)
