"""Advice at every level, and exact values: the door behind which the tables are loaded when first asked for."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from threading import Thread
from time import perf_counter

from engines.game import Hint, Level, Limit, Reason, Solution
from engines.lgame.classic import classic, easy
from engines.lgame.move import Move
from engines.lgame.rules import Position, Variant
from engines.refusals import Illegal, Refusal


def hint(position: Position, limit: Limit, level: Level) -> Hint[Move]:
    """The move to play now, at the level asked for; a strong one is a guess until the tables are there."""
    began = perf_counter()
    return replace(_hint(position, limit, level), seconds=perf_counter() - began)


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """1, 0 or -1 for the side to move, the plies to the end, and every move that keeps that value."""
    _check_running(position)
    if not _ready(position.variant, limit):
        raise Refusal("unsolved", seconds=limit.seconds)
    from engines.lgame import search

    return search.solve(position)


def _hint(position: Position, limit: Limit, level: Level) -> Hint[Move]:
    _check_running(position)
    if level is Level.EASY:
        return easy(position, limit.seed)
    if level is Level.CLASSIC:
        return classic(position, limit.seed)
    if not _ready(position.variant, limit):
        guess = classic(position, limit.seed)
        return replace(guess, reasons=(Reason("guess"), *guess.reasons))
    from engines.lgame import search

    return search.hint(position)


def _check_running(position: Position) -> None:
    if position.outcome:
        raise Illegal("game-over", result=str(position.outcome))


def _ready(variant: Variant, limit: Limit) -> bool:
    loading = _loading(variant)
    loading.join(limit.seconds)
    return not loading.is_alive()


@cache
def _loading(variant: Variant) -> Thread:
    thread = Thread(target=_load, args=(variant,), name=f"load lgame {variant}", daemon=True)
    thread.start()
    return thread


def _load(variant: Variant) -> None:
    from engines.lgame import search

    search.table(variant)
