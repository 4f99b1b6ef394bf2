"""A map with its cars as plain text, for the console and for play without pictures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engines.game import Seat
from engines.phrases import Phrase
from engines.tupik.ideas import blocked_cars
from engines.tupik.map.roadmap import bit, cities
from engines.tupik.map.ways import route, steps_to_dead_end
from engines.tupik.rules import Position

_CARS = {Seat.FIRST: "[1]", Seat.SECOND: "[2]"}
_DEAD_END = "#"
_MOST_WAYS = 4


def draw_text(position: Position) -> str:
    """Return a line per city: number, name, `[1]` or `[2]` for First's or Second's car, and its arrows' goals."""
    return "\n".join(_cities(position))


def legend(position: Position) -> tuple[Phrase, ...]:
    """Return the explanation of the signs, each player's distances car by car, and the blocked cars."""
    signs = Phrase("legend-tupik", one=str(Seat.FIRST), two=str(Seat.SECOND))
    return signs, *(() if position.outcome else _ways(position))


def _ways(position: Position) -> Iterator[Phrase]:
    """Yield each player's paths, the shortest first (`3-5-9-12`); only a few if there are many."""
    steps_by_city = steps_to_dead_end(position.roads, position.occupied)
    for seat in Seat:
        distances = sorted((steps_by_city[city], city) for city in cities(position.cars(seat)) if city in steps_by_city)
        if distances:
            routes = [route(position.roads, position.occupied, city) for _, city in distances]
            more = " …" if len(routes) > _MOST_WAYS else ""
            yield Phrase(
                "ways-of-cars", player=str(seat), steps=distances[0][0], ways=", ".join(routes[:_MOST_WAYS]) + more
            )
        yield from islice(blocked_cars(position, seat, steps_by_city), _MOST_WAYS)


def _cities(position: Position) -> Iterator[str]:
    roads = position.roads
    width = max((len(name) + 1 for name in roads.names), default=0)
    for city, goals in roads.goals_by_city():
        car = next((_CARS[seat] for seat in Seat if position.cars(seat) & bit(city)), "")
        to = f"> {', '.join(map(str, goals))}" if goals else _DEAD_END
        yield f"{city:2} {roads.name(city):{width}}{car:3} {to}"
