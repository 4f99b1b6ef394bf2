"""Places for cities, and the ways of roads between them."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations, permutations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.tupik.map.frame import CAR, HIGH, WIDE, fit_to_frame
from engines.tupik.map.layout import assignment, crossings, kamada_kawai
from engines.tupik.map.places import city_places
from engines.tupik.map.roadmap import RoadMap
from engines.tupik.map.roads import CITY, free_sides, roads_of, tangles
from engines.tupik.map.text import read_map
from tests.engines.tupik.board import RING, random_map
from tests.samples import examples

COMPLETE = " ".join(f"{a}>{','.join(str(b) for b in range(1, 9) if b != a)}" for a in range(1, 8))


def without_places(roads: RoadMap) -> RoadMap:
    return replace(roads, places=())


def nearest(places: tuple[tuple[float, float], ...]) -> float:
    return min(math.dist(one, another) for one, another in combinations(places, 2))


@pytest.mark.parametrize("text", [RING, COMPLETE, "1>2 2>3 3>4", " ".join(f"{n}>40" for n in range(1, 40))])
def test_any_map_is_laid_out_in_the_frame_with_room_for_a_car_at_each_city(text):
    places = city_places(read_map(text))
    assert nearest(places) >= CAR
    assert all(0 <= x <= WIDE and 0 <= y <= HIGH for x, y in places)


@settings(max_examples=examples(2))
@given(st.integers(4, 40), st.integers(0, 10**6))
def test_a_planar_map_gets_few_crossings_and_always_the_same_places(count, seed):
    roads = without_places(random_map(count, seed))
    places = city_places(roads)
    assert nearest(places) >= CAR
    ends = np.array([road for road in roads.roads() if road[::-1] not in roads_of(roads) or road[0] < road[1]]) - 1
    assert crossings(np.array(places), ends) <= len(ends) / 4
    assert city_places(replace(roads, names=("A",) * count)) == places


def test_given_places_are_kept_and_fill_the_frame():
    assert fit_to_frame(((0, 0), (26, 0), (13, 8))) == ((0, 2), (13, 2), (6.5, 6))
    assert fit_to_frame(((5, 5), (5, 5))) == ((6.5, 4), (6.5, 4))
    assert fit_to_frame(()) == ()


@settings(max_examples=examples(8))
@given(st.integers(4, 24), st.integers(0, 10**6))
def test_roads_begin_and_end_at_the_rims_of_their_cities(count, seed):
    roads = random_map(count, seed)
    places = city_places(roads)
    for (start, goal), way in roads_of(roads).items():
        assert CITY < math.dist(way.start, places[start - 1]) < CITY + 0.1
        assert CITY < math.dist(way.end, places[goal - 1]) < CITY + 0.1


def test_a_one_way_road_is_straight_and_a_two_way_road_is_two_that_bend_apart():
    ways = roads_of(read_map("1@0,0>2 2@10,0>1,3 3@10,8>4 4@0,8"))
    assert ways[3, 4].control is None
    there, back = ways[1, 2].control, ways[2, 1].control
    assert there is not None
    assert back is not None
    assert (there[1] - 4) * (back[1] - 4) > 0
    assert abs(there[1] - back[1]) > 1


def test_a_road_bends_round_a_city_in_its_way():
    ways = roads_of(read_map("1@0,0>3 2@6,0>4 3@13,0>2 4@6,8"))
    assert ways[1, 3].control is not None
    assert ways[2, 4].control is None


def test_crossing_roads_are_counted_as_tangled():
    assert tangles(read_map("1@0,0>3 2@13,0>4 3@13,8>2 4@0,8")) == 1
    assert tangles(read_map("1@0,0>2 2@13,0>3 3@13,8>4 4@0,8")) == 0


def test_a_citys_number_stands_where_no_road_is():
    roads = read_map("1@0,8>2 2@13,0>3 3@13,8>4 4@0,0")
    assert len(free_sides(roads)) == 4
    assert free_sides(roads)[1] != (-1.0, 1.0)


@given(st.integers(1, 5), st.integers(0, 2), st.data())
def test_an_assignment_costs_least_of_all(rows, spare, data):
    prices = st.lists(st.integers(0, 9), min_size=rows + spare, max_size=rows + spare)
    cost = np.array(data.draw(st.lists(prices, min_size=rows, max_size=rows)), np.float64)
    least = min(sum(cost[range(rows), chosen]) for chosen in permutations(range(rows + spare), rows))
    assert sum(cost[range(rows), assignment(cost)]) == least
    assert len(set(assignment(cost).tolist())) == rows


def test_a_layout_by_distances_keeps_each_city_as_far_away_as_its_way_is_long():
    path: nx.Graph[int] = nx.path_graph(5)
    places = kamada_kawai(path, np.array([(math.cos(turn), math.sin(turn)) for turn in range(5)]))
    apart = np.linalg.norm(places[:, None] - places, axis=2)
    assert apart == pytest.approx(np.abs(np.subtract.outer(range(5), range(5))), abs=0.02)
