"""The classic heuristics: place a digit where the surrounding values are highest, throw between enemy digits."""

from __future__ import annotations

from random import Random

from engines.digits.move import Move, move_of
from engines.digits.reasons import move_reasons, places_of
from engines.digits.rules import Position
from engines.digits.worth import cell_values, placing_values, throwing_values
from engines.game import Hint, Limit, Reason

SAMPLE_SIZE = 3


def classic(position: Position, limit: Limit, overlooks: float = 0.0) -> Hint[Move]:
    """Return the move of the heuristics, which may overlook a share of the cells; the seed decides between equals."""
    chance = Random(f"{limit.seed} {position.digit_cells} {position.first} {position.second}")
    values = placing_values(position) if position.is_placing else throwing_values(position)
    count = 1 if position.is_placing else position.count
    visible_cells = [place for place in values if not overlooks or chance.random() >= overlooks]
    places = visible_cells if len(visible_cells) >= count else list(values)
    chance.shuffle(places)
    best_places = sorted(places, key=values.__getitem__, reverse=True)[:count]
    move = move_of(position.grid, best_places)
    return Hint((move,), 0 if position.is_placing else count, False, move_reasons(position, move))


def tempting_moves(position: Position, _: Limit) -> list[Move]:
    """Return the moves in the order of the heuristics."""
    values = cell_values(position)

    def worth(move: Move) -> int:
        return sum(values[place] for place in places_of(position, move))

    return sorted(position.moves(), key=worth, reverse=True)


def easy(position: Position, limit: Limit) -> Hint[Move]:
    """Return the worst of a few random moves, by the heuristics."""
    chance = Random(f"{limit.seed} {position.digit_cells} {position.first} {position.second} easy")
    moves = list(position.moves())
    sample = chance.sample(moves, min(SAMPLE_SIZE, len(moves)))
    values = cell_values(position)
    move = min(sample, key=lambda move: sum(values[place] for place in places_of(position, move)))
    return Hint((move,), 0, False, (Reason("just-a-try"), *move_reasons(position, move)))
