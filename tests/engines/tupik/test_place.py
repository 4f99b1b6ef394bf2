"""What is said of a city, and of the ways of the cars, is so by a slow, separate reading of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import pairwise

import pytest

from engines.phrases import Phrase, Value
from engines.tupik.place import place
from engines.tupik.rules import Position
from engines.tupik.text import legend
from tests.engines.tupik.test_claims import cars_in_the_way, cars_of, random_positions, steps

Fields = Mapping[str, Value]
ELSEWHERE = {"legend-tupik", "city-called"}
"""Signs; and names, which these maps have none of."""


def occupied_cities(position: Position) -> frozenset[int]:
    return cars_of(position, "first") | cars_of(position, "second")


def cities(fields: Fields, key: str = "cities") -> set[int]:
    return {*map(int, str(fields[key]).split(", "))}


def out(position: Position, fields: Fields) -> set[int]:
    return {*position.roads.arrows[int(fields["city"]) - 1]}


def into(position: Position, fields: Fields) -> set[int]:
    return {city for city, goals in enumerate(position.roads.arrows, 1) if fields["city"] in goals}


def is_way(position: Position, way: str) -> bool:
    """Return whether a way follows arrows over empty cities into the dead end, and no shorter one does."""
    stops = [*map(int, way.split("-"))]
    along = all(goal in position.roads.arrows[start - 1] for start, goal in pairwise(stops))
    is_free = not {*stops[1:]} & occupied_cities(position) and not position.roads.arrows[stops[-1] - 1]
    return along and is_free and steps(position.roads, occupied_cities(position), stops[0]) == len(stops) - 1


def are_ways(position: Position, fields: Fields) -> bool:
    ways = str(fields["ways"]).removesuffix(" …").split(", ")
    cars = cars_of(position, str(fields["player"]))
    distances = [steps(position.roads, occupied_cities(position), car) for car in cars]
    return (
        all(is_way(position, way) and int(way.split("-")[0]) in cars for way in ways)
        and min(distance for distance in distances if distance is not None) == fields["steps"]
    )


SAID: Mapping[str, Callable[[Position, Fields], bool]] = {
    "city-dead-end": lambda position, fields: not out(position, fields),
    "city-has-car": lambda position, fields: fields["city"] in cars_of(position, str(fields["player"])),
    "city-empty": lambda position, fields: fields["city"] not in occupied_cities(position),
    "city-out-empty": lambda position, fields: cities(fields) == out(position, fields) - occupied_cities(position),
    "city-in-empty": lambda position, fields: cities(fields) == into(position, fields) - occupied_cities(position),
    "city-out-cars": lambda position, fields: (
        cities(fields) == out(position, fields) & cars_of(position, str(fields["player"]))
    ),
    "city-in-cars": lambda position, fields: (
        cities(fields) == into(position, fields) & cars_of(position, str(fields["player"]))
    ),
    "city-steps": lambda position, fields: (
        is_way(position, str(fields["way"]))
        and str(fields["way"]).startswith(f"{fields['city']}-")
        and str(fields["way"]).count("-") == fields["steps"]
    ),
    "city-no-way": lambda position, fields: (
        steps(position.roads, occupied_cities(position), int(fields["city"])) is None
        and cities(fields, "cars") == cars_in_the_way(position.roads, occupied_cities(position), int(fields["city"]))
    ),
    "city-takes-car": lambda position, fields: (
        str(fields["city"]) in map(str, position.moves()) and fields["player"] == str(position.turn)
    ),
    "city-drives": lambda position, fields: (
        {*str(fields["drives"]).split(", ")}
        == {str(move) for move in position.moves() if str(fields["city"]) in str(move).split("-")}
    ),
    "ways-of-cars": are_ways,
    "car-blocked": lambda position, fields: (
        fields["city"] in cars_of(position, str(fields["player"]))
        and steps(position.roads, occupied_cities(position), int(fields["city"])) is None
        and cities(fields, "cars") == cars_in_the_way(position.roads, occupied_cities(position), int(fields["city"]))
    ),
}


def phrases_of(position: Position) -> list[Phrase]:
    every = range(1, len(position.roads.arrows) + 1)
    return [*(each for city in every for each in place(position, str(city))), *legend(position)]


def check_positions(count: int, seed: int = 5) -> Counter[str]:
    counts: Counter[str] = Counter()
    for position, _ in random_positions(count, seed):
        for phrase in phrases_of(position):
            if phrase.code not in ELSEWHERE:
                counts[phrase.code] += 1
                assert SAID[phrase.code](position, dict(phrase.fields)), (
                    position.roads.arrows,
                    position.key,
                    str(phrase),
                )
    return counts


def test_the_description_of_a_city_is_true():
    assert check_positions(60).keys() == SAID.keys()


@pytest.mark.long
def test_the_description_of_a_city_is_true_in_thousands_of_positions(large_seed: int):
    assert check_positions(5_000, large_seed).keys() == SAID.keys()
