"""A map with its cars as plain text, for the console and for playing without pictures."""

from __future__ import annotations

from collections.abc import Iterator

from engines.game import Seat
from engines.phrases import Phrase
from engines.tupik.map.roadmap import bit
from engines.tupik.rules import Position

_CARS = {Seat.FIRST: "[1]", Seat.SECOND: "[2]"}
_DEAD_END = "#"


def draw_text(position: Position) -> str:
    """A line for each city: its number and name, `[1]` or `[2]` for First's or Second's car, where its arrows lead."""
    return "\n".join(_cities(position))


def legend(position: Position) -> tuple[Phrase, ...]:
    """What the signs mean."""
    return (Phrase("legend-tupik", one=str(Seat.FIRST), two=str(Seat.SECOND)),)


def _cities(position: Position) -> Iterator[str]:
    roads = position.roads
    width = max((len(name) + 1 for name in roads.names), default=0)
    for city, goals in roads.numbered():
        car = next((_CARS[seat] for seat in Seat if position.cars(seat) & bit(city)), "")
        to = f"> {', '.join(map(str, goals))}" if goals else _DEAD_END
        yield f"{city:2} {roads.name(city):{width}}{car:3} {to}"
