"""The conditions a map must meet; whichever it breaks is named with the cities that break it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, pairwise

from engines.notation import clean
from engines.refusals import Unreadable
from engines.tupik.map.frame import CAR, framed
from engines.tupik.map.roadmap import FEWEST, RoadMap
from engines.tupik.map.ways import ways


def check_map(roads: RoadMap, called: Callable[[int], str] = str) -> None:
    """Raises `Unreadable` for the first condition that is broken, the cities that break it as they are `called`."""
    if len(roads) < FEWEST:
        raise Unreadable("too-few-cities", option="map", count=len(roads), least=FEWEST)
    for code, breakers in _CONDITIONS.items():
        if wrong := breakers(roads):
            raise Unreadable(code, option="map", cities=listed(wrong, called))


def listed(cities: Iterable[int], called: Callable[[int], str] = str) -> str:
    """Cities in ascending order, as they are `called`, with commas."""
    return ", ".join(map(called, sorted(cities)))


def _to_itself(roads: RoadMap) -> set[int]:
    return {start for start, goal in roads.roads() if start == goal}


def _double(roads: RoadMap) -> set[int]:
    return {start for start, goals in roads.numbered() if any(a == b for a, b in pairwise(goals))}


def _none_dead(roads: RoadMap) -> set[int]:
    return set() if any(not goals for _, goals in roads.numbered()) else set(range(1, len(roads) + 1))


def _several_dead(roads: RoadMap) -> set[int]:
    dead = {city for city, goals in roads.numbered() if not goals}
    return dead if len(dead) > 1 else set()


def _no_way_in(roads: RoadMap) -> set[int]:
    return set() if roads.into[roads.dead_end - 1] else {roads.dead_end}


def _cut_off(roads: RoadMap) -> set[int]:
    return set(range(1, len(roads) + 1)) - set(ways(roads, 0))


def _same_name(roads: RoadMap) -> set[int]:
    """Cities whose names would be read as those of others, as numbers, or as a pass."""
    cleaned = [clean(name) for name in roads.names]
    return {
        city
        for city, name in enumerate(cleaned, 1)
        if name and (cleaned.count(name) > 1 or name == "pass" or any(map(str.isdigit, name)))
    }


def _too_close(roads: RoadMap) -> set[int]:
    places = enumerate(framed(roads.places), 1)
    near = [(a, b) for (a, (x, y)), (b, (u, v)) in combinations(places, 2) if (x - u) ** 2 + (y - v) ** 2 < CAR**2]
    return {city for pair in near for city in pair}


_CONDITIONS: dict[str, Callable[[RoadMap], set[int]]] = {
    "arrow-to-itself": _to_itself,
    "double-arrow": _double,
    "no-dead-end": _none_dead,
    "several-dead-ends": _several_dead,
    "no-way-into-the-dead-end": _no_way_in,
    "no-way-to-the-dead-end": _cut_off,
    "same-name": _same_name,
    "places-too-close": _too_close,
}
