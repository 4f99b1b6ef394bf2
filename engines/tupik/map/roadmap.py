"""A one-way map as a value: cities, arrows, optional names and places; sets of cities are bits, city 1 the lowest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

Place = tuple[float, float]

FEWEST, MOST = 4, 40


@dataclass(frozen=True)
class RoadMap:
    """A map of cities numbered from 1; `arrows[0]` are the goals of the arrows from city 1, in ascending order.

    `names` (empty for a city without one) and `places` (steps to the right and up) are given for all cities or for
    none. `title` is the key of a built-in map.
    """

    arrows: tuple[tuple[int, ...], ...]
    names: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    title: str = ""

    def __len__(self) -> int:
        return len(self.arrows)

    @cached_property
    def out(self) -> tuple[int, ...]:
        """Return for each city the set of cities that it leads to."""
        return tuple(bits(goals) for goals in self.arrows)

    @cached_property
    def into(self) -> tuple[int, ...]:
        """Return for each city the set of cities that lead to it."""
        return tuple(
            bits(start for start, goals in self.goals_by_city() if goal in goals) for goal, _ in self.goals_by_city()
        )

    @cached_property
    def dead_end(self) -> int:
        """Return the number of the only city without an arrow out."""
        return next(city for city, goals in self.goals_by_city() if not goals)

    @cached_property
    def parking(self) -> int:
        """Return the set of cities where a car may be placed: all but the dead end."""
        return (1 << len(self)) - 1 & ~bit(self.dead_end)

    @cached_property
    def cars(self) -> int:
        """Return the number of cars of each player.

        Both players have half as many cars as there are cities, or one less if that half is odd.
        """
        half = len(self) // 2
        return (half - half % 2) // 2

    def goals_by_city(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Return each city's number with the cities that it leads to."""
        return enumerate(self.arrows, 1)

    def roads(self) -> Iterator[tuple[int, int]]:
        """Return every arrow as (from, to)."""
        return ((start, goal) for start, goals in self.goals_by_city() for goal in goals)

    def name(self, city: int) -> str:
        """Return the name of a city, or "" if it has none."""
        return self.names[city - 1] if self.names else ""


def bit(city: int) -> int:
    """Return the set that holds only this city."""
    return 1 << city - 1


def bits(cities: Iterable[int]) -> int:
    """Return these cities as a set."""
    return sum(bit(city) for city in set(cities))


def cities(mask: int) -> Iterator[int]:
    """Yield the cities of a set in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length()
        mask ^= low
