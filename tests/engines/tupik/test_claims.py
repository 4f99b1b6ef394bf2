"""A slow, independent reading of the rules refutes no claim about Tupik."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from random import Random

import pytest

from engines.explaining import advise, explain
from engines.game import Level, Limit, Reason, Seat, advance
from engines.kernels.loading import warm
from engines.phrases import Value
from engines.tupik import GAME
from engines.tupik.classic import classic
from engines.tupik.map.roadmap import RoadMap
from engines.tupik.move import Move
from engines.tupik.phrases import CLAIMS
from engines.tupik.rules import Position
from tests.engines.tupik.board import random_map
from tests.engines.tupik.slow import drive_values, placing_value

LIMIT = Limit(60.0)
Fields = Mapping[str, Value]
Cars = frozenset[int]


@cache
def drives_of(roads: RoadMap) -> Mapping[tuple[Seat, int, int], tuple[int, int]]:
    return drive_values(roads)


def cars_of(position: Position, seat: str) -> Cars:
    return frozenset(int(city) for city, owner in position.owners() if owner == seat)


def steps(roads: RoadMap, occupied_cities: Cars, city: int) -> int | None:
    """Return the number of arrows to the dead end over cities without a car, by trying all ways at once."""
    here, visited, count = {city}, {city}, 0
    while here:
        if any(not roads.arrows[each - 1] for each in here):
            return count
        here = {
            goal
            for each in here
            for goal in roads.arrows[each - 1]
            if goal not in occupied_cities and goal not in visited
        }
        visited |= here
        count += 1
    return None


def cars_in_the_way(roads: RoadMap, occupied_cities: Cars, city: int) -> set[int]:
    """Return the cars that a car comes up against."""
    reach, todo, cars = {city}, [city], set[int]()
    while todo:
        for goal in roads.arrows[todo.pop() - 1]:
            if goal in occupied_cities:
                cars.add(goal)
            elif goal not in reach:
                reach.add(goal)
                todo.append(goal)
    return cars - {city}


def arrives(roads: RoadMap, standing_cars: Cars, car: int, others: Cars, drives_left: int, turn: bool) -> bool:
    """Return whether a car arrives within that many drives, whatever the `others` drive; only it moves for its side."""
    occupied_cities = standing_cars | others | {car}
    if turn:
        goals = [goal for goal in roads.arrows[car - 1] if goal not in occupied_cities]
        return drives_left > 0 and any(
            not roads.arrows[goal - 1] or arrives(roads, standing_cars, goal, others, drives_left - 1, False)
            for goal in goals
        )
    drives = [(each, goal) for each in others for goal in roads.arrows[each - 1] if goal not in occupied_cities]
    if any(not roads.arrows[goal - 1] for _, goal in drives):
        return False
    then = [others - {each} | {goal} for each, goal in drives] or [others]
    return all(arrives(roads, standing_cars, car, each, drives_left, True) for each in then)


@dataclass(frozen=True)
class ReadMove:
    """A position before a move and after it."""

    position: Position
    move: Move

    @property
    def roads(self) -> RoadMap:
        return self.position.roads

    @cached_property
    def after(self) -> Position:
        return self.position.play(self.move)

    @property
    def mover(self) -> str:
        return str(self.position.turn)

    @property
    def other(self) -> str:
        return str(self.position.turn.opponent)

    def cars(self, seat: str) -> Cars:
        """The cars of a seat after the move."""
        return cars_of(self.after, seat)

    @cached_property
    def before(self) -> Cars:
        return cars_of(self.position, "first") | cars_of(self.position, "second")

    @cached_property
    def now(self) -> Cars:
        return cars_of(self.after, "first") | cars_of(self.after, "second")

    def was(self, city: int) -> int | None:
        return steps(self.roads, self.before, city)

    def is_now(self, city: int) -> int | None:
        return steps(self.roads, self.now, city)

    @property
    def is_known(self) -> bool:
        return not self.position.twice

    def value_of(self, position: Position) -> tuple[int, int]:
        """Return the value of a position to the side to move, with the plies to the end."""
        if position.outcome:
            return (
                (0, 0)
                if position.outcome.winner is None
                else (-1 if position.outcome.winner != position.turn else 1, 0)
            )
        values = drives_of(self.roads)
        return values[position.key] if not position.is_placing else placing_value(position, dict(values))

    def of_move(self, move: Move) -> tuple[int, int]:
        after = self.position.play(move)
        sign, plies = self.value_of(after)
        sign = sign if after.turn is self.position.turn or not sign else -sign
        if after.outcome and after.outcome.winner is not None:
            sign = 1 if after.outcome.winner is self.position.turn else -1
        return sign, plies + 1 if sign else 0


def city(fields: Fields, key: str = "city") -> int:
    return int(fields[key])


def is_way(it: ReadMove, fields: Fields) -> bool:
    way = [int(each) for each in str(fields["way"]).split("-")]
    roads, at = it.roads, city(fields)
    legal = all(goal in roads.arrows[start - 1] for start, goal in pairwise(way))
    free = not set(way[1:]) & it.now
    return (
        legal
        and free
        and way[0] == at
        and not roads.arrows[way[-1] - 1]
        and len(way) - 1 == fields["steps"] == it.is_now(at)
    )


def blocks(owner: str) -> Callable[[ReadMove, Fields], bool]:
    def is_true(it: ReadMove, fields: Fields) -> bool:
        at, seat = city(fields), it.other if owner == "other" else it.mover
        without = it.now - {city(fields, "at")}
        closed = it.was(at) is not None and it.is_now(at) is None and steps(it.roads, without, at) is not None
        return closed and at in it.cars(seat) and it.move.goal == fields["at"]

    return is_true


def detour(owner: str) -> Callable[[ReadMove, Fields], bool]:
    def is_true(it: ReadMove, fields: Fields) -> bool:
        at, seat = city(fields), it.other if owner == "other" else it.mover
        was, now = it.was(at), it.is_now(at)
        return was is not None and now is not None and now - was == fields["steps"] and at in it.cars(seat)

    return is_true


def opens(owner: str) -> Callable[[ReadMove, Fields], bool]:
    def is_true(it: ReadMove, fields: Fields) -> bool:
        at, seat = city(fields), it.other if owner == "other" else it.mover
        was, now = it.was(at), it.is_now(at)
        return now == fields["steps"] and (was is None or was > now) and at in it.cars(seat)

    return is_true


def in_race(ahead: bool, is_alone: bool) -> Callable[[ReadMove, Fields], bool]:
    def is_true(it: ReadMove, fields: Fields) -> bool:
        at, seat = city(fields), it.mover if ahead else it.other
        rival = it.other if ahead else it.mover
        others = frozenset({city(fields, "other")}) if is_alone else it.cars(rival)
        drives_left = it.is_now(at)
        is_nearest = not is_alone or all(
            (it.is_now(each) or 99) >= (it.is_now(nearest_car) or 99)
            for nearest_car, own_car in ((at, seat), (city(fields, "other"), rival))
            for each in it.cars(own_car)
        )
        standing_cars = it.now - {at} - others
        turn = str(it.after.turn) == seat
        return (
            at in it.cars(seat)
            and drives_left == fields["steps"]
            and is_nearest
            and arrives(it.roads, standing_cars, at, others, int(fields["steps"]), turn)
        )

    return is_true


def is_past(it: ReadMove, fields: Fields) -> bool:
    return it.is_now(city(fields)) is None and cars_in_the_way(it.roads, it.now, city(fields)) == {
        int(each) for each in str(fields["cars"]).split(", ")
    }


def is_farthest(it: ReadMove, fields: Fields) -> bool:
    far = [steps(it.roads, it.before | {move.goal}, move.goal) for move in it.position.moves()]
    return is_way(it, fields) and all(each is not None and each <= int(fields["steps"]) for each in far)


def loses_to(it: ReadMove, fields: Fields) -> bool:
    reply = it.after.read(str(fields["move"]))
    then = ReadMove(it.after, reply).of_move(reply)
    return not it.is_known or (
        str(it.after.turn) == it.other
        and it.of_move(it.move) == (-1, fields["plies"])
        and then == (1, int(fields["plies"]) - 1)
    )


def lets_go(it: ReadMove, fields: Fields) -> bool:
    best_value = max(it.of_move(move)[0] for move in it.position.moves())
    reply = it.after.read(str(fields["move"]))
    return not it.is_known or (
        best_value == 1 and it.of_move(it.move)[0] == 0 == ReadMove(it.after, reply).of_move(reply)[0]
    )


def is_only_good_move(it: ReadMove, fields: Fields) -> bool:
    own = it.of_move(it.move)[0]
    return not it.is_known or all(it.of_move(move)[0] < own for move in it.position.moves() if move != it.move)


def longest(it: ReadMove, fields: Fields) -> bool:
    findings = {move: it.of_move(move) for move in it.position.moves()}
    return not it.is_known or (
        all(sign < 0 for sign, _ in findings.values())
        and findings[it.move][1] == max(plies for _, plies in findings.values())
        and findings[it.move][1] > min(plies for _, plies in findings.values())
    )


def is_lost_to(it: ReadMove, fields: Fields) -> bool:
    at, cars, own = city(fields), cars_of(it.position, it.other), cars_of(it.position, it.mover)
    return (
        at in cars
        and steps(it.roads, frozenset(), at) == fields["steps"]
        and arrives(it.roads, cars - {at}, at, own, int(fields["steps"]), turn=False)
    )


def traps(it: ReadMove, fields: Fields) -> bool:
    goals = set(it.roads.arrows[city(fields) - 1])
    return goals <= it.now and not goals <= it.before and city(fields) in it.cars(it.other)


def reply_way(it: ReadMove, fields: Fields) -> int | None:
    after, at = it.after.play(it.after.read(str(fields["move"]))), city(fields)
    occupied_cities = cars_of(after, "first") | cars_of(after, "second")
    assert at in it.cars(it.mover)
    return steps(it.roads, occupied_cities, at)


def has_no_drive(position: Position, seat: str) -> bool:
    occupied_cities = cars_of(position, "first") | cars_of(position, "second")
    return all(set(position.roads.arrows[car - 1]) <= occupied_cities for car in cars_of(position, seat))


def wins_later(it: ReadMove, fields: Fields) -> bool:
    if not it.is_known:
        return True
    wins = [plies for value, plies in map(it.of_move, it.position.moves()) if value > 0]
    return it.of_move(it.move) == (1, min(wins) + 2 * int(fields["turns"]))


REASONS: Mapping[str, Callable[[ReadMove, Fields], bool]] = {
    "ends-it": lambda it, fields: not it.roads.arrows[it.move.goal - 1] and it.move.start in it.before,
    "drives-in": lambda it, fields: it.move.start == fields["city"] and not it.roads.arrows[it.move.goal - 1],
    "wins-in": lambda it, fields: not it.is_known or it.of_move(it.move) == (1, fields["plies"]),
    "wins-later": wins_later,
    "loses-in": lambda it, fields: not it.is_known or it.of_move(it.move) == (-1, fields["plies"]),
    "loses-to": loses_to,
    "loses-by-force": lambda it, fields: it.of_move(it.move)[0] < 0,
    "holds-longest": longest,
    "no-move-stops": is_lost_to,
    "win-let-go": lets_go,
    "draw-held": lambda it, fields: not it.is_known or it.of_move(it.move)[0] == 0,
    "draws-by-repetition": lambda it, fields: it.after.key in it.position.twice,
    "one-good-drive": is_only_good_move,
    "must-pass": lambda it, fields: has_no_drive(it.position, it.mover),
    "unstoppable": in_race(ahead=True, is_alone=False),
    "not-stopped": in_race(ahead=False, is_alone=False),
    "blocks": blocks("other"),
    "detour": detour("other"),
    "traps": traps,
    "forces-pass": lambda it, fields: has_no_drive(it.after, it.other),
    "race-ahead": in_race(ahead=True, is_alone=True),
    "race-behind": in_race(ahead=False, is_alone=True),
    "nearer": lambda it, fields: is_way(it, fields) and (it.was(it.move.start) or 99) > int(fields["steps"]),
    "roundabout": lambda it, fields: is_way(it, fields) and (it.was(it.move.start) or 99) <= int(fields["steps"]),
    "no-way-on": is_past,
    "opens-own": opens("mover"),
    "opens": opens("other"),
    "blocks-own": blocks("mover"),
    "detour-own": detour("mover"),
    "put-farthest": is_farthest,
    "put-down": is_way,
    "put-blocked": is_past,
    "reply-wins": lambda it, fields: not it.roads.arrows[it.after.read(str(fields["move"])).goal - 1],
    "reply-blocks": lambda it, fields: it.is_now(city(fields)) is not None and reply_way(it, fields) is None,
    "reply-detour": lambda it, fields: (reply_way(it, fields) or 0) - (it.is_now(city(fields)) or 0) == fields["steps"],
}


def open_ways(position: Position, seat: Value) -> list[tuple[int, int]]:
    occupied_cities = cars_of(position, "first") | cars_of(position, "second")
    ways = ((steps(position.roads, occupied_cities, car), car) for car in cars_of(position, str(seat)))
    return [(count, car) for count, car in ways if count is not None]


def total(position: Position, seat: Value) -> int:
    ways = open_ways(position, seat)
    blocked = len(cars_of(position, str(seat))) - len(ways)
    return sum(count for count, _ in ways) + blocked * len(position.roads)


def is_blocked(position: Position, fields: Fields) -> bool:
    occupied_cities, at = cars_of(position, "first") | cars_of(position, "second"), city(fields)
    named = {int(each) for each in str(fields["cars"]).split(", ")}
    return (
        at in cars_of(position, str(fields["player"]))
        and steps(position.roads, occupied_cities, at) is None
        and (cars_in_the_way(position.roads, occupied_cities, at) == named)
    )


def arrives_first(position: Position, fields: Fields) -> bool:
    seat, at = str(fields["player"]), city(fields)
    own, others = cars_of(position, seat), cars_of(position, "second" if seat == "first" else "first")
    still = own - {at}
    count = int(fields["steps"])
    is_free = steps(position.roads, own | others, at) == count
    return at in own and is_free and arrives(position.roads, still, at, others, count, str(position.turn) == seat)


IDEAS: Mapping[str, Callable[[Position, Fields], bool]] = {
    "cars-left": lambda position, fields: (
        2 * position.roads.cars - len(cars_of(position, "first") | cars_of(position, "second")) == fields["left"]
    ),
    "second-drives-first": lambda position, fields: position.is_placing,
    "way-to-go": lambda position, fields: (
        total(position, fields["player"]) == fields["total"]
        and (fields["steps"], fields["city"]) == min(open_ways(position, fields["player"]))
    ),
    "no-way-open": lambda position, fields: (
        not open_ways(position, fields["player"]) and total(position, fields["player"]) == fields["total"]
    ),
    "arrives-first": arrives_first,
    "car-blocked": is_blocked,
}
ELSEWHERE = {"map-first-wins", "map-second-wins"}
"""Held against the slow solver in test_remark."""


def random_positions(count: int, seed: int = 5) -> Iterator[tuple[Position, Random]]:
    chance, positions, maps = Random(seed), 0, 0
    while True:
        start = Position(random_map(6 + maps // 2 % 4, maps // 8))
        maps += 1
        for position in _walk(start, chance):
            if chance.random() < 0.5:
                yield position, chance
                positions += 1
                if positions == count:
                    return


def _walk(position: Position, chance: Random) -> Iterator[Position]:
    for _ in range(30):
        if position.outcome:
            return
        yield position
        position, _ = advance(position, chance.choice(list(position.moves())))


def reasons_given(position: Position, chance: Random) -> Iterator[tuple[Move, Reason]]:
    """Yield the reasons given for a random move, the best, the heuristic's and the candidates."""
    explanation = explain(GAME, position, chance.choice(list(position.moves())), LIMIT)
    yield from ((explanation.move, reason) for reason in explanation.facts)
    if explanation.than is not None:
        yield from ((explanation.than, reason) for reason in explanation.than_reasons)
    for hint in (advise(GAME, position, LIMIT, Level.STRONG), classic(position, Limit(seed=1))):
        yield from ((hint.move, reason) for reason in hint.reasons)
    for each in GAME.candidates(position, LIMIT):
        yield from ((each.move, reason) for reason in (*each.gain, *each.risk))


def refuted_claims(count: int, seed: int = 5) -> tuple[list[str], Counter[str]]:
    """Return the refuted claims, and the count of each code."""
    warm("tupik")
    assert GAME.ideas is not None
    refutations, counts = list[str](), Counter[str]()
    for position, chance in random_positions(count, seed):
        for move, reason in reasons_given(position, chance):
            counts[reason.code] += 1
            if reason.code in CLAIMS and not REASONS[reason.code](ReadMove(position, move), dict(reason.fields)):
                refutations.append(f"{position.roads.arrows} {position.key} {move}: {reason}")
        for idea in GAME.ideas(position):
            counts[idea.code] += 1
            if not IDEAS[idea.code](position, dict(idea.fields)):
                refutations.append(f"{position.roads.arrows} {position.key}: {idea}")
    return refutations, counts


def test_every_claim_has_a_check():
    assert {*REASONS, *IDEAS, *ELSEWHERE} == CLAIMS


def test_no_reply_refutes_a_claim():
    refutations, counts = refuted_claims(25)
    assert refutations == []
    assert len(counts) > 20


@pytest.mark.long
def test_no_reply_refutes_a_claim_in_thousands_of_positions(large_seed: int):
    refutations, counts = refuted_claims(5_000, large_seed)
    assert refutations == []
    assert len(counts) > 30
