"""Maps as text: `1>2,3 2>4 3>4`, with names and places `3.Kyiv@2.5,4>4,5`, or by names; written in one way."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engines.refusals import Unreadable
from engines.tupik.map.check import check_map, listed
from engines.tupik.map.named import Names, is_named, numbered
from engines.tupik.map.roadmap import MOST, Place, RoadMap

Called = Callable[[int], str]
"""How a city is called in a refusal."""
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
    """What the text says of one city."""

    number: int
    name: str
    place: Place | None
    goals: tuple[int, ...]


def read_map(text: str) -> RoadMap:
    """The map in a text, by numbers or by names; spaces, line ends or `;` between cities, `#` begins a remark.

    Raises `Unreadable` naming the part that is no city, or the condition and the cities that break it.
    """
    if len(text) > LONGEST_MAP:
        raise Unreadable("map-too-long", option="map", length=len(text), most=LONGEST_MAP)
    lines = list(_lines(text))
    if is_named(lines):
        return _read_named(lines)
    return _read_numbered(lines, str)


def _read_named(lines: list[str]) -> RoadMap:
    names = Names()
    entries = list(numbered(lines, names))
    if len(names.found) > MOST:
        raise Unreadable("too-many-cities", option="map", count=len(names.found), most=MOST)
    return _read_numbered(entries, names.spelling)


def _read_numbered(lines: list[str], called: Called) -> RoadMap:
    entries = [_entry(match) for line in lines for match in _matches(line)]
    if not entries:
        raise Unreadable("map-empty", option="map", expected="1>2,3 2>4 3>4")
    _check_numbers(entries, called)
    roads = _assembled({entry.number: entry for entry in entries}, called)
    check_map(roads, called)
    return roads


def map_text(roads: RoadMap) -> str:
    """The one canonical text of a map, on one line."""
    return " ".join(filter(None, (_written(roads, city, goals) for city, goals in roads.numbered())))


def _written(roads: RoadMap, city: int, goals: tuple[int, ...]) -> str:
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
    """A number of steps in hundredths, so that the canonical text is stable; -0 is 0."""
    steps = round(float(text.replace("−", "-")), 2) + 0.0
    if abs(steps) > _FARTHEST:
        raise Unreadable("place-too-far", option="map", part=text, most=_FARTHEST)
    return steps


def _name(text: str) -> str:
    name = " ".join(text.replace("_", " ").rstrip("-=. \t").split())
    if len(name) > LONGEST_NAME or not name.replace(" ", "").isprintable():
        raise Unreadable("city-name-too-long", option="map", part=name[:LONGEST_NAME], most=LONGEST_NAME)
    return name


def _check_numbers(entries: Iterable[_City], called: Called) -> None:
    said = Counter(entry.number for entry in entries)
    if doubled := [city for city, count in said.items() if count > 1]:
        raise Unreadable("city-twice", option="map", cities=listed(doubled, called))
    named = {number for entry in entries for number in (entry.number, *entry.goals)}
    if wrong := [city for city in named if not 1 <= city <= MOST]:
        raise Unreadable("city-number", option="map", cities=listed(wrong), most=MOST)
    if missing := set(range(1, max(named) + 1)) - named:
        raise Unreadable("city-missing", option="map", cities=listed(missing), last=max(named))


def _assembled(entries: dict[int, _City], called: Called) -> RoadMap:
    last = max(max((entry.number, *entry.goals)) for entry in entries.values())
    found = [entries.get(city, _City(city, "", None, ())) for city in range(1, last + 1)]
    arrows = tuple(tuple(sorted(city.goals)) for city in found)
    names = tuple(city.name for city in found)
    if some := [city.number for city in found if city.place is None]:
        if len(some) < len(found):
            raise Unreadable("some-places-missing", option="map", cities=listed(some, called))
        return RoadMap(arrows, names if any(names) else ())
    places = tuple(city.place for city in found if city.place is not None)
    return RoadMap(arrows, names if any(names) else (), places)
