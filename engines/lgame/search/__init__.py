"""Perfect play by look-up: what every move is worth, and which of the best moves is the hardest to answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from threading import Lock

import numpy as np

from engines.game import Hint, Limit, Reason, Solution
from engines.kernels.user_cache import folder
from engines.lgame.move import Move
from engines.lgame.options import MOST_NEEDED
from engines.lgame.reasons import Forecast, told
from engines.lgame.rules import Position, Variant
from engines.lgame.search.disk_cache import kept
from engines.lgame.search.far import strip
from engines.lgame.search.graph import ARRANGEMENTS, Numbers, graph
from engines.lgame.search.lookup import Outlook, is_far, outlook, twice_seen
from engines.lgame.search.retrograde import plies
from engines.lgame.search.tables import Table, plain, scoring
from engines.refusals import Refusal

EDITION = 1
LONGEST_LINE = 6
_BUILDING = Lock()


@cache
def warm() -> None:
    """Loads or builds the table of every variant, but not what far targets alone need: that takes longest."""
    for variant in Variant:
        table(variant)


def table(variant: Variant) -> Table:
    """The table of a variant; the first call loads or builds it."""
    with _BUILDING:
        return _table(variant)


def load_far() -> None:
    """Loads or builds what targets beyond the table need."""
    with _BUILDING:
        strip(0)


@cache
def _table(variant: Variant) -> Table:
    if variant is not Variant.SCORING:
        return plain(variant)
    shape = (MOST_NEEDED + 1, MOST_NEEDED + 1, 2, ARRANGEMENTS)
    return kept(folder() / f"lgame-scoring-{EDITION}.npy", shape, scoring)


@cache
def _safe_replies(variant: Variant) -> Numbers:
    """For each arrangement, how many of its moves do not lose (in a variant without scores)."""
    return graph().count_places(graph().count_neutral(table(variant)[0, 0, 0] <= 0))


def strong_hint(position: Position, limit: Limit) -> Hint[Move]:
    """The best move: the shortest win, the draw that is hardest to answer, or the longest resistance.

    Where a side needs more than MOST_NEEDED points, it is proved if a win is, or that every move loses; else the play
    of a nearer target is an estimate.
    A look-up: nothing is spent of `limit`, here and in `solve`.
    """
    moves = _outlook(position)
    at = _choice(moves)
    worth = int(moves.worths[at])
    return Hint(tuple(_line(moves)), _sign(worth), moves.exact, tuple(_reasons(moves, at)))


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """The exact value, the plies to the end unless it is a draw, and every move that keeps the value.

    Where a side needs more than MOST_NEEDED points, the plies are not known, and the moves are those that are proved
    to keep it; raises `Refusal("unsolved")` if none is.
    """
    moves = _outlook(position)
    if not moves.exact:
        raise Refusal("unsolved", seconds=limit.seconds)
    worth = int(moves.worths.max())
    keeps = moves.proved & (np.sign(moves.worths) == _sign(worth))
    best = tuple(moves.move(int(at)) for at in np.flatnonzero(keeps))
    return Solution(_sign(worth), best, None if is_far(position) or not worth else plies(worth))


def _outlook(position: Position) -> Outlook:
    return outlook(position, table(position.variant))


def _sign(worth: int) -> int:
    return (worth > 0) - (worth < 0)


def _choice(moves: Outlook) -> int:
    worth = moves.worths.max()
    best = np.flatnonzero(moves.worths == worth)
    if worth or moves.position.variant is Variant.SCORING:
        return int(best[0])
    return int(best[_safe_replies(moves.position.variant)[moves.numbers[best]].argmin()])


def _line(moves: Outlook) -> Iterator[Move]:
    """What perfect play expects, as if the moves of the line itself could not repeat a position."""
    past = moves.position.past
    for _ in range(LONGEST_LINE):
        move = moves.move(_choice(moves))
        yield move
        position = replace(moves.position.play(move), past=past)
        if position.outcome:
            return
        moves = _outlook(position)


def forecast(position: Position, move: Move) -> Forecast | None:
    """What is proved of a legal move; None if nothing is."""
    moves = _outlook(position)
    at = list(position.moves()).index(move)
    return _forecast(moves, at) if moves.proved[at] else None


def lost(position: Position) -> frozenset[Move]:
    """The moves that are proved to lose."""
    moves = _outlook(position)
    return frozenset(moves.move(int(at)) for at in np.flatnonzero(moves.proved & (moves.worths < 0)))


def _forecast(moves: Outlook, at: int) -> Forecast:
    worth, position = int(moves.worths[at]), moves.position
    if not worth:
        return _drawn(moves, at)
    after = position.play(moves.move(at))
    reply = _outlook(after) if worth < 0 and not after.outcome else None
    return Forecast(
        _sign(worth),
        plies(worth),
        exact=not is_far(position),
        longest=worth < 0 and worth == int(moves.worths.max()),
        reply=reply.move(_choice(reply)) if reply else None,
    )


def _drawn(moves: Outlook, at: int) -> Forecast:
    """A draw with the replies that hold it, unless an earlier position could come for the third time."""
    position = moves.position
    if position.variant is Variant.SCORING or twice_seen(position):
        return Forecast(0)
    replies = _safe_replies(position.variant)[moves.numbers]
    drawn = replies[moves.worths == 0]
    return Forecast(0, replies=int(replies[at]), fewest=not moves.worths.max() and replies[at] == drawn.min())


def _reasons(moves: Outlook, at: int) -> Iterator[Reason]:
    if not moves.exact:
        yield Reason("beyond-the-table", points=MOST_NEEDED)
    known = _forecast(moves, at) if moves.exact else None
    yield from told(moves.position, moves.move(at), known)
