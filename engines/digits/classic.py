"""The classic heuristics: write where the sum of the values around is highest, throw between the opponent's digits."""

from __future__ import annotations

from random import Random

from engines.digits.grid import bits
from engines.digits.move import Move, move_of
from engines.digits.rules import Position, seat_of
from engines.game import Hint, Reason

EMPTY_VALUE = 8
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
    worth = _worths(position)
    move = min(few, key=lambda move: sum(worth[name] for name in move.cells))
    return Hint((move,), 0, False, (Reason("just-a-try"),))


def _worths(position: Position) -> dict[str, int]:
    """The author's values by the names of the cells."""
    values = writing_values(position) if position.placing else throwing_values(position)
    return {position.grid.name(place): value for place, value in values.items()}


def writing_values(position: Position) -> dict[int, int]:
    """What each cell where a digit may be written is worth: the sum, over the cells around it, taken or not, of 8 less
    the sum of all digits around that cell."""
    around = position.grid.around
    left = [EMPTY_VALUE - _digits_around(position, mask) for mask in around]
    return {place: sum(left[near] for near in bits(around[place])) for place in bits(position.room)}


def throwing_values(position: Position) -> dict[int, int]:
    """What each free cell around the digit on turn is worth: twice the opponent's digits around it, less the own."""
    return {place: _contest(position, place) for place in bits(position.room)}


def authors_view(position: Position, move: Move) -> Reason:
    """The author's value of a move, and of the best one if that is higher; of a throw, of all its cells together."""
    by_name = _worths(position)
    best = sorted(by_name, key=by_name.__getitem__, reverse=True)[: position.count]
    worth, most = (sum(by_name[name] for name in names) for names in (move.cells, best))
    if worth == most:
        return Reason("author-highest", worth=worth)
    return Reason("author-value", worth=worth, best=most, cells=" ".join(best))


def _digits_around(position: Position, mask: int) -> int:
    return sum(position.digits[i // 2] for i, place in enumerate(position.written) if mask >> place & 1)


def _contest(position: Position, place: int) -> int:
    near = [i for i, digit in enumerate(position.written) if position.grid.around[place] >> digit & 1]
    own = sum(seat_of(index) is position.turn for index in near)
    return 2 * (len(near) - own) - own


def _write(position: Position, chance: Random) -> Hint[Move]:
    values = writing_values(position)
    best = max(values.values())
    place = chance.choice([place for place, value in values.items() if value == best])
    return Hint((move_of(position.grid, [place]),), 0, False, (Reason("most-room", worth=best),))


def _throw(position: Position, chance: Random) -> Hint[Move]:
    values = throwing_values(position)
    places = list(values)
    chance.shuffle(places)
    taken = sorted(places, key=values.__getitem__, reverse=True)[: position.count]
    contested = sum(values[place] > 0 for place in taken)
    reason = Reason("takes-contested", cells=contested) if contested else Reason("takes-own-room")
    return Hint((move_of(position.grid, taken),), position.count, False, (reason,))
