"""Laws of a league's table, and its order reckoned by hand."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.game.people import Robot
from bot.core.game.results import Result, mark_of
from bot.features.leagues.table import (
    MOST_OF_A_PAIR,
    Season,
    counting_results,
    is_contested,
    opponents_of,
    season_at,
    season_results,
    standings,
    tallies,
)
from engines.game import Level, Seat

SEASON = Season(2026, 11)
_GAME = st.tuples(
    st.permutations(["ann", "bob", "carl", "dora", ""]).map(lambda people: (people[0], people[1])),
    st.sampled_from([*Seat, None]),
)


def result(one: str, other: str, winner: Seat | None = Seat.FIRST, at: float = 0, game: str = "dots") -> Result:
    """Return a rated game that ended so many seconds after the season began; the first player wins."""
    return Result(f"{at:06}", game, SEASON.start + at, (one, other), winner, True)


def in_order(*results: Result) -> list[tuple[int, str]]:
    return [(each.place, each.mark) for each in standings(results)]


@given(st.lists(_GAME, max_size=40), st.integers())
def test_the_table_keeps_its_laws(games: list[tuple[tuple[str, str], Seat | None]], seed: int):
    results = [result(*people, winner, at) for at, (people, winner) in enumerate(games)]
    counting = counting_results(results)
    pairs = Counter(frozenset(each.marks) for each in results)
    assert len(counting) == sum(min(number, MOST_OF_A_PAIR) for number in pairs.values())
    draws = sum(each.winner is None for each in counting)
    assert sum(tally.points for tally in tallies(counting).values()) == 3 * (len(counting) - draws) + 2 * draws
    table = standings(counting)
    shuffled_results = Random(seed).sample(counting, len(counting))
    assert standings(shuffled_results) == table
    assert {each.mark for each in table} == {mark for each in counting for mark in each.marks} - {""}
    places = [each.place for each in table]
    assert places == sorted(places)
    assert all(places.index(place) + 1 == place for place in places)
    assert all(one.tally.points >= after.tally.points for one, after in pairwise(table))


def test_the_first_four_games_of_a_pair_count_whoever_sits_first():
    results = [result(*pair, at=at) for at, pair in enumerate([("ann", "bob"), ("bob", "ann")] * 3)]
    counting = counting_results([*results, result("ann", "carl", at=9)])
    assert [each.code for each in counting] == [each.code for each in (*results[:4], result("ann", "carl", at=9))]


def test_equal_points_are_decided_by_the_games_among_the_equals():
    results = (result("bob", "ann"), result("ann", "carl"), result("dora", "bob", None), result("ann", "dora", None))
    assert in_order(*results) == [(1, "bob"), (2, "ann"), (3, "dora"), (4, "carl")]


def test_then_more_wins_decide():
    results = [result("ann", "zoe"), *(result("bob", f"x{number}", None) for number in range(3))]
    assert in_order(*results)[:2] == [(1, "ann"), (2, "bob")]


def test_then_fewer_games_decide_and_equals_share_a_place():
    results = (result("ann", "zoe"), result("vic", "ann"), result("bob", "yan"), result("carl", "xan"))
    assert in_order(*results)[:4] == [(1, "vic"), (2, "bob"), (2, "carl"), (4, "ann")]


def test_a_forgotten_opponent_has_no_place_and_their_games_still_count():
    assert in_order(result("ann", ""), result("", "bob")) == [(1, "ann"), (2, "bob")]


@pytest.mark.parametrize(
    ("at", "season"),
    [
        (datetime(2026, 10, 31, 23, 59, 59, tzinfo=UTC), Season(2026, 10)),
        (datetime(2026, 11, 1, tzinfo=UTC), Season(2026, 11)),
        (datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC), Season(2026, 12)),
        (datetime(2027, 1, 1, tzinfo=UTC), Season(2027, 1)),
    ],
)
def test_a_season_is_a_month_of_utc(at: datetime, season: Season):
    instant = at.timestamp()
    assert season_at(instant) == season
    assert season.start <= instant < season.end == season.after(1).start
    assert season.after(-13).after(13) == season


def test_only_rated_games_of_two_people_in_the_season_are_taken_and_of_one_game_if_it_is_named():
    bot = mark_of(Robot(Level.STRONG))
    dots, curves = result("ann", "bob", at=1), result("ann", "bob", at=2, game="curves")
    others = (result("ann", bot), result("ann", "bob", at=-1), result("ann", "bob", at=SEASON.end - SEASON.start))
    unrated_game = Result("X", "dots", SEASON.start, ("ann", "bob"), Seat.FIRST, False)
    results = [curves, *others, unrated_game, dots]
    assert season_results(results, SEASON) == [dots, curves]
    assert season_results(results, SEASON, "curves") == [curves]


@pytest.mark.parametrize(
    ("people", "games", "is_enough"), [("abc", 5, True), ("abc", 4, False), ("ab", 5, False), ("abcd", 9, True)]
)
def test_a_season_has_winners_if_three_people_played_five_games(people: str, games: int, is_enough: bool):
    results = [result(people[at % len(people)], people[(at + 1) % len(people)], at=at) for at in range(games)]
    assert is_contested(results) is is_enough


def test_the_people_whom_a_player_met_include_the_player():
    assert opponents_of("ann", [result("bob", "ann"), result("bob", "carl")]) == {"ann", "bob"}
    assert opponents_of("zoe", [result("bob", "ann")]) == {"zoe"}
