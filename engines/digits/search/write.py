"""Search of the placing stage: can First reach a margin whatever Second places? Promising cells come first."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.digits.rules import Position
from engines.digits.search.ground import NOWHERE, Board, Ground, Numbers, board_of, count_cells, new_ground
from engines.digits.search.throw import probe
from engines.digits.search.workspace import OVER, Workspace, new_workspace, tick
from engines.kernels.alarm import Watch
from engines.kernels.compiling import kernel, natural, part

EMPTY_VALUE = 8
POLL = 15
TABLE_BITS = 18
LATEST_BONUS, COUNT_BONUS = 1 << 40, 1 << 10


class Draft(NamedTuple):
    """The digits placed so far, and for each the cells still to try.

    `value` is a digit for each index of the order; `is_free` has a 1 for each cell without a digit; `digit_sums` is the
    sum of the digits around each cell; `best_cell` is the cell that last answered a question for the player at this
    height, `success_counts` says how often each cell did.
    """

    value: Numbers
    digit_cells: Numbers
    is_free: Numbers
    digit_sums: Numbers
    cells: Numbers
    ranks: Numbers
    current: Numbers
    cells_end: Numbers
    best_cell: Numbers
    success_counts: Numbers


class Study(NamedTuple):
    """The state of a placing-stage search."""

    board: Board
    ground: Ground
    workspace: Workspace
    draft: Draft


def new_study(position: Position, nodes: int | None = None) -> Study:
    """Return a study of a position, for a search that ends after `nodes` nodes."""
    cells, digits = len(position.grid.around), position.digits
    new = Study(
        board_of(position.grid), new_ground(cells, digits), new_workspace(TABLE_BITS, cells, nodes), _draft(position)
    )
    for height, place in enumerate(position.digit_cells):
        set_digit(new.board, new.draft, height, place, 1)
    return new


def _draft(position: Position) -> Draft:
    """Return an empty draft."""
    order, cells = 2 * len(position.digits), len(position.grid.around)
    return Draft(
        value=np.repeat(np.array(position.digits, np.int64), 2),
        digit_cells=np.zeros(order, np.int64),
        is_free=board_of(position.grid).cell.copy(),
        digit_sums=np.zeros(cells, np.int64),
        cells=np.zeros((order, cells), np.int64),
        ranks=np.zeros(cells, np.int64),
        current=np.zeros(order, np.int64),
        cells_end=np.zeros(order, np.int64),
        best_cell=np.full(order, NOWHERE, np.int64),
        success_counts=np.zeros((order, cells), np.int64),
    )


@part
def set_digit_part(board: Board, draft: Draft, height: int, place: int, sign: int) -> None:
    """Place the digit of this height on a cell (sign 1), or remove it (-1)."""
    draft.digit_cells[height] = place
    draft.is_free[place] -= sign
    for neighbour in board.around[place]:
        if neighbour != NOWHERE:
            draft.digit_sums[neighbour] += sign * draft.value[height]


set_digit = kernel(set_digit_part)


@part
def list_cells(board: Board, draft: Draft, height: int, width: int) -> None:
    """List up to `width` cells for the digit of this height, most promising first."""
    count, cells, ranks = 0, draft.cells[height], draft.ranks
    for place in range(draft.is_free.size):
        if not draft.is_free[place] or not board.writable[place]:
            continue
        ranks[place] = _rank(board, draft, height, place)
        if count == width and ranks[place] <= ranks[cells[count - 1]]:
            continue
        at = count if count < width else count - 1
        while at > 0 and ranks[cells[at - 1]] < ranks[place]:
            cells[at] = cells[at - 1]
            at -= 1
        cells[at] = place
        count = min(count + 1, width)
    draft.current[height], draft.cells_end[height] = -1, count


@part
def _rank(board: Board, draft: Draft, height: int, place: int) -> int:
    """Return how promising a cell is: recent and frequent successes, and the value of the classic level."""
    rank = draft.success_counts[height, place] * COUNT_BONUS
    for neighbour in board.around[place]:
        if neighbour != NOWHERE:
            rank += EMPTY_VALUE - draft.digit_sums[neighbour]
    return int(rank + LATEST_BONUS if draft.best_cell[height] == place else rank)


@part
def _start_cells(study: Study, height: int, width: int) -> None:
    """List the cells for this height if digits are left; the last digit gets every cell."""
    draft, order = study.draft, study.draft.digit_cells.size
    if height < order:
        list_cells(study.board, draft, height, draft.is_free.size if height == order - 1 else width)


@part
def _place_next(study: Study, height: int) -> bool:
    """Place the digit on the next cell of the list; return False if there is none."""
    draft = study.draft
    draft.current[height] += 1
    if draft.current[height] == draft.cells_end[height]:
        return False
    set_digit_part(study.board, draft, height, draft.cells[height, draft.current[height]], 1)
    return True


@part
def _evaluate(study: Study, watch: Watch, goal: int, depth: int) -> bool:
    """Return whether First gets at least `goal` once all digits are placed."""
    tick(study.workspace, watch, POLL)
    count_cells(study.board, study.ground, study.draft.digit_cells, study.draft.is_free)
    return probe(study.ground, study.workspace, watch, natural(0), goal, depth) >= goal


@part
def _remove_digit(study: Study, height: int, is_reached: bool) -> bool:
    """Remove the digit of this height; return whether its player accepts the result, and record its cell if so."""
    draft = study.draft
    place = draft.digit_cells[height]
    set_digit_part(study.board, draft, height, place, -1)
    if study.workspace.counts[OVER]:
        return True
    if is_reached == (height & 1 == 1):
        return False
    draft.best_cell[height] = place
    draft.success_counts[height, place] += 1
    return True


@part
def _backtrack(study: Study, start: int, height: int, is_reached: bool) -> int:
    """Remove digits until a player rejects the result; return that height, or NOWHERE if all accept."""
    while height > start:
        height -= 1
        if not _remove_digit(study, height, is_reached):
            return height
    return NOWHERE


@kernel
def can_reach(study: Study, watch: Watch, start: int, goal: int, width: int, depth: int) -> bool:
    """Return whether First can reach `goal` from `start` digits on, if each side tries `width` cells per digit.

    The throws are searched `depth` deep. If the answer suits the player at the start, the cell that gives it is left in
    the draft's `best_cell`. The result is invalid once the search is over.
    """
    height, is_reached = start, False
    _start_cells(study, height, width)
    while height != NOWHERE:
        if height == study.draft.digit_cells.size:
            is_reached = _evaluate(study, watch, goal, depth)
        elif _place_next(study, height):
            height += 1
            _start_cells(study, height, width)
            continue
        else:
            is_reached = height & 1 == 1
        height = _backtrack(study, start, height, is_reached)
    return is_reached
