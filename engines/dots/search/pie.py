"""The pie rule by the same search: an even set-up for First, the better colour for Second."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from time import perf_counter

from engines.dots.move import KEEP, STOP, SWAP, Move
from engines.dots.reasons import ending, of_move
from engines.dots.rules import Position, Stage
from engines.dots.search.exact import WORTH_TRYING, truth
from engines.dots.search.guess import guess
from engines.game import Hint, Limit, Reason, Seat, lead

CANDIDATES = 6
SURE = 0.03
BY_TRUTH = 0.4
# What beginning a search takes, in seconds.
STARTING = 0.03


@dataclass(frozen=True)
class Judgement:
    """What the colour on turn will win by in the end, how likely (-1 to 1), and whether that is proved."""

    margin: float
    hope: float
    proved: bool


def judge(position: Position, limit: Limit) -> Judgement:
    """The end of the game for the colour on turn; exact where a part of the time is enough for that."""
    ahead, grid, drawn = lead(position, position.mover), position.grid, position.drawn
    if grid.sides - drawn.bit_count() <= WORTH_TRYING:
        found = truth(grid, drawn, replace(limit, seconds=limit.seconds * BY_TRUTH), 0)
        if found is not None:
            final = found.margin + ahead
            return Judgement(final, (final > 0) - (final < 0), True)
        limit = replace(limit, seconds=limit.seconds * (1 - BY_TRUTH))
    guessed = guess(grid, drawn, ahead, limit)
    return Judgement(guessed.margin + ahead, guessed.hope, False)


def choose_colour(position: Position, limit: Limit) -> Hint[Move]:
    """`keep` or `swap` for Second."""
    judged = judge(position, limit)
    sign = 1 if position.mover is Seat.SECOND else -1
    word = KEEP if sign * judged.hope >= 0 else SWAP
    now = position.score[1] - position.score[0]
    value = round(abs(judged.margin) - now, 1)
    reasons = (*of_move(position, Move((word,))), _chance(judged, 1))
    return Hint((Move((word,)),), value, judged.proved, reasons)


def set_up(position: Position, limit: Limit) -> Hint[Move]:
    """A side, or `stop`, after which both colours have as even a chance as can be found."""
    chance = Random(f"{limit.seed} {position.drawn}")
    moves = list(position.moves())
    stop = [move for move in moves if move.steps == (STOP,)]
    sides = [move for move in moves if move.steps != (STOP,)]
    tried = stop + chance.sample(sides, min(len(sides), CANDIDATES))
    judged = _judged(position, tried, limit)
    best = min(judged, key=lambda move: abs(judged[move].hope) - (SURE if move in stop else 0))
    value = round(position.score[1] - position.score[0] - abs(judged[best].margin), 1)
    expected = _chance(replace(judged[best], proved=False), -1)
    return Hint((best,), value, False, (Reason("evens-out"), *of_move(position, best), expected))


def _judged(position: Position, tried: list[Move], limit: Limit) -> dict[Move, Judgement]:
    """As many of the moves, in their order, as there is time to judge."""
    deadline = perf_counter() + limit.seconds
    judged: dict[Move, Judgement] = {}
    for count, move in enumerate(tried):
        seconds = (deadline - perf_counter()) / (len(tried) - count) - STARTING
        if judged and seconds < STARTING:
            break
        after = replace(position.play(move), stage=Stage.PLAY)
        judged[move] = judge(after, replace(limit, seconds=max(0.0, seconds)))
    return judged


def _chance(judged: Judgement, sign: int) -> Reason:
    """What Second's choice comes to, for Second (`sign` 1) or for First (-1)."""
    if not judged.proved:
        return Reason("estimate", percent=round(50 + 50 * sign * abs(judged.hope)))
    return ending(sign * round(abs(judged.margin)))
