"""Perfect play by table lookup: the value of every move, and the best move that is hardest to answer."""

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
from engines.lgame.reasons import Forecast, move_reasons
from engines.lgame.rules import Position, Variant
from engines.lgame.search.disk_cache import load_or_build
from engines.lgame.search.far import strip
from engines.lgame.search.graph import ARRANGEMENTS, Numbers, graph
from engines.lgame.search.lookup import Outlook, is_far, outlook, repeated_keys
from engines.lgame.search.retrograde import plies
from engines.lgame.search.tables import Table, plain_table, scoring_table
from engines.refusals import Refusal

EDITION = 1
LONGEST_LINE = 6
_BUILDING = Lock()


@cache
def warm() -> None:
    """Load or build the table of every variant, except the slow part for far targets."""
    for variant in Variant:
        table(variant)


def table(variant: Variant) -> Table:
    """Return the table of a variant; the first call loads or builds it."""
    with _BUILDING:
        return _table(variant)


def load_far() -> None:
    """Load or build the values for targets beyond the table."""
    with _BUILDING:
        strip(0)


@cache
def _table(variant: Variant) -> Table:
    if variant is not Variant.SCORING:
        return plain_table(variant)
    shape = (MOST_NEEDED + 1, MOST_NEEDED + 1, 2, ARRANGEMENTS)
    return load_or_build(folder() / f"lgame-scoring-{EDITION}.npy", shape, scoring_table)


@cache
def _safe_replies(variant: Variant) -> Numbers:
    """Return for each arrangement the number of moves that do not lose (in a variant without points)."""
    return graph().count_places(graph().count_neutral(table(variant)[0, 0, 0] <= 0))


def strong_hint(position: Position, limit: Limit) -> Hint[Move]:
    """Return the best move: the shortest win, the draw that is hardest to answer, or the longest resistance.

    If a side needs more than MOST_NEEDED points, it is proved only if some move wins or every move loses; otherwise
    the play for a nearer target is an estimate. This is a look-up: neither it nor `solve` spends any of `limit`.
    """
    moves = _outlook(position)
    at = _choice(moves)
    value = int(moves.values[at])
    return Hint(tuple(_line(moves)), _sign(value), moves.is_exact, tuple(_reasons(moves, at)))


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """Return the exact value, the plies to the end unless it is a draw, and every move that keeps the value.

    If a side needs more than MOST_NEEDED points, the plies are unknown and the moves are those proved to keep the
    value; raise `Refusal("unsolved")` if there is none.
    """
    moves = _outlook(position)
    if not moves.is_exact:
        raise Refusal("unsolved", seconds=limit.seconds)
    value = int(moves.values.max())
    keeps = moves.is_proved & (np.sign(moves.values) == _sign(value))
    best_moves = tuple(moves.move(int(at)) for at in np.flatnonzero(keeps))
    return Solution(_sign(value), best_moves, None if is_far(position) or not value else plies(value))


def _outlook(position: Position) -> Outlook:
    return outlook(position, table(position.variant))


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _choice(moves: Outlook) -> int:
    value = moves.values.max()
    best_indices = np.flatnonzero(moves.values == value)
    if value or moves.position.variant is Variant.SCORING:
        return int(best_indices[0])
    return int(best_indices[_safe_replies(moves.position.variant)[moves.numbers[best_indices]].argmin()])


def _line(moves: Outlook) -> Iterator[Move]:
    """Yield the expected line of perfect play, as if its moves could not repeat a position."""
    past = moves.position.past
    for _ in range(LONGEST_LINE):
        move = moves.move(_choice(moves))
        yield move
        position = replace(moves.position.play(move), past=past)
        if position.outcome:
            return
        moves = _outlook(position)


def forecast(position: Position, move: Move) -> Forecast | None:
    """Return the proved value of a legal move; None if nothing is proved."""
    moves = _outlook(position)
    at = list(position.moves()).index(move)
    return _forecast(moves, at) if moves.is_proved[at] else None


def losing_moves(position: Position) -> frozenset[Move]:
    """Return the moves that are proved to lose."""
    moves = _outlook(position)
    return frozenset(moves.move(int(at)) for at in np.flatnonzero(moves.is_proved & (moves.values < 0)))


def _forecast(moves: Outlook, at: int) -> Forecast:
    value, position = int(moves.values[at]), moves.position
    if not value:
        return _draw(moves, at)
    after = position.play(moves.move(at))
    reply = _outlook(after) if value < 0 and not after.outcome else None
    return Forecast(
        _sign(value),
        plies(value),
        is_exact=not is_far(position),
        is_longest=int(moves.values.min()) < value < 0 and value == int(moves.values.max()),
        reply=reply.move(_choice(reply)) if reply else None,
    )


def _draw(moves: Outlook, at: int) -> Forecast:
    """Return a draw with the replies that hold it, unless an earlier position could occur a third time."""
    position = moves.position
    if position.variant is Variant.SCORING or repeated_keys(position):
        return Forecast(0)
    replies = _safe_replies(position.variant)[moves.numbers]
    draw_replies = replies[moves.values == 0]
    return Forecast(0, replies=int(replies[at]), is_fewest=not moves.values.max() and replies[at] == draw_replies.min())


def _reasons(moves: Outlook, at: int) -> Iterator[Reason]:
    if not moves.is_exact:
        yield Reason("beyond-the-table", points=MOST_NEEDED)
    forecast_of_move = _forecast(moves, at) if moves.is_exact else None
    yield from move_reasons(moves.position, moves.move(at), forecast_of_move)
