"""Maps as text: `1>2,3 2>4 3>4`, with names and places `3.Kyiv@2.5,4>4,5`, or by names; one canonical form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engines.refusals import Unreadable
from engines.tupik.map.check import check_map, format_cities
from engines.tupik.map.named import Names, is_named, number_cities
from engines.tupik.map.roadmap import MOST, Place, RoadMap

CityName = Callable[[int], str]
"""The name of a city in a refusal."""
LONGEST_MAP = 6000
LONGEST_NAME = 20
_FARTHEST = 1000.0
_LONGEST_PART = 20
_MOST_TRIED = 100
"""Characters of a name that is looked at, however long it is."""
_NUMBER = r"[-−]?\d{1,4}(?:\.\d{1,6})?"
_CITY = re.compile(
    rf"(?P<city>\d{{1,9}})[. ]{{0,9}}(?P<name>[^\W\d_][^\d@>→:=;,#]{{0,{_MOST_TRIED}}}?)? ?"
    rf"(?:@ ?(?P<x>{_NUMBER})(?: ?, ?| )(?P<y>{_NUMBER}) ?)?"
    r"(?P<arrow>(?:[-=]{0,9}>|→|:) ?(?P<goals>\d{1,9}(?: ?, ?\d{1,9})*)?)?(?=(?: \d|$))"
)


@dataclass(frozen=True)
class _City:
    """A city as the text describes it."""

    number: int
    name: str
    place: Place | None
    goals: tuple[int, ...]


def read_map(text: str) -> RoadMap:
    """Return the map in a text, by numbers or names, with spaces, line ends or `;` between cities.

    `#` begins a comment. Raise `Unreadable` naming the part that is not a city, or the broken condition and its
    cities.
    """
    if len(text) > LONGEST_MAP:
        raise Unreadable("map-too-long", option="map", length=len(text), most=LONGEST_MAP)
    lines = list(_lines(text))
    if is_named(lines):
        return _read_named(lines)
    return _read_numbered(lines, str)


def _read_named(lines: list[str]) -> RoadMap:
    names = Names()
    entries = list(number_cities(lines, names))
    if len(names.numbers) > MOST:
        raise Unreadable("too-many-cities", option="map", count=len(names.numbers), most=MOST)
    return _read_numbered(entries, names.spelling)


def _read_numbered(lines: list[str], city_name: CityName) -> RoadMap:
    entries = [_entry(match) for line in lines for match in _matches(line)]
    if not entries:
        raise Unreadable("map-empty", option="map", expected="1>2,3 2>4 3>4")
    _check_numbers(entries, city_name)
    roads = _build_map({entry.number: entry for entry in entries}, city_name)
    check_map(roads, city_name)
    return roads


def map_text(roads: RoadMap) -> str:
    """Return the canonical text of a map, on one line."""
    return " ".join(filter(None, (_format_city(roads, city, goals) for city, goals in roads.goals_by_city())))


def _format_city(roads: RoadMap, city: int, goals: tuple[int, ...]) -> str:
    name = "." + roads.name(city).replace(" ", "_") if roads.name(city) else ""
    place = "@{:g},{:g}".format(*roads.places[city - 1]) if roads.places else ""
    to = ">" + ",".join(map(str, goals)) if goals else ""
    return f"{city}{name}{place}{to}" if name or place or to else ""


def _lines(text: str) -> Iterator[str]:
    for line in re.split(r"[;\n\r]", text):
        if tidy := " ".join(line.partition("#")[0].strip().strip("\ufeff").split()):
            yield tidy


def _matches(line: str) -> Iterator[re.Match[str]]:
    at = 0
    while at < len(line):
        match = _CITY.match(line, at)
        if not match or not (match["name"] or match["x"] or match["arrow"]):
            raise Unreadable("not-a-map", option="map", part=line[at : at + _LONGEST_PART], expected="3>4,5")
        yield match
        at = match.end() + 1


def _entry(match: re.Match[str]) -> _City:
    goals = tuple(int(goal) for goal in match["goals"].split(",")) if match["goals"] else ()
    place = (_length(match["x"]), _length(match["y"])) if match["x"] else None
    return _City(int(match["city"]), _name(match["name"] or ""), place, goals)


def _length(text: str) -> float:
    """Return a number of steps in hundredths, so that the canonical text is stable; -0 becomes 0."""
    steps = round(float(text.replace("−", "-")), 2) + 0.0
    if abs(steps) > _FARTHEST:
        raise Unreadable("place-too-far", option="map", part=text, most=_FARTHEST)
    return steps


def _name(text: str) -> str:
    name = " ".join(text.replace("_", " ").rstrip("-=. \t").split())
    if len(name) > LONGEST_NAME or not name.replace(" ", "").isprintable():
        raise Unreadable("city-name-too-long", option="map", part=name[:LONGEST_NAME], most=LONGEST_NAME)
    return name


def _check_numbers(entries: Iterable[_City], city_name: CityName) -> None:
    counts = Counter(entry.number for entry in entries)
    if repeats := [city for city, count in counts.items() if count > 1]:
        raise Unreadable("city-twice", option="map", cities=format_cities(repeats, city_name))
    numbers = {number for entry in entries for number in (entry.number, *entry.goals)}
    if invalid_numbers := [city for city in numbers if not 1 <= city <= MOST]:
        raise Unreadable("city-number", option="map", cities=format_cities(invalid_numbers), most=MOST)
    if missing := set(range(1, max(numbers) + 1)) - numbers:
        raise Unreadable("city-missing", option="map", cities=format_cities(missing), last=max(numbers))


def _build_map(entries: dict[int, _City], city_name: CityName) -> RoadMap:
    last = max(max((entry.number, *entry.goals)) for entry in entries.values())
    cities = [entries.get(city, _City(city, "", None, ())) for city in range(1, last + 1)]
    arrows = tuple(tuple(sorted(city.goals)) for city in cities)
    names = tuple(city.name for city in cities)
    if unplaced := [city.number for city in cities if city.place is None]:
        if len(unplaced) < len(cities):
            raise Unreadable("some-places-missing", option="map", cities=format_cities(unplaced, city_name))
        return RoadMap(arrows, names if any(names) else ())
    places = tuple(city.place for city in cities if city.place is not None)
    return RoadMap(arrows, names if any(names) else (), places)
