"""Advice at every level, and exact values: the door behind which the search is loaded when first asked."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from engines.dots.classic import classic, easy
from engines.dots.rules import Position
from engines.dots.run import Move
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
    started = perf_counter()
    if not ready("dots", limit.seconds * WAIT):
        guess = classic(position, limit.seed)
        return replace(guess, reasons=(*guess.reasons, Reason("guess")))
    from engines.dots.search import strong

    return strong(position, replace(limit, seconds=limit.seconds - (perf_counter() - started)))


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """The exact margin still to come for the side to move, and every move that reaches it."""
    started = perf_counter()
    if not ready("dots", limit.seconds):
        raise Refusal("unsolved", seconds=limit.seconds)
    from engines.dots.search import solve as solve_exactly

    return solve_exactly(position, replace(limit, seconds=limit.seconds - (perf_counter() - started)))
