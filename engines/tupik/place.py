"""One city of a map in words: the car in it, its ways in and out with the cars there, and its way to the dead end."""

from __future__ import annotations

from collections.abc import Iterator

from engines.game import Seat
from engines.notation import clean
from engines.phrases import Phrase
from engines.refusals import Refusal
from engines.tupik.map.roadmap import bit, cities
from engines.tupik.map.ways import in_the_way, way, ways
from engines.tupik.move import read_move
from engines.tupik.rules import Position


def place(position: Position, name: str) -> tuple[Phrase, ...]:
    """What is known of a city, by its number or its name; nothing for any other name."""
    try:
        move = read_move(clean(name), position.roads, "")
    except Refusal:
        return ()
    return tuple(_at(position, move.goal)) if move.goal and not move.start else ()


def _at(position: Position, city: int) -> Iterator[Phrase]:
    roads = position.roads
    if called := roads.name(city):
        yield Phrase("city-called", city=city, name=called)
    yield _state(position, city)
    yield from _neighbours(position, city, "out", roads.out[city - 1])
    yield from _neighbours(position, city, "in", roads.into[city - 1])
    if city != roads.dead_end:
        yield from _ahead(position, city)


def _state(position: Position, city: int) -> Phrase:
    if city == position.roads.dead_end:
        return Phrase("city-dead-end", city=city)
    for seat in Seat:
        if position.cars(seat) & bit(city):
            return Phrase("city-has-car", city=city, player=str(seat))
    return Phrase("city-empty", city=city)


def _neighbours(position: Position, city: int, way: str, beyond: int) -> Iterator[Phrase]:
    """The cities at the other ends of its arrows, empty ones and those with cars of each player."""
    if empty := beyond & ~position.taken:
        yield Phrase(f"city-{way}-empty", city=city, cities=_listed(empty))
    for seat in Seat:
        if cars := beyond & position.cars(seat):
            yield Phrase(f"city-{way}-cars", city=city, player=str(seat), cities=_listed(cars))


def _listed(found: int) -> str:
    return ", ".join(map(str, cities(found)))


def _ahead(position: Position, city: int) -> Iterator[Phrase]:
    """How far the dead end is, other cars standing still; and the drives that can start or end here now."""
    steps = ways(position.roads, position.taken).get(city)
    if steps is None:
        yield Phrase("city-no-way", city=city, cars=in_the_way(position.roads, position.taken, city))
    else:
        yield Phrase("city-steps", city=city, steps=steps, way=way(position.roads, position.taken, city))
    if position.placing:
        if not position.taken & bit(city):
            yield Phrase("city-takes-car", city=city, player=str(position.turn), other=str(position.turn.opponent))
    elif legal := [str(move) for move in position.moves() if city in (move.start, move.goal)]:
        yield Phrase("city-drives", city=city, player=str(position.turn), drives=", ".join(legal))
