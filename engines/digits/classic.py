"""The classic heuristics: place a digit where the surrounding values are highest, throw between enemy digits."""

from __future__ import annotations

from random import Random

from engines.digits.move import Move, move_of
from engines.digits.reasons import move_reasons, places_of
from engines.digits.rules import Position
from engines.digits.worth import cell_values, placing_values, throwing_values
from engines.game import Hint, Limit, Reason

SAMPLE_SIZE = 3


def classic(position: Position, limit: Limit) -> Hint[Move]:
    """Return the move of the heuristics; the seed alone decides between equal moves."""
    chance = Random(f"{limit.seed} {position.digit_cells} {position.first} {position.second}")
    return _placing_hint(position, chance) if position.is_placing else _throwing_hint(position, chance)


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


def _placing_hint(position: Position, chance: Random) -> Hint[Move]:
    values = placing_values(position)
    best_value = max(values.values())
    place = chance.choice([place for place, value in values.items() if value == best_value])
    return _hint(position, [place], 0)


def _throwing_hint(position: Position, chance: Random) -> Hint[Move]:
    values = throwing_values(position)
    places = list(values)
    chance.shuffle(places)
    best_places = sorted(places, key=values.__getitem__, reverse=True)[: position.count]
    return _hint(position, best_places, position.count)


def _hint(position: Position, places: list[int], value: int) -> Hint[Move]:
    move = move_of(position.grid, places)
    return Hint((move,), value, False, move_reasons(position, move))
