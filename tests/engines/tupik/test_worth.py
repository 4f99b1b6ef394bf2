"""The closed form against a slow solver that knows the rules alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import count as numbers
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.explaining import explain
from engines.game import Level, Limit, Seat, advance
from engines.refusals import Refusal
from engines.tupik import GAME
from engines.tupik.map.roadmap import RoadMap, bits
from engines.tupik.rating import rate_map
from engines.tupik.rules import Position
from engines.tupik.worth import AT_A_GLANCE, exact_value, nearest
from tests.engines.tupik.board import RING, random_map, random_walk, start
from tests.engines.tupik.slow import arrangements, drive_values, placing_value
from tests.samples import examples

TWO_WAY = "1>2,3 2>1,3 3>1,2,4 4>3,5 5>4,6,7 6>5,7 7>6,8"


@settings(max_examples=examples(6))
@given(st.integers(4, 9), st.integers(0, 10**6))
def test_every_arrangement_of_the_drive_is_worth_what_the_slow_solver_says(count: int, seed: int):
    roads = random_map(count, seed)
    assert {each.key: exact_value(each) for each in arrangements(roads)} == drive_values(roads)


@settings(max_examples=examples(4))
@given(st.integers(8, 9), st.integers(0, 10**6))
def test_the_best_placing_is_worth_what_the_slow_solver_says(count: int, seed: int):
    roads = random_map(count, seed)
    slow_value = drive_values(roads)
    for plies in (0, 1, 2, 3):
        position = random_walk(Position(roads), seed, plies)
        assert exact_value(position) == placing_value(position, slow_value)


@pytest.mark.parametrize("text", [RING, TWO_WAY])
@pytest.mark.parametrize("seed", range(6))
def test_values_are_exact_although_positions_have_occurred_twice(text: str, seed: int):
    chance, position = Random(seed), start(text)
    while not position.twice:
        after, _ = advance(position, chance.choice(list(position.moves())))
        position = start(text) if after.outcome else after
    slow_value = drive_values(position.roads, position.twice)
    for move in position.moves():
        after = position.play(move)
        if not after.outcome and after.twice == position.twice:
            assert exact_value(after) == slow_value[after.key]
            assert exact_value(after, AT_A_GLANCE) in (None, slow_value[after.key])


def test_recurring_positions_matter_only_on_the_way_of_the_nearest_car():
    first, second = bits((1, 2)), bits((4, 5))
    position = Position(start(TWO_WAY).roads, first, second, Seat.SECOND)
    elsewhere = replace(position, twice=frozenset({(Seat.FIRST, first, bits((3, 5)))}))
    on_the_way = replace(position, twice=frozenset({(Seat.FIRST, first, bits((4, 7)))}))
    assert exact_value(elsewhere, AT_A_GLANCE) == exact_value(position) == (1, 3)
    assert exact_value(on_the_way, AT_A_GLANCE) is None


def test_it_says_nothing_where_too_much_would_have_to_be_looked_through(monkeypatch: pytest.MonkeyPatch):
    position = Position(start(TWO_WAY).roads, 0b0000011, 0b0001100, Seat.FIRST)
    neighbours = frozenset(
        each.key for each in arrangements(position.roads) if nearest(position.roads, each.second) == 1
    )
    often = replace(position, twice=neighbours)
    assert exact_value(position) == (-1, 2 * nearest(position.roads, position.second))
    assert exact_value(often) is not None
    monkeypatch.setattr("engines.tupik.worth.MOST_POSITIONS", 0)
    assert exact_value(often) is None
    assert not GAME.hint(often, Limit(1.0), Level.STRONG).is_proved
    with pytest.raises(Refusal):
        GAME.solve(often, Limit(1.0))


def test_the_nearest_car_is_found_on_the_empty_map():
    roads = RoadMap(((2,), (3,), (4,), ()))
    assert [nearest(roads, 1 << city - 1) for city in (1, 2, 3, 4)] == [3, 2, 1, 0]


@pytest.mark.parametrize("seed", range(4))
def test_the_share_of_placings_that_first_wins_is_counted_rightly(seed: int):
    roads = random_map(8, seed)
    slow_value = drive_values(roads)
    lost = [value[0] < 0 for (turn, _, _), value in slow_value.items() if str(turn) == "second"]
    assert rate_map(roads).share == round(sum(lost) / len(lost), 4)


def test_recurring_positions_are_not_searched_once_the_time_is_over(monkeypatch: pytest.MonkeyPatch):
    position = Position(start(TWO_WAY).roads, 0b0000011, 0b0001100, Seat.FIRST)
    neighbours = frozenset(
        each.key for each in arrangements(position.roads) if nearest(position.roads, each.second) == 1
    )
    often = replace(position, twice=neighbours)
    monkeypatch.setattr("engines.tupik.worth.MOST_POSITIONS", 10**9)
    assert exact_value(often, AT_A_GLANCE) is None
    short_limit = Limit(1.0, clock=numbers().__next__)
    assert not GAME.hint(often, short_limit, Level.STRONG).is_proved
    assert not explain(GAME, often, next(iter(often.moves())), short_limit).is_proved
    monkeypatch.setattr("engines.tupik.worth._followers", None)
    assert GAME.hint(often, Limit(1.0), Level.CLASSIC).reasons
