"""The strong level: exact values where time allows, otherwise the best move found, and reasons for both."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import islice

from engines.digits.classic import classic
from engines.digits.move import Move
from engines.digits.options import start
from engines.digits.reasons import move_reasons, outcome_reason
from engines.digits.rules import Position
from engines.digits.search.best_cell import PlacingSearch
from engines.digits.search.best_throw import Advice, OutOfTime, ThrowSearch
from engines.digits.search.workspace import Workspace
from engines.game import Hint, Limit, Reason, Solution, advance, lead
from engines.kernels.alarm import Watch, alarm
from engines.refusals import Refusal

LONGEST_LINE = 8


@cache
def warm() -> None:
    """Load every kernel; compile those that are not on disk."""
    position = start({"size": "4x4", "digits": "2"})
    limit = Limit(3600.0)
    while position.outcome is None:
        position, _ = advance(position, solve(position, limit).best_moves[0])


def strong_hint(position: Position, limit: Limit) -> Hint[Move]:
    """Return the best move that can be found within the limit."""
    start_time = limit.clock()
    with alarm(limit) as watch:
        hint = _placing_hint(position, limit, watch) if position.is_placing else _throwing_hint(position, limit, watch)
    return replace(hint or classic(position, limit), seconds=limit.clock() - start_time)


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """Return the margin to come for the side to move, and every move that reaches it; raise `Refusal` at the limit."""
    try:
        with alarm(limit) as watch:
            return (
                _solve_placing(position, limit, watch)
                if position.is_placing
                else _solve_throwing(position, limit, watch)
            )
    except OutOfTime:
        raise Refusal("unsolved", seconds=limit.seconds) from None


def _last_advice(advices: Iterator[Advice]) -> Advice | None:
    """Return the last, and therefore best, advice that arrives in time."""
    last_advice = None
    with suppress(OutOfTime):
        for advice in advices:
            last_advice = advice
    return last_advice


def _placing_hint(position: Position, limit: Limit, watch: Watch) -> Hint[Move] | None:
    advice = _last_advice(PlacingSearch(position, watch, limit.nodes).advise())
    return _hint(position, advice, (advice.move,)) if advice else None


def _throwing_hint(position: Position, limit: Limit, watch: Watch) -> Hint[Move] | None:
    search = ThrowSearch(position, watch, limit.nodes)
    advice = _last_advice(search.advise())
    if advice is None:
        return None
    line = islice(_line(position, advice.move, watch, search.workspace), LONGEST_LINE)
    return _hint(position, advice, tuple(line))


def _hint(position: Position, advice: Advice, line: tuple[Move, ...]) -> Hint[Move]:
    reasons = (*move_reasons(position, advice.move), _outcome_reason(position, advice))
    return Hint(line, advice.margin, advice.is_proved, reasons)


def _outcome_reason(position: Position, advice: Advice) -> Reason:
    """Return the final outcome, proved or likely."""
    final = lead(position, position.turn) + advice.margin
    return outcome_reason(final) if advice.is_proved else Reason("likely-lead", dots=final)


def _line(position: Position, move: Move, watch: Watch, workspace: Workspace) -> Iterator[Move]:
    """Yield the expected throws, forced ones included, as far as they are proved in time."""
    yield move
    position = position.play(move)
    while position.outcome is None:
        next_move = position.forced_move or _proved_throw(position, watch, workspace)
        if next_move is None:
            return
        yield next_move
        position = position.play(next_move)


def _proved_throw(position: Position, watch: Watch, workspace: Workspace) -> Move | None:
    advice = _last_advice(ThrowSearch(position, watch, shared_workspace=workspace).advise())
    return advice.move if advice and advice.is_proved else None


def _solve_throwing(position: Position, limit: Limit, watch: Watch) -> Solution[Move]:
    search = ThrowSearch(position, watch, limit.nodes)
    margin = search.margin()
    best_moves = {move for throw_code in search.throws_keeping(margin) for move in search.moves_of(throw_code)}
    return Solution(margin, tuple(move for move in position.moves() if move in best_moves))


def _solve_placing(position: Position, limit: Limit, watch: Watch) -> Solution[Move]:
    search = PlacingSearch(position, watch, limit.nodes)
    *_, advice = search.advise()
    return Solution(advice.margin, tuple(search.cells_keeping(advice.margin)))
