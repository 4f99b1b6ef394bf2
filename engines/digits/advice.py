"""Advice at every level, and exact values: the door behind which the search is loaded when first asked."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from engines.digits.classic import classic, easy
from engines.digits.move import Move
from engines.digits.rules import Position
from engines.game import Hint, Level, Limit, Reason, Solution
from engines.refusals import Illegal, Refusal
from engines.warmth import ready

WAIT = 0.5


def hint(position: Position, limit: Limit, level: Level) -> Hint[Move]:
    """The move to play now, at the level asked for; until the search is loaded the strong level guesses."""
    _check_running(position)
    if level is Level.EASY:
        return easy(position, limit.seed)
    if level is Level.CLASSIC:
        return classic(position, limit.seed)
    started = perf_counter()
    if not ready("digits", limit.seconds * WAIT):
        guess = classic(position, limit.seed)
        return replace(guess, reasons=(*guess.reasons, Reason("guess")))
    from engines.digits.search import strong

    return strong(position, _rest(limit, started))


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """The exact margin still to come for the side to move, and every move that reaches it."""
    _check_running(position)
    started = perf_counter()
    if not ready("digits", limit.seconds):
        raise Refusal("unsolved", seconds=limit.seconds)
    from engines.digits.search import solve as solve_exactly

    return solve_exactly(position, _rest(limit, started))


def _rest(limit: Limit, started: float) -> Limit:
    return replace(limit, seconds=limit.seconds - (perf_counter() - started))


def _check_running(position: Position) -> None:
    if position.outcome:
        raise Illegal("game-over", result=str(position.outcome))
