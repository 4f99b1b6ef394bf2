"""Drawing of Tupik: cities, one-way arrows, the dead end as a road sign, cars in their owners' colours, trails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from engines.game import Seat
from engines.phrases import Phrase
from engines.tupik.map.frame import HIGH, WIDE
from engines.tupik.map.places import city_places
from engines.tupik.map.roadmap import RoadMap, cities
from engines.tupik.map.roads import CITY, Road, free_sides, name_sides, roads_of
from engines.tupik.map.text import map_text
from engines.tupik.move import Move
from engines.tupik.rules import Position
from renderers import alt
from renderers.paper import INKS, LETTERING, WASHES, Header, Page, Standing, initials
from renderers.scene import Anchor, Arc, Disc, Ink, Item, Label, Point, Scene, Shape, Stroke

ALT: Mapping[str, str] = {
    **alt.ALT,
    "tupik-map": "Tupik on the map “{value}”: {count} cities; the dead end is {city}.",
    "tupik-own-map": "Tupik: {count} cities; the dead end is {city}.",
    "tupik-puts": "{player} to put down one of {other}’s cars ({left} left).",
    "tupik-drives": "{player} to drive a car.",
    "tupik-cars": "{player}’s cars: {cities}.",
    "tupik-near": "One step from the dead end: {player} ({cities}).",
    "tupik-drives-open": "{player} can move {drives}.",
    "tupik-blocked": "{player}’s cars that can’t move: {cities}.",
    "tupik-no-cars": "There are no cars on the map.",
    "tupik-ways": "Steps to the dead end in all (a blocked car counts {count}): "
    "{one} {first_points}, {two} {second_points}.",
    "tupik-roads": "Arrows: {roads}.",
    "tupik-names": "Names: {names}.",
}

PAGE = Page(WIDE + 1, HIGH + 1, pad=0.8, named=False)
STEP = PAGE.unit
DISC = CITY * STEP
ROAD, TRAIL = 4.5, 22.0


def draw(position: Position, last: tuple[Move, ...], hint: Move | None, header: Header) -> Scene:
    """Draw the map with the moves of `last` as thick trails and `hint` dashed."""
    roads, letters = position.roads, initials(header)
    items = (
        *(item for move in last for item in _trail(roads, move)),
        *hint_items(roads, hint),
        *_cars(position, letters),
    )
    turn = position.turn if position.outcome is None else None
    standing = Standing(turn, sign=lambda seat, at: _car(at, seat, letters[seat]))
    return PAGE.finish(items, _alt_text(position, last, hint), header, standing, _paper(roads))


@lru_cache(maxsize=16)
def _paper(roads: RoadMap) -> tuple[Item, ...]:
    """Return the items that do not change during a game: arrows and cities."""
    arrows = (arrow(road, Ink.PENCIL, ROAD) for road in roads_of(roads).values())
    return (*arrows, *(item for city in range(1, len(roads) + 1) for item in _city(roads, city)))


def at_city(roads: RoadMap, city: int) -> Point:
    """Return the centre of a city in pixels."""
    return PAGE.at(*city_places(roads)[city - 1])


def arrow(road: Road, ink: Ink, width: float, dashed: bool = False, head: bool = True) -> Item:
    """Return a road as a stroke or an arc, with a head at its end unless `head` is false."""
    start, end = PAGE.at(*road.start), PAGE.at(*road.end)
    if road.control is None:
        return Stroke((start, end), ink, width, dashed, head)
    return Arc(start, PAGE.at(*road.control), end, ink, width, dashed, head)


def _city(roads: RoadMap, city: int) -> Iterator[Item]:
    at = at_city(roads, city)
    if city == roads.dead_end:
        yield from _dead_end(at)
        yield from _tag(roads, city)
    else:
        yield Disc(at, DISC, Ink.PAPER, Ink.NEUTRAL, 4)
        yield Label(str(city), at, LETTERING, bold=True)
    if name := roads.name(city):
        yield Label(name, (at[0], at[1] - name_sides(roads)[city - 1] * (DISC + 18)), LETTERING, room=2.6 * STEP)


def _dead_end(at: Point) -> Iterator[Item]:
    """Yield the road sign of a dead end: a stem that ends at a bar."""
    x, y = at
    yield Shape(_box(x, y, 1.08 * DISC, 1.08 * DISC), Ink.NEUTRAL, Ink.PAPER, 3, radius=9)
    yield Stroke(((x, y + 0.72 * DISC), (x, y - 0.2 * DISC)), Ink.PAPER, 0.34 * DISC)
    yield Stroke(((x - 0.5 * DISC, y - 0.42 * DISC), (x + 0.5 * DISC, y - 0.42 * DISC)), Ink.LAST, 0.42 * DISC)


def _tag(roads: RoadMap, city: int) -> Iterator[Item]:
    """Yield a city's number next to the car or sign that covers it."""
    text, (right, up), (x, y) = str(city), free_sides(roads)[city - 1], at_city(roads, city)
    x, y = x + right * DISC, y - up * DISC
    yield Shape(_box(x, y, 14 + 9 * (len(text) - 1), 18), Ink.PAPER, Ink.PENCIL, 2, radius=8)
    yield Label(text, (x, y), LETTERING, bold=True)


def _box(x: float, y: float, across: float, up: float) -> tuple[Point, ...]:
    return (x - across, y - up), (x + across, y - up), (x + across, y + up), (x - across, y + up)


def _trail(roads: RoadMap, move: Move) -> Iterator[Item]:
    """Yield a thick line under the arrow of the last move, and a halo around the city it took."""
    if not move.goal:
        return
    if move.start:
        yield arrow(roads_of(roads)[move.start, move.goal], Ink.LAST, TRAIL, head=False)
    yield Disc(at_city(roads, move.goal), DISC + 12, Ink.LAST)
    ends = sorted({move.start, move.goal} - {0})
    for road, way in roads_of(roads).items():
        if not set(ends).isdisjoint(road):
            yield arrow(way, Ink.PENCIL, ROAD)
    for city in ends:
        yield from _city(roads, city)


def hint_items(roads: RoadMap, hint: Move | None) -> Iterator[Item]:
    """Yield the hinted move or city, dashed."""
    if hint is None or not hint.goal:
        return
    if hint.start:
        yield arrow(roads_of(roads)[hint.start, hint.goal], Ink.HINT, 9, dashed=True)
    yield Disc(at_city(roads, hint.goal), DISC + 8, None, Ink.HINT, 6, dashed=True)


def _cars(position: Position, letters: Mapping[Seat, str]) -> Iterator[Item]:
    for seat in Seat:
        for city in cities(position.cars(seat)):
            at = at_city(position.roads, city)
            yield from _car(at, seat, letters[seat])
            yield from _tag(position.roads, city)


def _car(at: Point, seat: Seat, letter: str) -> Iterator[Item]:
    """Yield a small car seen from the side, with its owner's letter: First's is filled, Second's is light."""
    ink, first = INKS[seat], seat is Seat.FIRST
    x, y = at
    outline = tuple((x + a * DISC, y + b * DISC) for a, b in _BODY)
    yield Shape(outline, Ink.PAPER, Ink.PAPER, 12, radius=8)
    yield Shape(outline, ink if first else WASHES[seat], ink, 4, radius=8)
    for side in (-0.62, 0.62):
        yield Disc((x + side * DISC, y + 0.62 * DISC), 0.27 * DISC, Ink.NEUTRAL, Ink.PAPER, 3)
    yield Label(letter, (x, y + 0.02 * DISC), 32, Ink.PAPER if first else ink, Anchor.MIDDLE, bold=True)


_BODY = (
    (-1.1, 0.6),
    (-1.1, -0.02),
    (-0.72, -0.16),
    (-0.5, -0.72),
    (0.5, -0.72),
    (0.76, -0.16),
    (1.1, 0.02),
    (1.1, 0.6),
)


def _alt_text(position: Position, last: tuple[Move, ...], hint: Move | None) -> Iterator[Phrase]:
    """Yield the alt text's phrases, the most important first, since some chats cut long texts."""
    roads = position.roads
    title = {"value": roads.title} if roads.title else {}
    yield Phrase("tupik-map" if title else "tupik-own-map", **title, count=len(roads), city=roads.dead_end)
    yield from alt.standing(position, last, hint, turn_phrase(position))
    yield from _standing(position)
    yield from _drives(position)
    yield Phrase("tupik-roads", roads=map_text(RoadMap(roads.arrows)))
    if any(roads.names):
        yield Phrase("tupik-names", names=_join(f"{city} {name}" for city, name in enumerate(roads.names, 1) if name))


def turn_phrase(position: Position) -> Phrase:
    """Return the phrase for whose turn it is to place one of the opponent's cars, or to move a car."""
    player, opponent = str(position.turn), str(position.turn.opponent)
    if position.is_placing:
        return Phrase("tupik-puts", player=player, other=opponent, left=position.cars_to_place)
    return Phrase("tupik-drives", player=player)


def threats(position: Position) -> Iterator[Phrase]:
    """Yield the cars one step from the dead end."""
    if position.is_placing:
        return
    goal = 1 << (position.roads.dead_end - 1)
    for seat in Seat:
        near_cars = [car for car in cities(position.cars(seat)) if position.roads.out[car - 1] & goal]
        if near_cars:
            yield Phrase("tupik-near", player=str(seat), cities=_join(map(str, near_cars)))


def _standing(position: Position) -> Iterator[Phrase]:
    if not position.occupied:
        yield Phrase("tupik-no-cars")
        return
    for seat in Seat:
        if position.cars(seat):
            yield Phrase("tupik-cars", player=str(seat), cities=_join(map(str, cities(position.cars(seat)))))
    first, second = position.score
    sides = {"one": str(Seat.FIRST), "two": str(Seat.SECOND)}
    if all(position.cars(seat) for seat in Seat):
        yield Phrase("tupik-ways", **sides, first_points=first, second_points=second, count=len(position.roads))


def _drives(position: Position) -> Iterator[Phrase]:
    """Yield the possible moves of each car, for both players."""
    if position.is_placing or position.outcome:
        return
    for seat in Seat:
        out = {
            car: list(cities(position.roads.out[car - 1] & ~position.occupied)) for car in cities(position.cars(seat))
        }
        if drives := [f"{car}-{goal}" for car, goals in out.items() for goal in goals]:
            yield Phrase("tupik-drives-open", player=str(seat), drives=_join(drives))
        if blocked_cars := [str(car) for car, goals in out.items() if not goals]:
            yield Phrase("tupik-blocked", player=str(seat), cities=_join(blocked_cars))


def _join(words: Iterable[str]) -> str:
    return ", ".join(words)
