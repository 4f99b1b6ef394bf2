"""Alpha-beta for maps too large for a table: by distances at the leaves, repetitions drawn, on a stack of its own."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.kernels.alarm import Watch, rung
from engines.kernels.compiling import kernel, tight
from engines.tupik.search.entries import (
    AT_LEAST,
    AT_MOST,
    DEEPEST,
    EXACT,
    WIN,
    Entries,
    Numbers,
    best_known,
    empty_entries,
    key_of,
    look_up,
    remember,
)
from engines.tupik.search.moves import MOST_MOVES, Streets, gap, list_moves, sort_moves

OWN, OTHER, LEFT, PASSES, KEY, ALPHA, BETA, BEST, CHOSEN, AT, COUNT = range(11)
_NODES_BETWEEN_LOOKS = 1024


class Search(NamedTuple):
    """What one search keeps.

    A row of `stack` for each ply: the cars of the side to move and of the other, cars still to be put down, passes just
    made, the position's key, the window, the best score and move so far, which move is tried now and how many there
    are. `moves` are the moves of each ply, `known` the keys of positions that count as drawn, `tally[0]` the nodes.
    """

    streets: Streets
    entries: Entries
    stack: Numbers
    moves: Numbers
    known: Numbers
    tally: Numbers


def search_of(streets: Streets, known: list[tuple[int, int]]) -> Search:
    """An empty search that takes these positions, the cars of the side to move first, for drawn."""
    entries = empty_entries()
    keys = np.array([key_of(entries, own, other) for own, other in known], np.int64)
    stack, moves = np.zeros((DEEPEST + 1, COUNT + 1), np.int64), np.zeros((DEEPEST + 1, MOST_MOVES), np.int64)
    return Search(streets, entries, stack, moves, keys, np.zeros(1, np.int64))


@kernel
def look_ahead(it: Search, depth: int, watch: Watch) -> int:
    """The score of the position in the first row to its mover, `depth` plies deep; nothing if the watch rang."""
    it.stack[0, ALPHA], it.stack[0, BETA] = -WIN, WIN
    ply = 0
    while True:
        known, score = _enter(it, ply, depth - ply)
        if it.tally[0] % _NODES_BETWEEN_LOOKS == 0 and rung(watch):
            return 0
        while known:
            if ply == 0:
                return score
            ply -= 1
            _take(it, ply, score)
            known, score = _finished(it, ply, depth - ply)
        _descend(it, ply)
        ply += 1


@tight
def _enter(it: Search, ply: int, depth: int) -> tuple[bool, int]:
    """Whether the score of the position in a row is known without trying its moves, and that score; else lists them."""
    it.tally[0] += 1
    row = it.stack[ply]
    row[KEY] = key_of(it.entries, row[OWN], row[OTHER])
    if row[OTHER] & it.streets.goal:
        return True, ply - WIN
    if row[PASSES] == 2 or (ply > 0 and row[LEFT] == 0 and _occurred(it, ply)):
        return True, 0
    if depth <= 0:
        return True, gap(it.streets, row[OWN], row[OTHER])
    score, kind = look_up(it.entries, row[KEY], ply, depth)
    if ply > 0 and _settles(kind, score, row[ALPHA], row[BETA]):
        return True, score
    row[BEST], row[AT] = -WIN, 0
    row[COUNT] = list_moves(it.streets, row[OWN], row[OTHER], row[LEFT], it.moves[ply])
    sort_moves(it.streets, it.moves[ply], row[COUNT], best_known(it.entries, row[KEY]), row[LEFT])
    row[CHOSEN] = it.moves[ply, 0]
    return False, 0


@tight
def _settles(kind: int, score: int, alpha: int, beta: int) -> bool:
    return kind == EXACT or (kind == AT_LEAST and score >= beta) or (kind == AT_MOST and score <= alpha)


@tight
def _occurred(it: Search, ply: int) -> bool:
    """Whether the position in a row stands in an earlier one of the drive, or counts as drawn."""
    key, found = it.stack[ply, KEY], False
    for index in range(ply):
        found |= it.stack[index, KEY] == key and it.stack[index, LEFT] == 0
    for index in range(len(it.known)):
        found |= it.known[index] == key
    return found


@tight
def _descend(it: Search, ply: int) -> None:
    """Writes the position after the move tried now into the next row; Second puts the last car and drives first."""
    row, after = it.stack[ply], it.stack[ply + 1]
    move, low = it.moves[ply, row[AT]], max(row[ALPHA], row[BEST])
    after[LEFT], after[PASSES] = max(0, row[LEFT] - 1), 0
    after[ALPHA], after[BETA] = -row[BETA], -low
    if row[LEFT] == 1:
        after[OWN], after[OTHER] = row[OWN], row[OTHER] | move
        after[ALPHA], after[BETA] = low, row[BETA]
    elif row[LEFT]:
        after[OWN], after[OTHER] = row[OTHER] | move, row[OWN]
    else:
        after[OWN], after[OTHER] = row[OTHER], row[OWN] ^ move
        after[PASSES] = row[PASSES] + 1 if move == 0 else 0


@tight
def _take(it: Search, ply: int, score: int) -> None:
    """Enters the score of the move tried in a row, as its opponent sees it, and goes on to the next move."""
    row = it.stack[ply]
    score = score if row[LEFT] == 1 else -score
    if score > row[BEST]:
        row[BEST], row[CHOSEN] = score, it.moves[ply, row[AT]]
    row[AT] += 1


@tight
def _finished(it: Search, ply: int, depth: int) -> tuple[bool, int]:
    """Whether no other move of a row needs trying, and its score, which is then remembered."""
    row = it.stack[ply]
    best = row[BEST]
    if best < row[BETA] and row[AT] < row[COUNT]:
        return False, 0
    kind = AT_LEAST if best >= row[BETA] else AT_MOST if best <= row[ALPHA] else EXACT
    remember(it.entries, row[KEY], ply, depth, best, kind, row[CHOSEN])
    return True, best
