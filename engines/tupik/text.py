"""A map with its cars as plain text, for the console and for playing without pictures."""

from __future__ import annotations

from collections.abc import Iterator

from engines.game import Seat
from engines.tupik.map.roadmap import bit
from engines.tupik.rules import Position


def draw_text(position: Position) -> str:
    """A line for each city: its number and name, the car in it, where its arrows lead; then what must be done."""
    return "\n".join([*_cities(position), _task(position)])


def _cities(position: Position) -> Iterator[str]:
    roads = position.roads
    width = max(map(len, roads.names), default=0)
    for city, goals in roads.numbered():
        car = next((f"[{seat.name.title()}]" for seat in Seat if position.cars(seat) & bit(city)), "")
        to = f"> {', '.join(map(str, goals))}" if goals else "dead end"
        yield f"{city:2} {roads.name(city):{width}} {car:8} {to}"


def _task(position: Position) -> str:
    if position.outcome:
        return f"over: {position.outcome}"
    if position.placing:
        return f"{position.turn} puts down a car of {position.turn.other} ({position.left} left)"
    return f"{position.turn} drives"
