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


def way(roads: RoadMap, taken: int, city: int) -> str:
    """The shortest way of a car, city by city (`3-5-9`), the lowest number first among equals; "" without one."""
    found, passed = ways(roads, taken), [city]
    if city not in found:
        return ""
    while passed[-1] != roads.dead_end:
        here = passed[-1]
        free = (goal for goal in roads.arrows[here - 1] if goal == roads.dead_end or not taken & bit(goal))
        passed.append(next(goal for goal in free if found.get(goal) == found[here] - 1))
    return "-".join(map(str, passed))


def in_the_way(roads: RoadMap, taken: int, city: int) -> str:
    """The cities (`3, 7`) of the cars that a car without a free way comes up against, over free cities."""
    reached = frontier = bit(city)
    met = 0
    while frontier:
        beyond = 0
        for each in cities(frontier):
            beyond |= roads.out[each - 1]
        met |= beyond & taken
        frontier = beyond & ~taken & ~reached
        reached |= frontier
    return ", ".join(map(str, cities(met & ~bit(city))))


def estimates(roads: RoadMap, first: int, second: int) -> tuple[int, int]:
    """For each side the sum of its cars' shortest ways, other cars standing still; no free way counts as all cities."""
    found = ways(roads, first | second)
    return _sum(roads, first, found), _sum(roads, second, found)


def _sum(roads: RoadMap, cars: int, found: dict[int, int]) -> int:
    arrived = cars & bit(roads.dead_end)
    return sum(found.get(city, len(roads)) for city in cities(cars & ~arrived))
