"""Advice at every level, and exact values: the door behind which the search is loaded when first asked."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from engines.game import Hint, Level, Limit, Solution
from engines.refusals import Illegal, Refusal
from engines.tupik.classic import classic, easy, guess
from engines.tupik.move import Move
from engines.tupik.rules import Position
from engines.warmth import ready

WAIT = 0.5


def hint(position: Position, limit: Limit, level: Level) -> Hint[Move]:
    """The move to play now, at the level asked for; until the search is loaded the strong level guesses."""
    began = perf_counter()
    return replace(_hint(position, limit, level), seconds=perf_counter() - began)


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """1, 0 or -1 for the side to move, the plies to the end, and every move that keeps the value.

    A repetition is a draw, and a forced pass counts as a ply. Maps of more than 21 cities are not solved.
    """
    _check_running(position)
    began = perf_counter()
    if not ready("tupik", limit.seconds):
        raise Refusal("unsolved", seconds=limit.seconds)
    from engines.tupik import search

    return search.solve(position, _rest(limit, began))


def _hint(position: Position, limit: Limit, level: Level) -> Hint[Move]:
    _check_running(position)
    if level is Level.EASY:
        return easy(position, limit.seed)
    if level is Level.CLASSIC:
        return classic(position, limit.seed)
    began = perf_counter()
    if not ready("tupik", limit.seconds * WAIT):
        return guess(position, limit.seed)
    from engines.tupik import search

    return search.strong(position, _rest(limit, began))


def _rest(limit: Limit, began: float) -> Limit:
    return replace(limit, seconds=max(0.01, limit.seconds - (perf_counter() - began)))


def _check_running(position: Position) -> None:
    if position.outcome:
        raise Illegal("game-over", part=str(position.outcome))
