"""Description of one city: its car, its arrows in and out with the cars there, and its path to the dead end."""

from __future__ import annotations

from collections.abc import Iterator

from engines.game import Seat
from engines.notation import clean
from engines.phrases import Phrase
from engines.refusals import Refusal
from engines.tupik.map.roadmap import bit, cities
from engines.tupik.map.ways import blocking_cars, route, steps_to_dead_end
from engines.tupik.move import read_move
from engines.tupik.rules import Position


def place(position: Position, name: str) -> tuple[Phrase, ...]:
    """Return the description of a city, by number or name; () for any other name."""
    try:
        move = read_move(clean(name), position.roads, "")
    except Refusal:
        return ()
    return tuple(_at(position, move.goal)) if move.goal and not move.start else ()


def _at(position: Position, city: int) -> Iterator[Phrase]:
    roads = position.roads
    if name := roads.name(city):
        yield Phrase("city-called", city=city, name=name)
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
    """Yield the cities at the other ends of a city's arrows, empty ones and those with each player's cars."""
    if empty_cities := beyond & ~position.occupied:
        yield Phrase(f"city-{way}-empty", city=city, cities=_format_cities(empty_cities))
    for seat in Seat:
        if cars := beyond & position.cars(seat):
            yield Phrase(f"city-{way}-cars", city=city, player=str(seat), cities=_format_cities(cars))


def _format_cities(mask: int) -> str:
    return ", ".join(map(str, cities(mask)))


def _ahead(position: Position, city: int) -> Iterator[Phrase]:
    """Yield the distance to the dead end past standing cars, and the drives that can start or end here now."""
    steps = steps_to_dead_end(position.roads, position.occupied).get(city)
    if steps is None:
        yield Phrase("city-no-way", city=city, cars=blocking_cars(position.roads, position.occupied, city))
    else:
        yield Phrase("city-steps", city=city, steps=steps, way=route(position.roads, position.occupied, city))
    if position.is_placing:
        if not position.occupied & bit(city):
            yield Phrase("city-takes-car", city=city, player=str(position.turn), other=str(position.turn.opponent))
    elif drives := [str(move) for move in position.moves() if city in (move.start, move.goal)]:
        yield Phrase("city-drives", city=city, player=str(position.turn), drives=", ".join(drives))
