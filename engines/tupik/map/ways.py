"""Shortest ways to the dead end, over cities that are free: how far each side's cars still are."""

from __future__ import annotations

from engines.tupik.map.roadmap import RoadMap, bit, cities


def ways(roads: RoadMap, taken: int) -> dict[int, int]:
    """Arrows from each city on the shortest way to the dead end over cities that are not `taken`.

    The first city of a way may be taken (by the car itself); a city without a free way is left out.
    """
    goal = bit(roads.dead_end)
    found, reached, steps = {} if taken & goal else {roads.dead_end: 0}, goal, 0
    frontier = goal & ~taken
    while frontier:
        steps += 1
        before = 0
        for city in cities(frontier):
            before |= roads.into[city - 1]
        before &= ~reached
        found.update(dict.fromkeys(cities(before), steps))
        reached |= before
        frontier = before & ~taken
    return found


def estimates(roads: RoadMap, first: int, second: int) -> tuple[int, int]:
    """For each side the sum of its cars' shortest ways, other cars standing still; no free way counts as all cities."""
    found = ways(roads, first | second)
    return _sum(roads, first, found), _sum(roads, second, found)


def _sum(roads: RoadMap, cars: int, found: dict[int, int]) -> int:
    arrived = cars & bit(roads.dead_end)
    return sum(found.get(city, len(roads)) for city in cities(cars & ~arrived))
