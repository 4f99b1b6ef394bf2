"""The classic heuristic: an L out of the corners, few places for the opponent, neutrals that close something."""

from __future__ import annotations

from random import Random

from engines.game import Hint, Limit, Reason
from engines.lgame.grid import KILLERS, indices
from engines.lgame.move import Move
from engines.lgame.reasons import FEW, closes, corner_degree, mirror_stops, move_reasons, room
from engines.lgame.rules import Position

ERRS = 1 / 3
KIND_TURNS = 3
"""In so many first turns the easy level neither ends the game nor shuts a newcomer in."""


def classic(position: Position, limit: Limit) -> Hint[Move]:
    """Return a move that wins or scores if there is one, else the heuristic's choice; the seed breaks ties."""
    return advice(position, favourite(position, list(position.moves()), Random(f"{limit.seed} {position.key}")))


def easy(position: Position, limit: Limit) -> Hint[Move]:
    """Return a move that wins or scores at once, else a random one; one time in three, just a random one.

    In its first KIND_TURNS turns it leaves the opponent more than FEW places if it can, and so does not win.
    """
    chance = Random(f"{limit.seed} {position.key} easy")
    moves = list(position.moves())
    chance.shuffle(moves)
    looks = chance.random() >= ERRS
    if len(position.past) < 2 * KIND_TURNS:
        moves = [move for move in moves if _is_kind(position, move)] or moves
    move = max(moves, key=lambda each: _gain(position, position.play(each))) if looks else moves[0]
    return advice(position, move, Reason("just-a-try"))


def _is_kind(position: Position, move: Move) -> bool:
    return room(position, move) > FEW and not _wins(position, position.play(move))


def advice(position: Position, move: Move, *more: Reason) -> Hint[Move]:
    """Return a hint that advises a move, with its reasons."""
    wins = _wins(position, position.play(move))
    return Hint((move,), int(wins), wins, (*move_reasons(position, move, None), *more))


def favourite(position: Position, moves: list[Move], chance: Random) -> Move:
    """Return the move that the heuristic ranks first."""
    chance.shuffle(moves)
    return min(moves, key=lambda move: rank(position, move))


def tempting_moves(position: Position, _: Limit) -> list[Move]:
    """Return the moves in the order of the heuristic."""
    return sorted(position.moves(), key=lambda move: rank(position, move))


def rank(position: Position, move: Move) -> tuple[int, ...]:
    """Return a sort key for moves, lowest first."""
    after = position.play(move)
    own_l, neutrals = move.place.bits, after.neutrals
    closing_count = sum(closes(own_l, square) for square in indices(neutrals & KILLERS))
    beside = (neutrals & KILLERS).bit_count()
    return (
        -_gain(position, after),
        corner_degree(move.place),
        len(after.places()),
        -closing_count - mirror_stops(own_l, neutrals),
        -beside,
    )


def _gain(position: Position, after: Position) -> int:
    """Return the points that a move scores; a win counts more than any points."""
    return 100 * _wins(position, after) + sum(after.score) - sum(position.score)


def _wins(position: Position, after: Position) -> bool:
    return after.outcome is not None and after.outcome.winner is position.turn
