"""The rules of Tupik, sentence by sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.game import Outcome, Seat, advance
from engines.refusals import Illegal
from engines.tupik.map.roadmap import bits
from engines.tupik.move import PASS, Move
from engines.tupik.rules import Position
from tests.engines.tupik.board import RING, play, random_map, random_walk, start

# Half of the cities, or one less where that is odd, are cars; each player has half of them.
CARS_OF_EACH = {
    **dict.fromkeys(range(4, 8), 1),
    **dict.fromkeys(range(8, 12), 2),
    **dict.fromkeys(range(12, 16), 3),
    **dict.fromkeys(range(16, 20), 4),
    **dict.fromkeys(range(20, 24), 5),
    **dict.fromkeys(range(24, 28), 6),
    **dict.fromkeys(range(28, 32), 7),
    **dict.fromkeys(range(32, 36), 8),
    **dict.fromkeys(range(36, 40), 9),
    40: 10,
}


@pytest.mark.parametrize(("count", "cars"), CARS_OF_EACH.items())
def test_each_player_has_half_of_an_even_half_of_the_cities(count, cars):
    half = count // 2
    everything = half if half % 2 == 0 else half - 1
    line = " ".join(f"{city}>{city + 1}" for city in range(1, count))
    assert start(line).roads.cars == cars == everything // 2


def test_both_put_down_the_opponents_cars_in_turn_and_first_begins():
    position, sightings = start(), []
    for city in (1, 2, 4, 5):
        sightings.append((position.turn, position.cars_to_place))
        position = play(position, str(city))
    assert sightings == [(Seat.FIRST, 4), (Seat.SECOND, 3), (Seat.FIRST, 2), (Seat.SECOND, 1)]
    assert (position.second, position.first) == (bits([1, 4]), bits([2, 5]))


def test_cars_may_be_put_into_any_empty_city_but_the_dead_end():
    position = play(start(), "3")
    assert [move.goal for move in position.moves()] == [1, 2, 4, 5, 6, 7]


def test_second_drives_first():
    position = play(start(), "1", "2", "4", "5")
    assert not position.is_placing
    assert position.turn is Seat.SECOND
    assert play(position, "4-5" if position.first == 0 else "1-3").turn is Seat.FIRST


def test_a_drive_takes_one_own_car_along_an_arrow_to_an_empty_city():
    position = play(start(), "1", "2", "4", "5")
    assert [str(move) for move in position.moves()] == ["1-3"]
    after = play(position, "1-3")
    assert after.second == bits([3, 4])
    assert [str(move) for move in after.moves()] == ["2-1", "5-6", "5-7"]


def test_the_first_car_in_the_dead_end_wins_at_once_for_its_owner():
    first = play(start(), "2", "6", "1", "5", "1-3", "6-8")
    assert first.outcome == Outcome(Seat.FIRST, "dead-end")
    second = play(start(), "6", "1", "5", "2", "6-8")
    assert second.outcome == Outcome(Seat.SECOND, "dead-end")
    assert list(first.moves()) == list(second.moves()) == []


def test_a_player_without_a_drive_passes_automatically():
    position = start()
    for city in ("2", "5", "6", "7"):
        position = position.play(position.read(city))
    after, forced_moves = advance(position, Move(1, 2))
    assert position.turn is after.turn is Seat.SECOND
    assert forced_moves == (PASS,)
    waiting = position.play(Move(1, 2))
    assert list(waiting.moves()) == [waiting.forced_move] == [PASS]


def test_the_pass_is_forced_at_the_very_beginning_of_the_drive_too():
    position = start("1>2 2>3,4 3>1,5 4>2,6 5>6 6>4,7 7>8 8>7,9")
    for city in ("6", "4", "7"):
        position = play(position, city)
    after, forced_moves = advance(position, position.read("8"))
    assert (forced_moves, after.turn) == ((PASS,), Seat.FIRST)


def test_nobody_may_pass_with_a_drive_or_while_cars_are_put_down():
    for position, code in ((start(), "pass-while-placing"), (play(start(), *"1245"), "pass-with-a-drive")):
        with pytest.raises(Illegal) as refusal:
            position.play(PASS)
        assert refusal.value.code == code


@given(st.integers(4, 14), st.integers(0, 10**6))
def test_on_a_map_that_meets_the_conditions_somebody_always_has_a_drive(count, seed):
    position = random_walk(Position(random_map(count, seed)), seed, 30)
    if position.forced_move:
        assert position.play(PASS).forced_move is None


def test_the_third_occurrence_with_the_same_mover_is_a_draw():
    position = play(start(), "1", "3", "4", "6")
    there_and_back = ("1-2", "6-5", "2-1", "5-6")
    once = play(position, *there_and_back)
    assert once.key == position.key
    assert once.outcome is None
    assert play(once, *there_and_back).outcome == Outcome(None, "repetition")


def test_an_occurrence_with_the_other_mover_does_not_count():
    position = start()
    for city in ("2", "5", "6", "7"):
        position = play(position, city)
    after = play(position, "2-1", "1-2", "2-1")
    assert after.outcome is None
    assert {key[0] for key in after.once | after.twice} == {Seat.FIRST, Seat.SECOND}
    assert play(after, "1-2").outcome == Outcome(None, "repetition")


def test_positions_differ_when_what_came_before_differs():
    position = play(start(), "1", "3", "4", "6")
    again = play(position, "1-2", "6-5", "2-1", "5-6")
    assert again.key == position.key
    assert again != position


def test_the_estimate_adds_up_the_shortest_ways_with_all_other_cars_standing_still():
    position = play(start(), "1", "2")
    assert position.score == (5, 5)
    assert play(position, "3").score == (8, 8 + 4)
    assert play(position, "3", "6").score == (8 + 1, 8 + 8)


def test_a_car_in_the_dead_end_has_no_way_left_and_shuts_the_others_out():
    assert play(start(), "2", "6", "1", "5", "1-3", "6-8").score == (8, 16)


def test_settings_name_the_map():
    assert start().settings == {"map": RING}


def test_owners_are_listed_city_by_city():
    assert dict(play(start(), "1", "2").owners()) == {**dict.fromkeys("345678", "free"), "1": "second", "2": "first"}


def test_a_refusal_shows_a_move_that_is_legal_now():
    position = play(start(), *"1245")
    with pytest.raises(Illegal) as refusal:
        position.play(Move(5, 4))
    example = str(refusal.value.fields["example"])
    assert position.read(example) in set(position.moves())
