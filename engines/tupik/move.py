"""A move: a city where a car is put, a drive along one arrow, or the pass of a player without a drive."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from engines.notation import clean
from engines.refusals import Unreadable
from engines.tupik.map.roadmap import RoadMap

_LONGEST_PART = 20


@dataclass(frozen=True, slots=True)
class Move:
    """A car put into `goal`, or driven there from `start`; 0 stands for no city, so that Move(0) is the pass."""

    goal: int
    start: int = 0

    def __str__(self) -> str:
        if not self.goal:
            return "pass"
        return f"{self.start}-{self.goal}" if self.start else str(self.goal)


_CITY_OR_CAR = re.compile(rf"(?<!\S)(?:{'|'.join(map(clean, 'city car город машина місто авто'.split()))}) (?=\S)")
PASS = Move(0)
WORDS = (str(PASS),)


def read_move(text: str, roads: RoadMap, example: str) -> Move:
    """The move in a text: one city, two cities, or `pass`; cities by number or by name.

    Raises `Unreadable`; `example` is what it shows as a legal move.
    """
    cleaned = clean(text)
    if cleaned == "pass":
        return PASS
    words = _words(roads).findall(_CITY_OR_CAR.sub("", cleaned.replace("#", "")))
    named = [_city(word, roads, example) for word in words]
    if not named:
        raise Unreadable("no-city-named", example=example)
    if len(named) > 2:
        raise Unreadable("too-many-cities-named", part=" ".join(words[2:])[:_LONGEST_PART], example=example)
    return Move(named[0]) if len(named) == 1 else Move(named[1], named[0])


def _city(word: str, roads: RoadMap, example: str) -> int:
    part = word[:_LONGEST_PART]
    if found := numbers(roads).get(word):
        return found
    if not word.isdecimal():
        raise Unreadable("not-a-city", part=part, last=len(roads), example=example)
    if not 1 <= int(part) <= len(roads):
        raise Unreadable("no-such-city", part=part, last=len(roads), example=example)
    return int(part)


@lru_cache(maxsize=64)
def numbers(roads: RoadMap) -> dict[str, int]:
    """The city of each name, cleaned as typed text is."""
    return {clean(name): city for city, name in enumerate(roads.names, 1) if name}


@lru_cache(maxsize=64)
def _words(roads: RoadMap) -> re.Pattern[str]:
    """Names as a whole, even of several words, else what stands between spaces and dashes."""
    names = sorted(numbers(roads), key=len, reverse=True)
    return re.compile("|".join([*(rf"(?<![^\s-]){re.escape(name)}(?![^\s-])" for name in names), r"[^\s-]+"]))
