"""The classic heuristic: widen the gap between the opponent's distances and one's own."""

from __future__ import annotations

from random import Random

from engines.game import Hint, Reason, Seat
from engines.tupik.move import Move
from engines.tupik.reasons import told
from engines.tupik.rules import Position

ERRS = 1 / 3


def classic(position: Position, seed: int) -> Hint[Move]:
    """A win at once, else the widest gap; equal gaps by the lower own distances, then by `seed` alone."""
    move = Random(f"{seed} {position.key}").choice(favourites(position))
    after = position.play(move)
    return Hint((move,), value_of(after, position.turn), False, told(position, move, None))


def favourites(position: Position) -> list[Move]:
    """The moves that the heuristic cannot tell apart as the best."""
    worths = {move: worth(position, move) for move in position.moves()}
    best = max(worths.values())
    return [move for move, worth in worths.items() if worth == best]


def easy(position: Position, seed: int) -> Hint[Move]:
    """A win at once, but for the third of the time when it does not look; else the longer way of two by chance."""
    chance = Random(f"{seed} {position.key} easy")
    moves = list(position.moves())
    won = next((move for move in moves if wins(position, move)), None)
    if won and chance.random() >= ERRS:
        return Hint((won,), 0, False, told(position, won, None))
    two = chance.sample(moves, min(2, len(moves)))
    move = max(two, key=lambda move: distances(position, move)[0])
    return Hint((move,), 0, False, (*told(position, move, None), Reason("just-a-try")))


def value_of(after: Position, seat: Seat) -> int:
    """1 for a win of `seat` at hand, else 0: distances alone tell no more."""
    return 1 if after.outcome and after.outcome.winner is seat else 0


def worth(position: Position, move: Move) -> tuple[bool, int, int]:
    """What a move is ranked by: ending the game, then the gap between the distances, then one's own distance."""
    own, other = distances(position, move)
    return wins(position, move), other - own, -own


def wins(position: Position, move: Move) -> bool:
    """Whether a move drives a car into the dead end."""
    return move.start > 0 and move.goal == position.roads.dead_end


def distances(position: Position, move: Move) -> tuple[int, int]:
    """The distances of the mover and of the opponent after the move."""
    return _seen_by(position.turn, position.play(move).score)


def _seen_by(seat: Seat, score: tuple[int, int]) -> tuple[int, int]:
    first, second = score
    return (first, second) if seat is Seat.FIRST else (second, first)
