"""The strong level: exact where the time allows it, the best found elsewhere, and why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import islice
from time import perf_counter

from engines.digits.classic import classic
from engines.digits.move import Move
from engines.digits.options import start
from engines.digits.reasons import of_move
from engines.digits.rules import Position
from engines.digits.search.best_cell import Writing
from engines.digits.search.best_throw import Advice, OutOfTime, Throwing
from engines.digits.search.workspace import Desk
from engines.game import Hint, Limit, Reason, Solution, advance, lead
from engines.kernels.alarm import Watch, alarm
from engines.refusals import Refusal

LONGEST_LINE = 8


@cache
def warm() -> None:
    """Loads every kernel, compiling those that are not on disk yet."""
    position = start({"size": "4x4", "digits": "2"})
    limit = Limit(3600.0)
    while position.outcome is None:
        position, _ = advance(position, solve(position, limit).best_moves[0])


def strong_hint(position: Position, limit: Limit) -> Hint[Move]:
    """The best move that the limit allows to find."""
    started = perf_counter()
    with alarm(limit) as watch:
        hint = _written(position, limit, watch) if position.placing else _thrown(position, limit, watch)
    return replace(hint or classic(position, limit.seed), seconds=perf_counter() - started)


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """The margin still to come for the side to move, and all moves that reach it; refuses if the limit comes first."""
    try:
        with alarm(limit) as watch:
            return _written_best(position, limit, watch) if position.placing else _thrown_best(position, limit, watch)
    except OutOfTime:
        raise Refusal("unsolved", seconds=limit.seconds) from None


def _last(advices: Iterator[Advice]) -> Advice | None:
    """The best advice that came in time."""
    best = None
    with suppress(OutOfTime):
        for advice in advices:
            best = advice
    return best


def _written(position: Position, limit: Limit, watch: Watch) -> Hint[Move] | None:
    advice = _last(Writing(position, watch, limit.nodes).advise())
    return _hint(position, advice, (advice.move,)) if advice else None


def _thrown(position: Position, limit: Limit, watch: Watch) -> Hint[Move] | None:
    search = Throwing(position, watch, limit.nodes)
    advice = _last(search.advise())
    if advice is None:
        return None
    line = islice(_line(position, advice.move, watch, search.desk), LONGEST_LINE)
    return _hint(position, advice, tuple(line))


def _hint(position: Position, advice: Advice, line: tuple[Move, ...]) -> Hint[Move]:
    reasons = (*of_move(position, advice.move), _ending(position, advice))
    return Hint(line, advice.margin, advice.proved, reasons)


def _ending(position: Position, advice: Advice) -> Reason:
    """How the game ends, surely or by what was found so far."""
    final = lead(position, position.turn) + advice.margin
    if not advice.proved:
        return Reason("likely-lead", dots=final)
    if final == 0:
        return Reason("proved-even")
    return Reason("proved-lead", dots=final) if final > 0 else Reason("proved-behind", dots=-final)


def _line(position: Position, move: Move, watch: Watch, desk: Desk) -> Iterator[Move]:
    """The throws expected, those without a choice too, as far as they are proved in the time."""
    yield move
    position = position.play(move)
    while position.outcome is None:
        following = position.forced_move or _certain(position, watch, desk)
        if following is None:
            return
        yield following
        position = position.play(following)


def _certain(position: Position, watch: Watch, desk: Desk) -> Move | None:
    advice = _last(Throwing(position, watch, used=desk).advise())
    return advice.move if advice and advice.proved else None


def _thrown_best(position: Position, limit: Limit, watch: Watch) -> Solution[Move]:
    search = Throwing(position, watch, limit.nodes)
    margin = search.margin()
    best = {move for thrown in search.keeping(margin) for move in search.spelled(thrown)}
    return Solution(margin, tuple(move for move in position.moves() if move in best))


def _written_best(position: Position, limit: Limit, watch: Watch) -> Solution[Move]:
    search = Writing(position, watch, limit.nodes)
    *_, advice = search.advise()
    return Solution(advice.margin, tuple(search.keeping(advice.margin)))
