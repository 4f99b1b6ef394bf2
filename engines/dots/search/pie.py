"""The pie rule for the strong level: an even set-up for First, the better colour for Second."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from engines.dots.move import KEEP, STOP, SWAP, Move
from engines.dots.reasons import move_reasons, outcome_reason
from engines.dots.rules import Position, Stage
from engines.dots.search.exact import WORTH_TRYING, exact_value
from engines.dots.search.guess import guess
from engines.game import Hint, Limit, Reason, Seat, lead

CANDIDATES = 6
STOP_BONUS = 0.03
EXACT_SHARE = 0.4
# The time that starting a search takes.
START_SECONDS = 0.03


@dataclass(frozen=True)
class Judgement:
    """The expected final margin of the colour on turn, its winning chance (-1 to 1), and whether that is proved."""

    margin: float
    hope: float
    is_proved: bool


def judge(position: Position, limit: Limit) -> Judgement:
    """Judge the end of the game for the colour on turn; exactly if part of the time is enough."""
    ahead, grid, drawn_sides = lead(position, position.mover), position.grid, position.drawn_sides
    if grid.sides - drawn_sides.bit_count() <= WORTH_TRYING:
        value = exact_value(grid, drawn_sides, replace(limit, seconds=limit.seconds * EXACT_SHARE), 0)
        if value is not None:
            final = value.margin + ahead
            return Judgement(final, (final > 0) - (final < 0), True)
        limit = replace(limit, seconds=limit.seconds * (1 - EXACT_SHARE))
    estimate = guess(grid, drawn_sides, ahead, limit)
    return Judgement(estimate.margin + ahead, estimate.hope, False)


def choose_colour(position: Position, limit: Limit) -> Hint[Move]:
    """Return `keep` or `swap`, the better choice for Second."""
    judgement = judge(position, limit)
    sign = 1 if position.mover is Seat.SECOND else -1
    word = KEEP if sign * judgement.hope >= 0 else SWAP
    now = position.score[1] - position.score[0]
    value = round(abs(judgement.margin) - now, 1)
    reasons = (*move_reasons(position, Move((word,))), _outcome_reason(judgement, 1))
    return Hint((Move((word,)),), value, judgement.is_proved, reasons)


def set_up(position: Position, limit: Limit) -> Hint[Move]:
    """Return a side, or `stop`, that keeps the colours' chances as even as possible."""
    chance = Random(f"{limit.seed} {position.drawn_sides}")
    moves = list(position.moves())
    stop = [move for move in moves if move.steps == (STOP,)]
    sides = [move for move in moves if move.steps != (STOP,)]
    candidates = stop + chance.sample(sides, min(len(sides), CANDIDATES))
    judgements = _judge_moves(position, candidates, limit)
    best_move = min(judgements, key=lambda move: abs(judgements[move].hope) - (STOP_BONUS if move in stop else 0))
    value = round(position.score[1] - position.score[0] - abs(judgements[best_move].margin), 1)
    outcome = _outcome_reason(replace(judgements[best_move], is_proved=False), -1)
    return Hint((best_move,), value, False, (Reason("evens-out"), *move_reasons(position, best_move), outcome))


def _judge_moves(position: Position, candidates: list[Move], limit: Limit) -> dict[Move, Judgement]:
    """Judge as many of the moves, in order, as the time allows."""
    deadline = limit.clock() + limit.seconds
    judgements: dict[Move, Judgement] = {}
    for count, move in enumerate(candidates):
        seconds = (deadline - limit.clock()) / (len(candidates) - count) - START_SECONDS
        if judgements and seconds < START_SECONDS:
            break
        after = replace(position.play(move), stage=Stage.PLAY)
        judgements[move] = judge(after, replace(limit, seconds=max(0.0, seconds)))
    return judgements


def _outcome_reason(judgement: Judgement, sign: int) -> Reason:
    """Return the expected result of Second's choice, for Second (`sign` 1) or for First (-1)."""
    if not judgement.is_proved:
        return Reason("estimate", percent=round(50 + 50 * sign * abs(judgement.hope)))
    return outcome_reason(sign * round(abs(judgement.margin)))
