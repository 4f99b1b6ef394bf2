"""Advice at every level, and exact values: the door behind which the search is loaded when first asked."""

from __future__ import annotations

from engines.digits.classic import classic, easy
from engines.digits.move import Move
from engines.digits.rules import Position
from engines.game import Hint, Level, Limit, Solution
from engines.refusals import Refusal


def hint(position: Position, limit: Limit, level: Level) -> Hint[Move]:
    """The move to play now, at the level asked for."""
    if level is Level.EASY:
        return easy(position, limit.seed)
    return classic(position, limit.seed)


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """The exact margin still to come for the side to move, and every move that reaches it."""
    raise Refusal("unsolved", seconds=limit.seconds)
