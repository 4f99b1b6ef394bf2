"""Moves worth considering: the widest gaps between both sides' ways, a different gap each as far as there are any."""

from __future__ import annotations

from collections.abc import Iterator

from engines.game import Candidate, Limit, Reason
from engines.tupik.classic import distances, wins, worth
from engines.tupik.move import PASS, Move
from engines.tupik.rules import Position

MOST = 5


def candidates(position: Position, limit: Limit) -> tuple[Candidate[Move], ...]:
    """Up to five cities to put a car into, or drives, the best first."""
    if position.outcome is not None:
        return ()
    moves = sorted(
        (move for move in position.moves() if move != PASS), key=lambda move: worth(position, move), reverse=True
    )
    first_of: dict[object, Move] = {}
    for move in moves:
        first_of.setdefault(worth(position, move), move)
    chosen = [*first_of.values(), *(move for move in moves if move not in first_of.values())][:MOST]
    return tuple(Candidate(move, tuple(_gain(position, move)), tuple(_risk(position, move))) for move in chosen)


def _gain(position: Position, move: Move) -> Iterator[Reason]:
    if wins(position, move):
        yield Reason("gain-wins")
        return
    own, other = distances(position, move)
    yield Reason("gain-ways", own=own, other=other)


def _risk(position: Position, move: Move) -> Iterator[Reason]:
    """Whether one reply drives into the dead end."""
    after = position.play(move)
    if after.outcome is not None or after.placing:
        return
    won = next((reply for reply in after.moves() if after.turn is not position.turn and wins(after, reply)), None)
    yield Reason("risk-loses-game") if won else Reason("risk-none-at-once")
