"""What matters in a position: how far each side's cars still are, and which of them stand blocked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engines.game import Seat
from engines.phrases import Phrase
from engines.tupik.map.roadmap import cities
from engines.tupik.map.ways import in_the_way, ways
from engines.tupik.rules import Position
from engines.tupik.worth import by_steps, closed_form, nearest

MOST_IDEAS = 5


def ideas(position: Position) -> tuple[Phrase, ...]:
    """Up to five sentences: what is still to be put down, then the ways of both, who arrives first, then
    the blocked cars."""
    return tuple(islice(_ideas(position), MOST_IDEAS))


def _ideas(position: Position) -> Iterator[Phrase]:
    found = ways(position.roads, position.taken)
    if position.placing:
        yield Phrase("cars-left", left=position.left)
        yield Phrase("second-drives-first")
    for seat, total in zip(Seat, position.score, strict=True):
        if position.cars(seat):
            yield _way(position, seat, total, found)
    if not position.placing and not position.twice:
        yield _decided(position)
    for seat in Seat:
        yield from blocked(position, seat, found)


def _decided(position: Position) -> Phrase:
    """Who wins the drive, and with which car."""
    value, _ = closed_form(position)
    seat = position.turn if value > 0 else position.turn.opponent
    steps = nearest(position.roads, position.cars(seat))
    city = next(cities(position.cars(seat) & by_steps(position.roads)[steps]))
    return Phrase("arrives-first", player=str(seat), city=city, steps=steps)


def blocked(position: Position, seat: Seat, found: dict[int, int]) -> Iterator[Phrase]:
    """The cars of a seat without a free way, and the cars that they come up against."""
    for city in cities(position.cars(seat)):
        if city not in found:
            cars = in_the_way(position.roads, position.taken, city)
            yield Phrase("car-blocked", player=str(seat), city=city, cars=cars)


def _way(position: Position, seat: Seat, total: int, found: dict[int, int]) -> Phrase:
    """The way of all cars of a seat, and of the nearest that has one."""
    open_ways = [(found[city], city) for city in cities(position.cars(seat)) if city in found]
    if not open_ways:
        return Phrase("no-way-open", player=str(seat), total=total)
    steps, city = min(open_ways)
    return Phrase("way-to-go", player=str(seat), total=total, city=city, steps=steps)
