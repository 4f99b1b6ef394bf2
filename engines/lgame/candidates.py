"""Moves worth considering: Ls far enough from each other, each with its best disc, and what the worst reply leaves."""

from __future__ import annotations

from collections.abc import Iterator

from engines.game import Candidate, Limit, Reason
from engines.lgame.classic import rank
from engines.lgame.grid import PLACES
from engines.lgame.move import Move
from engines.lgame.rules import Position, Variant

MOST = 4
_MOST_SHARED = 2


def candidates(position: Position, limit: Limit) -> tuple[Candidate[Move], ...]:
    """Up to four moves, the best first; no two of their Ls share more than two squares."""
    if position.outcome is not None:
        return ()
    chosen: list[Move] = []
    for move in sorted(_best_of_places(position), key=lambda move: rank(position, move)):
        if len(chosen) < MOST and all(_differ(move, other) for other in chosen):
            chosen.append(move)
    return tuple(Candidate(move, tuple(_gain(position, move)), tuple(_risk(position, move, limit))) for move in chosen)


def _best_of_places(position: Position) -> list[Move]:
    best: dict[int, Move] = {}
    for move in sorted(position.moves(), key=lambda move: rank(position, move)):
        best.setdefault(move.place.bits, move)
    return list(best.values())


def _differ(move: Move, other: Move) -> bool:
    return (move.place.bits & other.place.bits).bit_count() <= _MOST_SHARED


def _gain(position: Position, move: Move) -> Iterator[Reason]:
    after = position.play(move)
    if after.outcome is not None and after.outcome.winner is position.turn:
        yield Reason("gain-wins")
        return
    if position.variant is Variant.SCORING and (points := sum(after.score) - sum(position.score)):
        yield Reason("gain-points", points=points)
    yield Reason("gain-leaves", player=str(position.turn.other), places=len(after.places()))


def _risk(position: Position, move: Move, limit: Limit) -> Iterator[Reason]:
    """What the worst reply does: win, score, or leave few places."""
    after = position.play(move)
    if after.outcome is not None or after.turn is position.turn:
        return
    least, most, seat = len(PLACES), 0, position.turn
    for reply in after.moves():
        if limit.stop:
            return
        then = after.play(reply)
        if then.outcome is not None and then.outcome.winner is seat.other:
            yield Reason("risk-loses-game")
            return
        most = max(most, sum(then.score) - sum(after.score))
        least = min(least, len(then.places()) if then.turn is seat else least)
    if most:
        yield Reason("risk-scores", player=str(seat.other), points=most)
    yield Reason("risk-leaves", player=str(seat), places=least)
