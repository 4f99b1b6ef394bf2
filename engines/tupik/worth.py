"""The winner in closed form: the car nearest to the dead end cannot be stopped.

Proof. Distances are those of the empty map. A shortest way leads only over nearer cities, so in front of a nearest
car it is empty and stays empty: that car comes one step nearer each turn. So the side to move wins with its nearest
car if no opposing car is nearer, in 2m - 1 plies for m steps; else it loses in 2m to a car of m steps. No map and
no placing is a draw. While cars are placed, each side gives the opponent the farthest free city: that keeps the
opponent's nearest car as far away as possible, and leaves the nearer cities for its own.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import lru_cache, reduce
from math import inf
from operator import or_

from engines.game import NO_DEADLINE, Deadline, Seat
from engines.tupik.map.roadmap import RoadMap, bit, bits, cities
from engines.tupik.rules import Key, Position

Worth = tuple[int, int]
"""1, 0 or -1 for the side to move, and the plies to the end, 0 for a draw."""
DRAW: Worth = (0, 0)
AT_A_GLANCE = Deadline(-inf)
"""A deadline in the past, which leaves only the closed form."""
MOST_POSITIONS = 5_000
"""The most positions that are searched if some have occurred twice."""


@lru_cache(maxsize=256)
def by_steps(roads: RoadMap) -> tuple[int, ...]:
    """Return the sets of cities that are 0, 1, 2 … arrows from the dead end on the empty map."""
    levels, visited_cities = [bit(roads.dead_end)], bit(roads.dead_end)
    while levels[-1]:
        before = sum(bit(city) for city, goals in enumerate(roads.out, 1) if goals & levels[-1]) & ~visited_cities
        levels.append(before)
        visited_cities |= before
    return tuple(levels[:-1])


def nearest(roads: RoadMap, cars: int) -> int:
    """Return the arrows from the nearest of these cars to the dead end on the empty map."""
    return next(steps for steps, cities in enumerate(by_steps(roads)) if cities & cars)


def exact_value(position: Position, deadline: Deadline = NO_DEADLINE) -> Worth | None:
    """Return the value of an unfinished position under best play.

    It is exact even if positions have occurred twice; None if too many lie in between to search them by the
    deadline.
    """
    value = closed_form(position)
    return value if not _may_recur(position, value) else _retrograde_value(position, deadline)


def value_after(after: Position, seat: Seat, deadline: Deadline = NO_DEADLINE) -> Worth | None:
    """Return the value for `seat` of a position just reached, and the plies to the end."""
    if after.outcome:
        winner = after.outcome.winner
        return DRAW if winner is None else (1 if winner is seat else -1, 0)
    value = exact_value(after, deadline)
    return None if value is None else (value[0] if after.turn is seat else -value[0], value[1])


def closed_form(position: Position) -> Worth:
    """Return the value of an unfinished position as if no position had occurred twice."""
    first, second = (_nearest_steps(position, seat) for seat in Seat)
    is_won = second > first if position.cars_to_place else None
    if is_won is None:
        own_steps, opposing_steps = (first, second) if position.turn is Seat.FIRST else (second, first)
        return (1, 2 * own_steps - 1) if own_steps <= opposing_steps else (-1, 2 * opposing_steps)
    plies = position.cars_to_place + (2 * first if is_won else 2 * second - 1)
    return (1 if is_won is (position.turn is Seat.FIRST) else -1), plies


def _nearest_steps(position: Position, seat: Seat) -> int:
    """Return the steps of a seat's nearest car once all cars are placed as far from the dead end as possible."""
    roads, cars = position.roads, position.cars(seat)
    steps = nearest(roads, cars) if cars else len(roads)
    missing = roads.cars - cars.bit_count()
    if not missing:
        return steps
    is_given_now = position.turn is not seat
    return min(steps, _farthest(position, 2 * missing - is_given_now))


def _farthest(position: Position, number: int) -> int:
    """Return the distance of the free city with this rank, counted from the farthest."""
    free_cities = position.roads.parking & ~position.occupied
    levels = by_steps(position.roads)
    for steps in range(len(levels) - 1, 0, -1):
        number -= (levels[steps] & free_cities).bit_count()
        if number <= 0:
            return steps
    raise ValueError("there must be at least as many cities as cars")


def _may_recur(position: Position, value: Worth) -> bool:
    """Return whether the loser might force a third repetition before the winner's nearest car arrives."""
    return bool(position.twice) and unstoppable_car(position, _winner(position, value)) is None


def _winner(position: Position, value: Worth) -> Seat:
    return position.turn if value[0] > 0 else position.turn.opponent


def unstoppable_car(position: Position, seat: Seat) -> int | None:
    """Return a nearest car of the side that wins by the closed form, if no repetition can stop it; else None.

    None can if the car has a shortest way on which no arrangement of its side's cars has occurred twice, whatever the
    loser drives meanwhile.
    """
    if position.is_placing or _winner(position, closed_form(position)) is not seat:
        return None
    own = position.cars(seat)
    recurrences = {
        (turn, first if seat is Seat.FIRST else second) for turn, first, second in position.twice - {position.key}
    }
    if position.turn is not seat and (seat, own) in recurrences:
        return None
    stale_cars = {cars for _, cars in recurrences}
    nearest_cars = cities(own & by_steps(position.roads)[nearest(position.roads, own)])
    return next((car for car in nearest_cars if _has_fresh_way(position.roads, own, car, stale_cars)), None)


def _has_fresh_way(roads: RoadMap, own: int, car: int, stale_cars: Container[int]) -> bool:
    """Return whether a car has a shortest way on which the cars of its side are never arranged as in `stale_cars`."""
    here = bit(car)
    for level in reversed(by_steps(roads)[: nearest(roads, here)]):
        goals = reduce(or_, (roads.out[city - 1] for city in cities(here)), 0) & level
        here = bits(goal for goal in cities(goals) if own ^ bit(car) ^ bit(goal) not in stale_cars)
    return bool(here)


def _retrograde_value(start: Position, deadline: Deadline) -> Worth | None:
    """Return the value by retrograde analysis of all positions before the closed form applies again."""
    values, after = dict[Key, Worth](), dict[Key, list[Key | Worth]]()
    to_do = [start.key]
    while to_do:
        key = to_do.pop()
        if key in after or key in values:
            continue
        if len(after) > MOST_POSITIONS or deadline.is_over:
            return None
        position = _position_of(start, key)
        value = closed_form(position)
        if key != start.key and not _may_recur(position, value):
            values[key] = value
            continue
        after[key] = [*_followers(position)]
        to_do += [each for each in after[key] if len(each) == 3]
    return values.get(start.key, DRAW) if _propagate(values, after, deadline) else None


def _position_of(start: Position, key: Key) -> Position:
    turn, first, second = key
    return Position(start.roads, first, second, turn, twice=start.twice)


def _followers(position: Position) -> Iterator[Key | Worth]:
    """Yield the key after each move, or the opponent's value if the move ends the game."""
    for move in position.moves():
        then = position.play(move)
        if then.outcome is None:
            yield then.key
        else:
            yield DRAW if then.outcome.winner is None else (-1, 0)


def _propagate(values: dict[Key, Worth], after: dict[Key, list[Key | Worth]], deadline: Deadline) -> bool:
    """Add wins and losses by their plies to the end (the rest are draws); return whether time sufficed."""
    plies = 1
    while plies <= 1 + max((value[1] for value in values.values()), default=1):
        if deadline.is_over:
            return False
        for key, each in after.items():
            if key not in values:
                replies = [values.get(then) if len(then) == 3 else then for then in each]
                if (-1, plies - 1) in replies:
                    values[key] = (1, plies)
                elif all(reply and reply[0] > 0 and reply[1] < plies for reply in replies):
                    values[key] = (-1, plies)
        plies += 1
    return True
