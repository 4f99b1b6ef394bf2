"""The classic heuristics: write where the sum of the values around is highest, throw between the opponent's digits."""

from __future__ import annotations

from random import Random

from engines.digits.move import Move, move_of
from engines.digits.reasons import of_move, places_of
from engines.digits.rules import Position
from engines.digits.worth import throwing_values, worths, writing_values
from engines.game import Hint, Reason

FEW = 3


def classic(position: Position, seed: int) -> Hint[Move]:
    """What the heuristics play; equal choices are told apart by `seed` alone."""
    chance = Random(f"{seed} {position.written} {position.first} {position.second}")
    return _write(position, chance) if position.placing else _throw(position, chance)


def easy(position: Position, seed: int) -> Hint[Move]:
    """Of a few moves by chance the one that the heuristics like least."""
    chance = Random(f"{seed} {position.written} {position.first} {position.second} easy")
    moves = list(position.moves())
    few = chance.sample(moves, min(FEW, len(moves)))
    worth = worths(position)
    move = min(few, key=lambda move: sum(worth[place] for place in places_of(position, move)))
    return Hint((move,), 0, False, (Reason("just-a-try"), *of_move(position, move)))


def _write(position: Position, chance: Random) -> Hint[Move]:
    values = writing_values(position)
    best = max(values.values())
    place = chance.choice([place for place, value in values.items() if value == best])
    return _hint(position, [place], 0)


def _throw(position: Position, chance: Random) -> Hint[Move]:
    values = throwing_values(position)
    places = list(values)
    chance.shuffle(places)
    taken = sorted(places, key=values.__getitem__, reverse=True)[: position.count]
    return _hint(position, taken, position.count)


def _hint(position: Position, places: list[int], value: int) -> Hint[Move]:
    move = move_of(position.grid, places)
    return Hint((move,), value, False, of_move(position, move))
