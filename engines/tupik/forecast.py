"""What the table of a map proves of a move, and with that all that is to be said of it."""

from __future__ import annotations

from collections.abc import Iterator

from engines.game import Explanation, Limit, Reason
from engines.kernels.loading import ready
from engines.tupik.move import Move
from engines.tupik.reasons import Forecast, told
from engines.tupik.rules import Position


def reasons(position: Position, explanation: Explanation[Move]) -> tuple[Reason, ...]:
    """What is to be said of any legal move; how it ends by force where the map is solved."""
    known = forecasts(position).get(explanation.move)
    return (*_refuted(explanation, known), *told(position, explanation.move, known))


def _refuted(explanation: Explanation[Move], known: Forecast | None) -> Iterator[Reason]:
    """What a proved reply takes, as far as that is not in what is `known`."""
    if explanation.proved and explanation.reply:
        if explanation.value == 0 < explanation.best:
            yield Reason("win-let-go", move=str(explanation.reply[0]))
        elif explanation.value < 0 and known is None:
            yield Reason("loses-by-force", move=str(explanation.reply[0]))


def forecasts(position: Position, limit: Limit | None = None) -> dict[Move, Forecast]:
    """What the map's table proves of every move; nothing while it is not there, for which a `limit` waits."""
    if not ready("tupik", limit.seconds if limit and not limit.stop else 0.0):
        return {}
    from engines.tupik import search

    return search.forecasts(position, limit or Limit(0.0))
