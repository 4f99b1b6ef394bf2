"""The classic heuristic: an L out of the corners, few places for the opponent, neutrals where they close something."""

from __future__ import annotations

from random import Random

from engines.game import Hint, Reason
from engines.lgame.grid import KILLERS, indices
from engines.lgame.move import Move
from engines.lgame.reasons import FEW, closes, cornered, room, stopped, told
from engines.lgame.rules import Position

ERRS = 1 / 3
KIND_TURNS = 3
"""In so many first turns the easy level neither ends the game nor shuts a newcomer in."""


def classic(position: Position, seed: int) -> Hint[Move]:
    """What the heuristic plays, once it is sure that no move wins or scores; equal choices are told apart by `seed`."""
    return _advice(position, _best(position, list(position.moves()), Random(f"{seed} {position.key}")))


def easy(position: Position, seed: int) -> Hint[Move]:
    """One step ahead: wins or scores if it can, else plays anything; and a third of the time it does not even look.

    In its first KIND_TURNS turns it leaves the opponent more than FEW places wherever it can, and so never wins.
    """
    chance = Random(f"{seed} {position.key} easy")
    moves = list(position.moves())
    chance.shuffle(moves)
    looks = chance.random() >= ERRS
    if len(position.past) < 2 * KIND_TURNS:
        moves = [move for move in moves if _is_kind(position, move)] or moves
    move = max(moves, key=lambda each: _gain(position, position.play(each))) if looks else moves[0]
    return _advice(position, move, Reason("just-a-try"))


def _is_kind(position: Position, move: Move) -> bool:
    return room(position, move) > FEW and not _wins(position, position.play(move))


def _advice(position: Position, move: Move, *more: Reason) -> Hint[Move]:
    wins = _wins(position, position.play(move))
    return Hint((move,), int(wins), wins, (*told(position, move, None), *more))


def _best(position: Position, moves: list[Move], chance: Random) -> Move:
    chance.shuffle(moves)
    return min(moves, key=lambda move: rank(position, move))


def rank(position: Position, move: Move) -> tuple[int, ...]:
    """The smaller the better, the first difference counting."""
    after = position.play(move)
    own, neutrals = move.place.bits, after.neutrals
    closed = sum(closes(own, square) for square in indices(neutrals & KILLERS))
    beside = (neutrals & KILLERS).bit_count()
    return (
        -_gain(position, after),
        cornered(move.place),
        len(after.places()),
        -closed - stopped(own, neutrals),
        -beside,
    )


def _gain(position: Position, after: Position) -> int:
    """The points made by a move; a win is worth more than any."""
    return 100 * _wins(position, after) + sum(after.score) - sum(position.score)


def _wins(position: Position, after: Position) -> bool:
    return after.outcome is not None and after.outcome.winner is position.turn
