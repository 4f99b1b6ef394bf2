"""Moves: a city where a car is placed, a drive along one arrow, or the pass of a player who cannot drive."""

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
    """A car placed at `goal`, or driven there from `start`; 0 is no city, so Move(0) is the pass."""

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
    """Return the move in a text: one city, two cities, or `pass`; cities by number or by name.

    Raise `Unreadable`, which shows `example` as a legal move.
    """
    typed_text = clean(text)
    if typed_text == "pass":
        return PASS
    words = _words(roads).findall(_CITY_OR_CAR.sub("", typed_text.replace("#", "")))
    city_numbers = [_city(word, roads, example) for word in words]
    if not city_numbers:
        raise Unreadable("no-city-named", example=example)
    if len(city_numbers) > 2:
        raise Unreadable("too-many-cities-named", part=" ".join(words[2:])[:_LONGEST_PART], example=example)
    return Move(city_numbers[0]) if len(city_numbers) == 1 else Move(city_numbers[1], city_numbers[0])


def _city(word: str, roads: RoadMap, example: str) -> int:
    part = word[:_LONGEST_PART]
    if number := numbers(roads).get(word):
        return number
    if not word.isdecimal():
        raise Unreadable("not-a-city", part=part, last=len(roads), example=example)
    if not 1 <= int(part) <= len(roads):
        raise Unreadable("no-such-city", part=part, last=len(roads), example=example)
    return int(part)


@lru_cache(maxsize=64)
def numbers(roads: RoadMap) -> dict[str, int]:
    """Return the number of each city by its name, cleaned like typed text."""
    return {clean(name): city for city, name in enumerate(roads.names, 1) if name}


@lru_cache(maxsize=64)
def _words(roads: RoadMap) -> re.Pattern[str]:
    """Return a pattern for whole names, even of several words, and otherwise for words between spaces and dashes."""
    names = sorted(numbers(roads), key=len, reverse=True)
    return re.compile("|".join([*(rf"(?<![^\s-]){re.escape(name)}(?![^\s-])" for name in names), r"[^\s-]+"]))
