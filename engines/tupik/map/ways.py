"""Shortest paths to the dead end over free cities: how far each side's cars still have to go."""

from __future__ import annotations

from engines.tupik.map.roadmap import RoadMap, bit, cities


def steps_to_dead_end(roads: RoadMap, occupied: int) -> dict[int, int]:
    """Return the number of arrows from each city to the dead end on the shortest path over free cities.

    The first city of a way may be occupied (by the car itself). A city without a free way is left out.
    """
    goal = bit(roads.dead_end)
    steps_by_city, visited_cities, steps = {} if occupied & goal else {roads.dead_end: 0}, goal, 0
    frontier = goal & ~occupied
    while frontier:
        steps += 1
        before = 0
        for city in cities(frontier):
            before |= roads.into[city - 1]
        before &= ~visited_cities
        steps_by_city.update(dict.fromkeys(cities(before), steps))
        visited_cities |= before
        frontier = before & ~occupied
    return steps_by_city


def route(roads: RoadMap, occupied: int, city: int) -> str:
    """Return a car's shortest path, city by city (`3-5-9`), the lowest number first among equals; "" without one."""
    steps_by_city, route = steps_to_dead_end(roads, occupied), [city]
    if city not in steps_by_city:
        return ""
    while route[-1] != roads.dead_end:
        here = route[-1]
        goals = (goal for goal in roads.arrows[here - 1] if goal == roads.dead_end or not occupied & bit(goal))
        route.append(next(goal for goal in goals if steps_by_city.get(goal) == steps_by_city[here] - 1))
    return "-".join(map(str, route))


def blocking_cars(roads: RoadMap, occupied: int, city: int) -> str:
    """Return the cities (`3, 7`) of the cars that block a car without a free path."""
    visited_cities = frontier = bit(city)
    obstacles = 0
    while frontier:
        beyond = 0
        for each in cities(frontier):
            beyond |= roads.out[each - 1]
        obstacles |= beyond & occupied
        frontier = beyond & ~occupied & ~visited_cities
        visited_cities |= frontier
    return ", ".join(map(str, cities(obstacles & ~bit(city))))


def estimates(roads: RoadMap, first: int, second: int) -> tuple[int, int]:
    """Return each side's total distance with other cars standing still; no free path counts as all cities."""
    steps_by_city = steps_to_dead_end(roads, first | second)
    return _sum(roads, first, steps_by_city), _sum(roads, second, steps_by_city)


def _sum(roads: RoadMap, cars: int, steps_by_city: dict[int, int]) -> int:
    winners = cars & bit(roads.dead_end)
    return sum(steps_by_city.get(city, len(roads)) for city in cities(cars & ~winners))
