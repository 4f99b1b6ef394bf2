"""Advice at every level, and exact values: the door behind which the search is loaded when first asked."""

from __future__ import annotations

from engines.curves.classic import classic, easy
from engines.curves.moves import Move
from engines.curves.rules import Position
from engines.game import Hint, Level, Limit, Solution
from engines.refusals import Refusal


def hint(position: Position, limit: Limit, level: Level) -> Hint[Move]:
    """The move to play now, at the level asked for."""
    if level is Level.EASY:
        return easy(position, limit.seed)
    return classic(position, limit.seed)


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """Always refused: the lines that may be drawn are endless, so no search over a sample proves anything."""
    raise Refusal("unsolved", seconds=limit.seconds)
