"""Advice at every level, and exact values: the door behind which the search is loaded when first asked."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from engines.curves.classic import classic, easy
from engines.curves.moves import Move
from engines.curves.rules import Position
from engines.game import Hint, Level, Limit, Reason, Solution
from engines.refusals import Refusal
from engines.warmth import ready

WAIT = 0.5


def hint(position: Position, limit: Limit, level: Level) -> Hint[Move]:
    """The move to play now, at the level asked for; until the search is loaded the strong level guesses."""
    if level is Level.EASY:
        return easy(position, limit.seed)
    if level is Level.CLASSIC:
        return classic(position, limit.seed)
    began = perf_counter()
    if not ready("curves", limit.seconds * WAIT):
        guess = classic(position, limit.seed)
        return replace(guess, reasons=(*guess.reasons, Reason("guess")))
    from engines.curves.search import strong

    return strong(position, replace(limit, seconds=limit.seconds - (perf_counter() - began)))


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """Always refused: the lines that may be drawn are endless, so no search over a sample proves anything."""
    raise Refusal("unsolved", seconds=limit.seconds)
