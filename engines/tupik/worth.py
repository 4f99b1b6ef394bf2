"""Who wins, in closed form: of all cars, the one nearest to the dead end cannot be stopped.

Proof. Distances are those of the empty map. A shortest way leads over nearer cities alone, so in front of a car than
which none is nearer it is empty, and stays so: a car comes one step nearer a turn. So the side to move wins with its
nearest car if none of the opponent's is nearer, in 2m - 1 plies for m steps; else it loses in 2m to a car of m steps.
No map and no placing is a draw. While cars are put down, each side gives the opponent the farthest city that is free:
that keeps the opponent's nearest car as far as can be, and leaves the nearer cities for its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import inf
from time import perf_counter

from engines.game import Seat
from engines.tupik.map.roadmap import RoadMap, bit
from engines.tupik.rules import Key, Position

Worth = tuple[int, int]
"""1, 0 or -1 for the side to move, and the plies to the end, 0 for a draw."""
DRAW: Worth = (0, 0)
AT_A_GLANCE = -inf
"""A time that leaves none to look through positions."""
MOST_LOOKED_THROUGH = 5_000
"""So many positions are looked through where some have occurred twice."""


@lru_cache(maxsize=256)
def by_steps(roads: RoadMap) -> tuple[int, ...]:
    """The sets of cities with 0, 1, 2 … arrows to go on the empty map."""
    levels, reached = [bit(roads.dead_end)], bit(roads.dead_end)
    while levels[-1]:
        before = sum(bit(city) for city, goals in enumerate(roads.out, 1) if goals & levels[-1]) & ~reached
        levels.append(before)
        reached |= before
    return tuple(levels[:-1])


def nearest(roads: RoadMap, cars: int) -> int:
    """The arrows from the nearest of some cars to the dead end on the empty map."""
    return next(steps for steps, cities in enumerate(by_steps(roads)) if cities & cars)


def worth(position: Position, until: float = inf) -> Worth | None:
    """Return what a position that goes on is worth under best play by both.

    Exact also where positions have occurred twice; None if too many lie in between to look through them `until` then,
    a time of `perf_counter`.
    """
    found = closed_form(position)
    return found if not _may_recur(position, found) else _looked_through(position, until)


def worth_after(after: Position, seat: Seat, until: float = inf) -> Worth | None:
    """Return what a position just reached is worth to `seat`, the plies to the end counted from here."""
    if after.outcome:
        winner = after.outcome.winner
        return DRAW if winner is None else (1 if winner is seat else -1, 0)
    found = worth(after, until)
    return None if found is None else (found[0] if after.turn is seat else -found[0], found[1])


def closed_form(position: Position) -> Worth:
    """What a position that goes on is worth if nothing has occurred twice."""
    first, second = (_standing(position, seat) for seat in Seat)
    is_won = second > first if position.left else None
    if is_won is None:
        own, other = (first, second) if position.turn is Seat.FIRST else (second, first)
        return (1, 2 * own - 1) if own <= other else (-1, 2 * other)
    plies = position.left + (2 * first if is_won else 2 * second - 1)
    return (1 if is_won is (position.turn is Seat.FIRST) else -1), plies


def _standing(position: Position, seat: Seat) -> int:
    """How near the nearest car of a seat is, all cars being put down as far from the dead end as can be."""
    roads, own = position.roads, position.cars(seat)
    near = nearest(roads, own) if own else len(roads)
    missing = roads.cars - own.bit_count()
    if not missing:
        return near
    is_given_now = position.turn is not seat
    return min(near, _farthest(position, 2 * missing - is_given_now))


def _farthest(position: Position, number: int) -> int:
    """The steps from the free city that comes at this number, the farthest being the first."""
    free = position.roads.parking & ~position.taken
    levels = by_steps(position.roads)
    for steps in range(len(levels) - 1, 0, -1):
        number -= (levels[steps] & free).bit_count()
        if number <= 0:
            return steps
    raise ValueError("there are as many cities as cars, and more")


def _may_recur(position: Position, found: Worth) -> bool:
    """Whether the loser might come to a position for the third time before the winner's nearest car arrives."""
    if not position.twice:
        return False
    winner = position.turn if found[0] > 0 else position.turn.opponent
    steps = nearest(position.roads, position.cars(winner))
    return any(
        nearest(position.roads, first if winner is Seat.FIRST else second) <= steps
        for turn, first, second in position.twice - {position.key}
    )


def _looked_through(start: Position, until: float) -> Worth | None:
    """Return the worth by retrograde analysis of what can be reached before the closed form tells again."""
    worths, after = dict[Key, Worth](), dict[Key, list[Key | Worth]]()
    to_do = [start.key]
    while to_do:
        key = to_do.pop()
        if key in after or key in worths:
            continue
        if len(after) > MOST_LOOKED_THROUGH or perf_counter() > until:
            return None
        position = _fresh(start, key)
        found = closed_form(position)
        if key != start.key and not _may_recur(position, found):
            worths[key] = found
            continue
        after[key] = [*_followers(position)]
        to_do += [each for each in after[key] if len(each) == 3]
    return worths.get(start.key, DRAW) if _go_back(worths, after, until) else None


def _fresh(start: Position, key: Key) -> Position:
    turn, first, second = key
    return Position(start.roads, first, second, turn, twice=start.twice)


def _followers(position: Position) -> Iterator[Key | Worth]:
    """The keys of what each move leads to, or what it is worth to the other side where it ends the game."""
    for move in position.moves():
        then = position.play(move)
        if then.outcome is None:
            yield then.key
        else:
            yield DRAW if then.outcome.winner is None else (-1, 0)


def _go_back(worths: dict[Key, Worth], after: dict[Key, list[Key | Worth]], until: float) -> bool:
    """Add what is won or lost, by the plies to the end; all else is a draw. Return whether the time sufficed."""
    plies = 1
    while plies <= 1 + max((found[1] for found in worths.values()), default=1):
        if perf_counter() > until:
            return False
        for key, each in after.items():
            if key not in worths:
                replies = [worths.get(then) if len(then) == 3 else then for then in each]
                if (-1, plies - 1) in replies:
                    worths[key] = (1, plies)
                elif all(reply and reply[0] > 0 and reply[1] < plies for reply in replies):
                    worths[key] = (-1, plies)
        plies += 1
    return True
