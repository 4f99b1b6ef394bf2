"""A map with its cars as plain text, for the console and for playing without pictures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engines.game import Seat
from engines.phrases import Phrase
from engines.tupik.ideas import blocked
from engines.tupik.map.roadmap import bit, cities
from engines.tupik.map.ways import way, ways
from engines.tupik.rules import Position

_CARS = {Seat.FIRST: "[1]", Seat.SECOND: "[2]"}
_DEAD_END = "#"
_MOST_WAYS = 4


def draw_text(position: Position) -> str:
    """A line for each city: its number and name, `[1]` or `[2]` for First's or Second's car, where its arrows lead."""
    return "\n".join(_cities(position))


def legend(position: Position) -> tuple[Phrase, ...]:
    """What the signs mean; each player's ways to the dead end, car by car; and the cars that have none."""
    signs = Phrase("legend-tupik", one=str(Seat.FIRST), two=str(Seat.SECOND))
    return signs, *(() if position.outcome else _ways(position))


def _ways(position: Position) -> Iterator[Phrase]:
    """The ways of the cars, the shortest first: `3-5-9-12`; of a player with many cars, the first few."""
    found = ways(position.roads, position.taken)
    for seat in Seat:
        near = sorted((found[city], city) for city in cities(position.cars(seat)) if city in found)
        if near:
            told = [way(position.roads, position.taken, city) for _, city in near]
            more = " …" if len(told) > _MOST_WAYS else ""
            yield Phrase("ways-of-cars", player=str(seat), steps=near[0][0], ways=", ".join(told[:_MOST_WAYS]) + more)
        yield from islice(blocked(position, seat, found), _MOST_WAYS)


def _cities(position: Position) -> Iterator[str]:
    roads = position.roads
    width = max((len(name) + 1 for name in roads.names), default=0)
    for city, goals in roads.numbered():
        car = next((_CARS[seat] for seat in Seat if position.cars(seat) & bit(city)), "")
        to = f"> {', '.join(map(str, goals))}" if goals else _DEAD_END
        yield f"{city:2} {roads.name(city):{width}}{car:3} {to}"
