"""The classic heuristic: widen the gap between the opponent's distance and the mover's."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engines.game import Hint, Limit, Reason, Seat
from engines.tupik.move import Move
from engines.tupik.reasons import move_reasons
from engines.tupik.rules import Position

ERRS = 1 / 3


def classic(position: Position, limit: Limit, overlooks: float = 0.0) -> Hint[Move]:
    """Return an immediate win, else the widest gap, but overlook a share of the moves.

    Ties go to the mover's shorter distance, then to the seed.
    """
    chance = Random(f"{limit.seed} {position.key}")
    visible_moves = [
        move for move in position.moves() if not overlooks or is_winning(position, move) or chance.random() >= overlooks
    ]
    move = chance.choice(_highest(position, visible_moves or [*position.moves()]))
    after = position.play(move)
    return Hint((move,), value_of(after, position.turn), False, move_reasons(position, move, None))


def tempting_moves(position: Position, _: Limit) -> list[Move]:
    """Return the moves in the order of the heuristic."""
    return sorted(position.moves(), key=lambda move: rank(position, move), reverse=True)


def favourites(position: Position) -> list[Move]:
    """Return the moves that the heuristic ranks equally best."""
    return _highest(position, [*position.moves()])


def _highest(position: Position, moves: Sequence[Move]) -> list[Move]:
    ranks = {move: rank(position, move) for move in moves}
    best_rank = max(ranks.values())
    return [move for move in ranks if ranks[move] == best_rank]


def easy(position: Position, limit: Limit) -> Hint[Move]:
    """Return an immediate win, except one time in three; else the worse of two random moves."""
    chance = Random(f"{limit.seed} {position.key} easy")
    moves = list(position.moves())
    winning_move = next((move for move in moves if is_winning(position, move)), None)
    if winning_move and chance.random() >= ERRS:
        return Hint((winning_move,), 0, False, move_reasons(position, winning_move, None))
    two = chance.sample(moves, min(2, len(moves)))
    move = max(two, key=lambda move: distances(position, move)[0])
    return Hint((move,), 0, False, (*move_reasons(position, move, None), Reason("just-a-try")))


def value_of(after: Position, seat: Seat) -> int:
    """Return 1 if `seat` has won in `after`, else 0, since distances alone prove nothing more."""
    return 1 if after.outcome and after.outcome.winner is seat else 0


def rank(position: Position, move: Move) -> tuple[bool, int, int]:
    """Return the rank of a move: winning first, then the gap between the distances, then the mover's distance."""
    own_distance, opposing_distance = distances(position, move)
    return is_winning(position, move), opposing_distance - own_distance, -own_distance


def is_winning(position: Position, move: Move) -> bool:
    """Return whether a move drives a car into the dead end."""
    return move.start > 0 and move.goal == position.roads.dead_end


def distances(position: Position, move: Move) -> tuple[int, int]:
    """Return the distances of the mover and of the opponent after the move."""
    return _from_side(position.turn, position.play(move).score)


def _from_side(seat: Seat, score: tuple[int, int]) -> tuple[int, int]:
    first, second = score
    return (first, second) if seat is Seat.FIRST else (second, first)
