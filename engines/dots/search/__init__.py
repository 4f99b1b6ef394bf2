"""The strong level: exact values where time allows, estimates elsewhere, and reasons for both."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

import numpy as np

from engines.dots.grid import grid
from engines.dots.move import Move
from engines.dots.reasons import move_reasons, outcome_bound_reason, outcome_reason
from engines.dots.rules import Position, Stage
from engines.dots.search.alphabeta import is_at_least
from engines.dots.search.board import search_position
from engines.dots.search.exact import WORTH_TRYING, ExactValue, exact_value, exact_value_or_bound, margins
from engines.dots.search.exact import winner as exact_winner
from engines.dots.search.guess import guess
from engines.dots.search.pie import choose_colour, set_up
from engines.dots.search.pie_solved import solve_choice, solve_set_up
from engines.dots.search.proved import read_all_proofs
from engines.dots.search.root import Root
from engines.dots.search.table import WAYS, empty_table
from engines.dots.search.workspace import workspaces
from engines.game import Hint, Limit, Reason, Seat, Solution, lead
from engines.kernels.alarm import alarm
from engines.refusals import Refusal

EXACT_SHARE = 0.95
SET_UP_SHARE = 0.5
MAX_SET_UP_SIDES = 17
# With more open sides than UNSURE_SIDES a search may be cut short: FEW_GAMES playouts choose the side to search first.
UNSURE_SIDES, FEW_GAMES = 38, 5000
LONGEST_LINE = 12
QUICK_NODES, LINE_NODES = 1000, 20_000


SMALL = grid(2, 2)


@cache
def warm() -> None:
    """Load every kernel and all proofs in the package; compile the kernels that are not on disk."""
    _warm_exact()
    read_all_proofs()
    _warm_guess()


def _warm_exact() -> None:
    exact_value(SMALL, 0, Limit(600.0), 12)
    margins(SMALL, 0, Limit(600.0))


def _warm_search() -> None:
    """Compile the largest kernel alone, which takes longer than all others together."""
    with _root() as root:
        is_at_least(root.position.board, root.workspaces[0], root.watch, np.uint64(root.position.sides), 0)


def _warm_rest() -> None:
    with _root() as root:
        root.bounds(root.position.sides)
    read_all_proofs()
    _warm_guess()


@contextmanager
def _root() -> Iterator[Root]:
    position = search_position(SMALL, 0)
    assert position is not None
    with alarm(Limit(600.0)) as watch:
        yield Root(position, workspaces(empty_table(WAYS), None), watch)


def _warm_guess() -> None:
    for count in range(SMALL.sides):
        guess(SMALL, (1 << count) - 1, 0, Limit(600.0, nodes=20))


SHARES = (_warm_search, _warm_rest)


def strong_hint(position: Position, limit: Limit) -> Hint[Move]:
    """Return the best move that can be found within the limit."""
    start_time = limit.clock()
    if position.stage is Stage.CHOICE:
        hint = choose_colour(position, limit)
    elif position.stage is Stage.SETUP:
        hint = _solve_set_up_hint(position, limit) or set_up(position, _remaining(limit, start_time))
    else:
        hint = _exact_hint(position, limit, start_time) or _guess_hint(position, _remaining(limit, start_time))
    return replace(hint, seconds=limit.clock() - start_time)


def _solve_set_up_hint(position: Position, limit: Limit) -> Hint[Move] | None:
    """Return the exact hint for the set-up of a board small enough to solve; None for other boards."""
    if position.grid.sides > MAX_SET_UP_SIDES:
        return None
    try:
        solution = solve_set_up(position, replace(limit, seconds=limit.seconds * SET_UP_SHARE))
    except Refusal:
        return None
    move = Random(f"{limit.seed} {position.drawn_sides}").choice(solution.best_moves)
    first, second = position.score
    reasons = (Reason("evens-out"), *move_reasons(position, move), outcome_reason(solution.value + first - second))
    return Hint((move,), solution.value, True, reasons)


def _remaining(limit: Limit, start_time: float) -> Limit:
    return replace(limit, seconds=max(0.0, limit.seconds - (limit.clock() - start_time)))


def _exact_hint(position: Position, limit: Limit, start_time: float) -> Hint[Move] | None:
    if position.grid.sides - position.drawn_sides.bit_count() > WORTH_TRYING:
        return None
    value = _quick_value(position, limit) or _search_value(position, limit, start_time)
    if value is None:
        return None
    if value.is_bound:
        return _bound_hint(position, value)
    line = tuple(islice(_best_line(position, value, limit, start_time), LONGEST_LINE))
    reasons = (
        *move_reasons(position, line[0], value.margin),
        outcome_reason(lead(position, position.mover) + value.margin),
    )
    return Hint(line, value.margin, True, reasons)


def _quick_value(position: Position, limit: Limit) -> ExactValue | None:
    """Return the exact value if it needs hardly any search: near the end, or from a proof of the board."""
    return exact_value(
        position.grid, position.drawn_sides, replace(limit, nodes=min(limit.nodes or QUICK_NODES, QUICK_NODES))
    )


def _search_value(position: Position, limit: Limit, start_time: float) -> ExactValue | None:
    first = _likely_side(position, limit)
    searching = replace(limit, seconds=max(0.0, limit.seconds * EXACT_SHARE - (limit.clock() - start_time)))
    return exact_value_or_bound(position.grid, position.drawn_sides, searching, first=first)


def _likely_side(position: Position, limit: Limit) -> int | None:
    """Return the side that a few playouts favour, as a fallback if the search does not finish."""
    if position.grid.sides - position.drawn_sides.bit_count() <= UNSURE_SIDES:
        return None
    few = replace(limit, nodes=min(limit.nodes or FEW_GAMES, FEW_GAMES))
    return guess(position.grid, position.drawn_sides, lead(position, position.mover), few).side


def _bound_hint(position: Position, value: ExactValue) -> Hint[Move]:
    """Return a side proved to reach a margin, which may not be the greatest possible."""
    move = Move((position.grid.names[value.best_sides[0]],))
    ahead = lead(position, position.mover) + value.margin
    return Hint((move,), value.margin, False, (*move_reasons(position, move), outcome_bound_reason(ahead)))


def _best_line(position: Position, first_value: ExactValue, limit: Limit, start_time: float) -> Iterator[Move]:
    """Yield the expected moves, as far as they are found in time."""
    value: ExactValue | None = first_value
    while value is not None and value.best_sides:
        move = Move((position.grid.names[value.best_sides[0]],))
        yield move
        before, position = position, position.play(move)
        boxes = sum(position.score) - sum(before.score)
        guess = value.margin - boxes if boxes else -value.margin
        value = exact_value(
            position.grid, position.drawn_sides, replace(_remaining(limit, start_time), nodes=LINE_NODES), guess=guess
        )


def _guess_hint(position: Position, limit: Limit) -> Hint[Move]:
    estimate = guess(position.grid, position.drawn_sides, lead(position, position.mover), limit)
    line = (Move((position.grid.names[estimate.side],)),)
    percent = round(50 + 50 * estimate.hope)
    reasons = (*move_reasons(position, line[0]), Reason("estimate", percent=percent))
    return Hint(line, round(estimate.margin, 1), False, reasons)


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """Return the margin to come for the side to decide, and every best move; raise `Refusal` at the limit."""
    if position.stage is Stage.CHOICE:
        return solve_choice(position, limit)
    if position.stage is Stage.SETUP:
        return solve_set_up(position, limit)
    value = exact_value(position.grid, position.drawn_sides, limit, position.grid.sides)
    if value is None:
        raise Refusal("unsolved", seconds=limit.seconds)
    return Solution(value.margin, tuple(Move((position.grid.names[side],)) for side in value.best_sides))


def winner(position: Position, limit: Limit) -> Seat | None:
    """Return the winner under best play, None for a draw, more cheaply than `solve`; raise `Refusal` at the limit."""
    mover = position.turn
    ahead = lead(position, mover)
    if position.stage is Stage.PLAY:
        value = exact_winner(position.grid, position.drawn_sides, limit, ahead)
    elif position.stage is Stage.SETUP:
        value = solve(position, limit).value + ahead
    else:
        seats = [winner(position.play(move), limit) for move in position.moves()]
        return mover if mover in seats else None if None in seats else mover.opponent
    if value is None:
        raise Refusal("unsolved", seconds=limit.seconds)
    return (mover if value > 0 else mover.opponent) if value else None
