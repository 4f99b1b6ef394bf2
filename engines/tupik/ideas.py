"""Ideas of a position: how far each side's cars still have to go, and which of them are blocked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engines.game import Seat
from engines.phrases import Phrase
from engines.tupik.map.roadmap import cities
from engines.tupik.map.ways import blocking_cars, steps_to_dead_end
from engines.tupik.rules import Position
from engines.tupik.worth import by_steps, closed_form, nearest

MOST_IDEAS = 5


def ideas(position: Position) -> tuple[Phrase, ...]:
    """Return up to five sentences: the cars to place, both sides' ways, who arrives first, and the blocked cars."""
    return tuple(islice(_ideas(position), MOST_IDEAS))


def _ideas(position: Position) -> Iterator[Phrase]:
    steps_by_city = steps_to_dead_end(position.roads, position.occupied)
    if position.is_placing:
        yield Phrase("cars-left", left=position.cars_to_place)
        yield Phrase("second-drives-first")
    for seat, total in zip(Seat, position.score, strict=True):
        if position.cars(seat):
            yield _way(position, seat, total, steps_by_city)
    if not position.is_placing and not position.twice:
        yield _first_arrival(position)
    for seat in Seat:
        yield from blocked_cars(position, seat, steps_by_city)


def _first_arrival(position: Position) -> Phrase:
    """Return who wins the drive, and with which car."""
    value, _ = closed_form(position)
    seat = position.turn if value > 0 else position.turn.opponent
    steps = nearest(position.roads, position.cars(seat))
    city = next(cities(position.cars(seat) & by_steps(position.roads)[steps]))
    return Phrase("arrives-first", player=str(seat), city=city, steps=steps)


def blocked_cars(position: Position, seat: Seat, steps_by_city: dict[int, int]) -> Iterator[Phrase]:
    """Yield the cars of a seat without a free path, and the cars that block them."""
    for city in cities(position.cars(seat)):
        if city not in steps_by_city:
            cars = blocking_cars(position.roads, position.occupied, city)
            yield Phrase("car-blocked", player=str(seat), city=city, cars=cars)


def _way(position: Position, seat: Seat, total: int, steps_by_city: dict[int, int]) -> Phrase:
    """Return the total distance of all cars of a seat, and that of the nearest one with a free path."""
    open_ways = [(steps_by_city[city], city) for city in cities(position.cars(seat)) if city in steps_by_city]
    if not open_ways:
        return Phrase("no-way-open", player=str(seat), total=total)
    steps, city = min(open_ways)
    return Phrase("way-to-go", player=str(seat), total=total, city=city, steps=steps)
