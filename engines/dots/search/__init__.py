"""The strong level: the exact truth where the time allows it, an honest guess elsewhere, and why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from time import perf_counter

import numpy as np

from engines.dots.grid import grid
from engines.dots.move import Move
from engines.dots.reasons import ending, ending_at_least, of_move
from engines.dots.rules import Position, Stage
from engines.dots.search.alphabeta import at_least
from engines.dots.search.board import sheet
from engines.dots.search.exact import WORTH_TRYING, Truth, margins, truth, truth_or_bound
from engines.dots.search.exact import winner as exact_winner
from engines.dots.search.guess import guess
from engines.dots.search.pie import choose_colour, set_up
from engines.dots.search.pie_solved import solve_choice, solve_set_up
from engines.dots.search.proved import read_all
from engines.dots.search.root import Root
from engines.dots.search.table import WAYS, empty
from engines.dots.search.workspace import desks
from engines.game import Hint, Limit, Reason, Seat, Solution, lead
from engines.kernels.alarm import alarm
from engines.refusals import Refusal

EXACT_SHARE = 0.95
DIVIDING_SHARE = 0.5
MOST_DIVIDED = 17
# With more open sides than this a search may be cut short: so many games are played out to see where it should begin.
UNSURE, FEW_GAMES = 38, 5000
LONGEST_LINE = 12
NEXT_TO_NONE, LINE_NODES = 1000, 20_000


SMALL = grid(2, 2)


@cache
def warm() -> None:
    """Load every kernel, compiling those that are not on disk yet, and read the proofs that come along."""
    _warm_exact()
    read_all()
    _warm_guess()


def _warm_exact() -> None:
    truth(SMALL, 0, Limit(600.0), 12)
    margins(SMALL, 0, Limit(600.0))


def _warm_search() -> None:
    """The largest kernel alone, which takes longer to compile than all others."""
    with _root() as root:
        at_least(root.sheet.board, root.desks[0], root.watch, np.uint64(root.sheet.sides), 0)


def _warm_rest() -> None:
    with _root() as root:
        root.bounds(root.sheet.sides)
    read_all()
    _warm_guess()


@contextmanager
def _root() -> Iterator[Root]:
    found = sheet(SMALL, 0)
    assert found is not None
    with alarm(Limit(600.0)) as watch:
        yield Root(found, desks(empty(WAYS), None), watch)


def _warm_guess() -> None:
    for count in range(SMALL.sides):
        guess(SMALL, (1 << count) - 1, 0, Limit(600.0, nodes=20))


SHARES = (_warm_search, _warm_rest)


def strong_hint(position: Position, limit: Limit) -> Hint[Move]:
    """The best move that the limit allows to find."""
    started = perf_counter()
    if position.stage is Stage.CHOICE:
        hint = choose_colour(position, limit)
    elif position.stage is Stage.SETUP:
        hint = _divided(position, limit) or set_up(position, _left(limit, started))
    else:
        hint = _exact(position, limit, started) or _guessed(position, _left(limit, started))
    return replace(hint, seconds=perf_counter() - started)


def _divided(position: Position, limit: Limit) -> Hint[Move] | None:
    """The set-up of a board so small that every one can be judged; None for others."""
    if position.grid.sides > MOST_DIVIDED:
        return None
    try:
        solved = solve_set_up(position, replace(limit, seconds=limit.seconds * DIVIDING_SHARE))
    except Refusal:
        return None
    move = Random(f"{limit.seed} {position.drawn}").choice(solved.best_moves)
    first, second = position.score
    reasons = (Reason("evens-out"), *of_move(position, move), ending(solved.value + first - second))
    return Hint((move,), solved.value, True, reasons)


def _left(limit: Limit, started: float) -> Limit:
    return replace(limit, seconds=max(0.0, limit.seconds - (perf_counter() - started)))


def _exact(position: Position, limit: Limit, started: float) -> Hint[Move] | None:
    if position.grid.sides - position.drawn.bit_count() > WORTH_TRYING:
        return None
    found = _at_once(position, limit) or _searched(position, limit, started)
    if found is None:
        return None
    if found.at_least:
        return _bounded(position, found)
    line = tuple(islice(_line(position, found, limit, started), LONGEST_LINE))
    reasons = (*of_move(position, line[0], found.margin), ending(lead(position, position.mover) + found.margin))
    return Hint(line, found.margin, True, reasons)


def _at_once(position: Position, limit: Limit) -> Truth | None:
    """What hardly needs a search: the end of a game, and what a proof of the board says."""
    return truth(position.grid, position.drawn, replace(limit, nodes=min(limit.nodes or NEXT_TO_NONE, NEXT_TO_NONE)))


def _searched(position: Position, limit: Limit, started: float) -> Truth | None:
    first = _likely(position, limit)
    searching = replace(limit, seconds=max(0.0, limit.seconds * EXACT_SHARE - (perf_counter() - started)))
    return truth_or_bound(position.grid, position.drawn, searching, first=first)


def _likely(position: Position, limit: Limit) -> int | None:
    """The side that a few games speak for, where the search may not come to its end."""
    if position.grid.sides - position.drawn.bit_count() <= UNSURE:
        return None
    few = replace(limit, nodes=min(limit.nodes or FEW_GAMES, FEW_GAMES))
    return guess(position.grid, position.drawn, lead(position, position.mover), few).side


def _bounded(position: Position, found: Truth) -> Hint[Move]:
    """A side that is proved to reach a margin, which may not be the most that can be reached."""
    move = Move((position.grid.names[found.best[0]],))
    ahead = lead(position, position.mover) + found.margin
    return Hint((move,), found.margin, False, (*of_move(position, move), ending_at_least(ahead)))


def _line(position: Position, found: Truth, limit: Limit, started: float) -> Iterator[Move]:
    """The moves expected, as far as they are found in the time."""
    left: Truth | None = found
    while left is not None and left.best:
        move = Move((position.grid.names[left.best[0]],))
        yield move
        before, position = position, position.play(move)
        won = sum(position.score) - sum(before.score)
        guess = left.margin - won if won else -left.margin
        left = truth(position.grid, position.drawn, replace(_left(limit, started), nodes=LINE_NODES), guess=guess)


def _guessed(position: Position, limit: Limit) -> Hint[Move]:
    guessed = guess(position.grid, position.drawn, lead(position, position.mover), limit)
    line = (Move((position.grid.names[guessed.side],)),)
    percent = round(50 + 50 * guessed.hope)
    reasons = (*of_move(position, line[0]), Reason("estimate", percent=percent))
    return Hint(line, round(guessed.margin, 1), False, reasons)


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """The margin still to come for the side that decides, and all moves that reach it; refuses at the limit."""
    if position.stage is Stage.CHOICE:
        return solve_choice(position, limit)
    if position.stage is Stage.SETUP:
        return solve_set_up(position, limit)
    found = truth(position.grid, position.drawn, limit, position.grid.sides)
    if found is None:
        raise Refusal("unsolved", seconds=limit.seconds)
    return Solution(found.margin, tuple(Move((position.grid.names[side],)) for side in found.best))


def winner(position: Position, limit: Limit) -> Seat | None:
    """Who wins with best play by both, None for a draw; refuses at the limit. Takes less than `solve`, in play."""
    mover = position.turn
    ahead = lead(position, mover)
    if position.stage is Stage.PLAY:
        found = exact_winner(position.grid, position.drawn, limit, ahead)
    elif position.stage is Stage.SETUP:
        found = solve(position, limit).value + ahead
    else:
        seats = [winner(position.play(move), limit) for move in position.moves()]
        return mover if mover in seats else None if None in seats else mover.opponent
    if found is None:
        raise Refusal("unsolved", seconds=limit.seconds)
    return (mover if found > 0 else mover.opponent) if found else None
