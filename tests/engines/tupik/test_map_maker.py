"""Made maps: valid, planar, readable, and as good to play on as can be found."""

from __future__ import annotations

import math
from itertools import combinations, islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import Limit
from engines.tupik import GAME
from engines.tupik.map.check import check_map
from engines.tupik.map.frame import CAR
from engines.tupik.map.layout import crossings
from engines.tupik.map_maker import make_map, sketches
from engines.tupik.rating import Rating, rate_map, remark_on
from engines.tupik.rules import Position
from tests.engines.tupik.board import RING, random_map, start
from tests.samples import examples


@settings(max_examples=examples(8))
@given(st.integers(4, 40), st.integers(0, 10**6))
def test_a_sketch_is_planar_meets_all_conditions_and_keeps_cities_apart(count, seed):
    roads = random_map(count, seed)
    check_map(roads)
    assert len(roads) == count
    assert crossings(np.array(roads.places), np.array(list(roads.roads())) - 1) == 0
    assert min(math.dist(one, another) for one, another in combinations(roads.places, 2)) >= CAR


def test_equal_seeds_give_equal_maps_and_other_seeds_others():
    assert next(sketches(14, 5)) == next(sketches(14, 5))
    assert len({next(sketches(14, seed)) for seed in range(8)}) == 8
    assert make_map.__wrapped__(9, 2) == make_map(9, 2)


@pytest.mark.parametrize("count", [8, 10, 12])
def test_a_made_map_is_good_to_play_on(count):
    ratings = [rate_map(make_map(count, seed)) for seed in range(6)]
    assert sum(rating.is_good for rating in ratings) >= 5


def test_if_no_map_is_good_the_least_faulty_is_given():
    result = rate_map(make_map(5, 1))
    others = [rate_map(roads) for roads in islice(sketches(5, 1), 12)]
    assert result.fault <= min(another.fault for another in others)


def test_a_large_map_is_the_first_that_comes():
    assert make_map(40, 3) == next(sketches(40, 3))


@pytest.mark.parametrize(
    ("rating", "good"),
    [
        (Rating(1, 5, 0.5, True), True),
        (Rating(-1, 6, 0.45, True), True),
        (Rating(1, 4, 0.5, True), False),
        (Rating(-1, 9, 0.44, True), False),
        (Rating(-1, 9, 0.56, True), False),
        (Rating(1, 9, 0.5, False), False),
    ],
)
def test_a_good_map_is_even_long_enough_and_matters(rating, good):
    assert rating.is_good is good
    assert (rating.fault == 0) is good


@pytest.mark.parametrize(
    ("rating", "phrase"),
    [
        (Rating(1, 9, 0.5, True), "map-first-wins percent=50"),
        (Rating(-1, 9, 0.3, True), "map-second-wins percent=30"),
    ],
)
def test_the_rating_is_given_in_words(rating, phrase):
    assert str(remark_on(rating)) == phrase


def test_a_challenge_says_who_wins_its_map():
    assert GAME.offer.remark is not None
    assert GAME.offer.remark(GAME.start({}, 0))[0].code == "map-first-wins"
    assert GAME.offer.remark(GAME.start({"map": "quarry"}, 0))[0].code == "map-second-wins"
    for position in (Position(random_map(30, 1)), start(RING)):
        value = GAME.solve(position, Limit(60.0)).value
        assert GAME.offer.remark(position)[0].code == {1: "map-first-wins", -1: "map-second-wins"}[value]
