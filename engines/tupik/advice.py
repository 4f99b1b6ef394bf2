"""Advice at every level, and exact values: the door behind which the search is loaded when first asked."""

from __future__ import annotations

from engines.game import Hint, Level, Limit, Solution
from engines.refusals import Illegal, Refusal
from engines.tupik.classic import classic, easy
from engines.tupik.move import Move
from engines.tupik.rules import Position


def hint(position: Position, limit: Limit, level: Level) -> Hint[Move]:
    """The move to play now, at the level asked for."""
    if position.outcome:
        raise Illegal("game-over", result=str(position.outcome))
    if level is Level.EASY:
        return easy(position, limit.seed)
    return classic(position, limit.seed)


def solve(position: Position, limit: Limit) -> Solution[Move]:
    raise Refusal("unsolved", seconds=limit.seconds)
