"""The conditions on a map; a refusal names a broken condition and the cities that break it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, pairwise

from engines.notation import clean
from engines.refusals import Unreadable
from engines.tupik.map.frame import CAR, fit_to_frame
from engines.tupik.map.roadmap import FEWEST, RoadMap
from engines.tupik.map.ways import steps_to_dead_end


def check_map(roads: RoadMap, city_name: Callable[[int], str] = str) -> None:
    """Raise `Unreadable` for the first broken condition, naming its cities with `called`."""
    if len(roads) < FEWEST:
        raise Unreadable("too-few-cities", option="map", count=len(roads), least=FEWEST)
    for code, find_offenders in _CONDITIONS.items():
        if offenders := find_offenders(roads):
            raise Unreadable(code, option="map", cities=format_cities(offenders, city_name))


def format_cities(cities: Iterable[int], city_name: Callable[[int], str] = str) -> str:
    """Return the cities in ascending order, named with `called` and separated by commas."""
    return ", ".join(map(city_name, sorted(cities)))


def _to_itself(roads: RoadMap) -> set[int]:
    return {start for start, goal in roads.roads() if start == goal}


def _double(roads: RoadMap) -> set[int]:
    return {start for start, goals in roads.goals_by_city() if any(a == b for a, b in pairwise(goals))}


def _no_dead_end(roads: RoadMap) -> set[int]:
    return set() if any(not goals for _, goals in roads.goals_by_city()) else set(range(1, len(roads) + 1))


def _several_dead_ends(roads: RoadMap) -> set[int]:
    dead_ends = {city for city, goals in roads.goals_by_city() if not goals}
    return dead_ends if len(dead_ends) > 1 else set()


def _no_way_in(roads: RoadMap) -> set[int]:
    return set() if roads.into[roads.dead_end - 1] else {roads.dead_end}


def _cut_off(roads: RoadMap) -> set[int]:
    return set(range(1, len(roads) + 1)) - set(steps_to_dead_end(roads, 0))


def _same_name(roads: RoadMap) -> set[int]:
    """Return the cities whose names would be read as other cities' names, as numbers, or as a pass."""
    names = [clean(name) for name in roads.names]
    return {
        city
        for city, name in enumerate(names, 1)
        if name and (names.count(name) > 1 or name == "pass" or any(map(str.isdigit, name)))
    }


def _too_close(roads: RoadMap) -> set[int]:
    places = enumerate(fit_to_frame(roads.places), 1)
    close_pairs = [
        (a, b) for (a, (x, y)), (b, (u, v)) in combinations(places, 2) if (x - u) ** 2 + (y - v) ** 2 < CAR**2
    ]
    return {city for pair in close_pairs for city in pair}


_CONDITIONS: dict[str, Callable[[RoadMap], set[int]]] = {
    "arrow-to-itself": _to_itself,
    "double-arrow": _double,
    "no-dead-end": _no_dead_end,
    "several-dead-ends": _several_dead_ends,
    "no-way-into-the-dead-end": _no_way_in,
    "no-way-to-the-dead-end": _cut_off,
    "same-name": _same_name,
    "places-too-close": _too_close,
}
