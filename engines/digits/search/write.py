"""The placing stage searched: can First have so much, whatever Second writes? The cells that look best come first."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.digits.rules import Position
from engines.digits.search.ground import NOWHERE, Board, Ground, Numbers, board_of, ground, lay
from engines.digits.search.throw import probe
from engines.digits.search.workspace import ENDED, Desk, desk, tick
from engines.kernels.alarm import Watch
from engines.kernels.compiling import kernel, natural, part

ROOM = 8
POLL = 15
TABLE = 18
LATEST, OFTEN = 1 << 40, 1 << 10


class Draft(NamedTuple):
    """What is written so far and, by the number of digits written, the cells to try next.

    `value` is a digit for each place of the order; `free` has a 1 for each cell without a digit; `near` is the sum of
    the digits around each cell; `answer` the cell that last answered a question for the writer at this height,
    `answers` how often each cell did.
    """

    value: Numbers
    written: Numbers
    free: Numbers
    near: Numbers
    cells: Numbers
    ranks: Numbers
    at: Numbers
    end: Numbers
    answer: Numbers
    answers: Numbers


class Study(NamedTuple):
    """All that a search of the placing stage works with."""

    board: Board
    ground: Ground
    desk: Desk
    draft: Draft


def study(position: Position, nodes: int | None = None) -> Study:
    """A study of a position, for a search that ends after so many nodes."""
    cells, digits = len(position.grid.around), position.digits
    made = Study(board_of(position.grid), ground(cells, digits), desk(TABLE, cells, nodes), _draft(position))
    for height, place in enumerate(position.written):
        enter(made.board, made.draft, height, place, 1)
    return made


def _draft(position: Position) -> Draft:
    """A draft with nothing written on it."""
    order, cells = 2 * len(position.digits), len(position.grid.around)
    return Draft(
        value=np.repeat(np.array(position.digits, np.int64), 2),
        written=np.zeros(order, np.int64),
        free=board_of(position.grid).cell.copy(),
        near=np.zeros(cells, np.int64),
        cells=np.zeros((order, cells), np.int64),
        ranks=np.zeros(cells, np.int64),
        at=np.zeros(order, np.int64),
        end=np.zeros(order, np.int64),
        answer=np.full(order, NOWHERE, np.int64),
        answers=np.zeros((order, cells), np.int64),
    )


@part
def write(board: Board, draft: Draft, height: int, place: int, sign: int) -> None:
    """Writes the digit of this height on a cell (sign 1), or wipes it off (-1)."""
    draft.written[height] = place
    draft.free[place] -= sign
    for near in board.around[place]:
        if near != NOWHERE:
            draft.near[near] += sign * draft.value[height]


enter = kernel(write)


@part
def list_cells(board: Board, draft: Draft, height: int, width: int) -> None:
    """Lists up to `width` cells for the digit of this height, the most promising first."""
    found, cells, ranks = 0, draft.cells[height], draft.ranks
    for place in range(draft.free.size):
        if not draft.free[place] or not board.writable[place]:
            continue
        ranks[place] = _rank(board, draft, height, place)
        if found == width and ranks[place] <= ranks[cells[found - 1]]:
            continue
        at = found if found < width else found - 1
        while at > 0 and ranks[cells[at - 1]] < ranks[place]:
            cells[at] = cells[at - 1]
            at -= 1
        cells[at] = place
        found = min(found + 1, width)
    draft.at[height], draft.end[height] = -1, found


@part
def _rank(board: Board, draft: Draft, height: int, place: int) -> int:
    """How promising a cell is: what answered before, how often, and the worth that the classic level sees."""
    rank = draft.answers[height, place] * OFTEN
    for near in board.around[place]:
        if near != NOWHERE:
            rank += ROOM - draft.near[near]
    return int(rank + LATEST if draft.answer[height] == place else rank)


@part
def _open(study: Study, height: int, width: int) -> None:
    """Lists what may be written at this height, if anything is left to write; the last digit has every choice."""
    draft, order = study.draft, study.draft.written.size
    if height < order:
        list_cells(study.board, draft, height, draft.free.size if height == order - 1 else width)


@part
def _write_next(study: Study, height: int) -> bool:
    """Writes the next cell of the list; False if there is none."""
    draft = study.draft
    draft.at[height] += 1
    if draft.at[height] == draft.end[height]:
        return False
    write(study.board, draft, height, draft.cells[height, draft.at[height]], 1)
    return True


@part
def _verdict(study: Study, watch: Watch, goal: int, depth: int) -> bool:
    """Whether First gets at least `goal` once all is written."""
    tick(study.desk, watch, POLL)
    lay(study.board, study.ground, study.draft.written, study.draft.free)
    return probe(study.ground, study.desk, watch, natural(0), goal, depth) >= goal


@part
def _wipe(study: Study, height: int, yes: bool) -> bool:
    """Wipes the digit of this height off; whether its writer is content with the answer, and so its cell remembered."""
    draft = study.draft
    place = draft.written[height]
    write(study.board, draft, height, place, -1)
    if study.desk.counts[ENDED]:
        return True
    if yes == (height & 1 == 1):
        return False
    draft.answer[height] = place
    draft.answers[height, place] += 1
    return True


@part
def _wipe_down(study: Study, start: int, height: int, yes: bool) -> int:
    """Wipes digits off down to the first writer who is not content with the answer; NOWHERE if that is none."""
    while height > start:
        height -= 1
        if not _wipe(study, height, yes):
            return height
    return NOWHERE


@kernel
def reaches(study: Study, watch: Watch, start: int, goal: int, width: int, depth: int) -> bool:
    """Whether First gets at least `goal` with `start` digits written, each side trying `width` cells for each digit.

    The throws are searched `depth` deep. If the answer is what the writer at the start wants, the cell that gives it is
    left in the draft's `answer`. Means nothing once ended.
    """
    height, yes = start, False
    _open(study, height, width)
    while height != NOWHERE:
        if height == study.draft.written.size:
            yes = _verdict(study, watch, goal, depth)
        elif _write_next(study, height):
            height += 1
            _open(study, height, width)
            continue
        else:
            yes = height & 1 == 1
        height = _wipe_down(study, start, height, yes)
    return yes
