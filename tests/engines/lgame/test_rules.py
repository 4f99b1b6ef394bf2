"""Ls and neutrals go, and games end, as the rules of each variant say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.game import Outcome, Seat
from engines.lgame import GAME
from engines.lgame.grid import MIRRORS, PLACES, REFLECTIONS, mask, squares
from engines.lgame.rules import Position, Variant
from engines.refusals import Illegal
from tests.engines.starts import for_every_tricky_text, options, outcome_of, play_texts

BLOCK = ("c4-c2-d2 a4-a2", "b2-b4-a4 a2-c1", "c2-c4-d4 d1-a3", "b4-b2-a2 a3-d2")


def after(start: str, *messages: str) -> Position:
    return play_texts(GAME, start, *messages)


@for_every_tricky_text("lgame")
def test_tricky_texts_are_played_or_refused_as_listed(start, before, text, result):
    assert outcome_of(GAME, start, before, text) == result


def test_the_game_begins_with_the_documented_position():
    start = after("default")
    assert squares(start.neutrals) == ("d1", "a4")
    assert start.ls == (mask("b4", "c4", "c3", "c2"), mask("b3", "b2", "b1", "c1"))
    assert start.turn is Seat.FIRST
    assert start.settings == {"variant": "classic"}


def test_an_l_has_forty_eight_places_and_one_spelling_for_each():
    assert len(PLACES) == 48
    assert len({str(place) for place in PLACES.values()}) == 48
    assert str(PLACES[mask("a1", "a2", "a3", "b3")]) == "a1-a3-b3"


def test_every_place_keeps_off_the_pieces_and_moves_at_least_one_square():
    start = after("default")
    for place in start.places():
        assert not place.bits & (start.opposing_l | start.neutrals)
        assert place.bits & ~start.own_l


def test_after_the_l_each_neutral_may_go_to_each_empty_square_or_none_moves():
    start = after("default")
    assert [len([move for move in start.moves() if move.place == place]) for place in start.places()] == [13] * 5


def test_a_neutral_that_does_not_move_is_not_moved():
    assert all(move.neutral is None or move.neutral[0] != move.neutral[1] for move in after("default").moves())


def test_a_refusal_shows_a_move_that_is_legal_now():
    position = after("default", "c2-c4-d4")
    with pytest.raises(Illegal) as error_info:
        position.play(position.read("b3-b1-c1"))
    position.play(position.read(str(error_info.value.fields["example"])))


def test_a_player_without_another_place_for_the_l_loses():
    end = after("default", *BLOCK)
    assert end.turn is Seat.FIRST
    assert end.places() == ()
    assert end.outcome == Outcome(Seat.SECOND, "blocked")
    assert list(end.moves()) == []


def test_the_third_occurrence_with_the_same_mover_is_a_draw():
    there_and_back = ("c2-c4-d4", "b1-b3-a3", "c2-c4-b4", "b3-b1-c1")
    assert after("default", *there_and_back, *there_and_back[:3]).outcome is None
    assert after("default", *there_and_back, *there_and_back).outcome == Outcome(None, "repetition")


def test_an_occurrence_with_the_other_mover_does_not_count():
    start = after("default")
    past = (replace(start, turn=Seat.SECOND).key,) * 2
    back = replace(after("default", "c2-c4-d4"), turn=Seat.FIRST, past=past)
    assert back.play(back.read("c2-c4-b4")).outcome == Outcome(None, "repetition")
    assert replace(back, past=(start.key,) * 2).play(back.read("c2-c4-b4")).outcome is None


def test_each_painted_square_under_the_l_just_placed_scores_one():
    position = after("variant=scoring", "c2-c4-d4", "b1-b3-a3")
    assert position.score == (0, 2)
    assert position.play(position.read("c2-c4-b4")).score == (0, 2)


@pytest.mark.parametrize("variant", ["classic", "symmetry"])
def test_nothing_scores_in_the_other_variants(variant):
    assert after(f"variant={variant}", "c2-c4-d4", "b1-b3-a3").score == (0, 0)


def test_a_block_scores_five_and_the_blocked_player_moves_from_the_start():
    start = after("variant=scoring")
    back = after("variant=scoring", *BLOCK)
    assert back.score == (0, 1 + 2 + 5)
    assert (back.ls, back.neutrals, back.turn) == (start.ls, start.neutrals, Seat.FIRST)
    assert back.outcome is None


def test_a_block_may_reach_the_target():
    assert after("variant=scoring target=8", *BLOCK).outcome == Outcome(Seat.SECOND, "target")


def test_reaching_the_target_wins_at_once():
    line = ("c2-c4-d4", "b3-b1-a1", "c2-c4-b4", "a3-a1-b1", "c2-c4-d4", "b3-b1-a1")
    assert after("variant=scoring target=9", *line).score == (0, 9)
    assert after("variant=scoring target=9", *line).outcome == Outcome(Seat.SECOND, "target")
    assert after("variant=scoring target=10", *line).outcome is None


def test_the_third_occurrence_counts_scores_as_part_of_the_position():
    there_and_back = ("c2-c4-d4", "b1-b3-a3", "c2-c4-b4", "b3-b1-c1")
    assert after("variant=scoring target=30", *there_and_back, *there_and_back).outcome is None


def test_the_mirror_image_of_the_other_l_wins_in_symmetry_alone():
    line = "c2-c4-d4 d1-a1; b1-b3-a3 a1-d3; c3-c1-d1 d3-a1; b2-b4-c4 a4-d2; c3-c1-b1 a1-a2; b2-b4-a4 a2-a1; c2-c4-d4"
    assert after("variant=symmetry", *line.split(";")).outcome == Outcome(Seat.FIRST, "mirrored")
    assert after("variant=classic", *line.split(";")).outcome is None


def test_every_place_is_mirrored_in_four_lines_and_a_turn_of_the_board_is_no_mirror():
    for bits, images in REFLECTIONS.items():
        assert len(images) == len(MIRRORS)
        assert bits not in images
    first, second = after("default").ls
    assert second not in REFLECTIONS[first], "half a turn leads from one L to the other at the start"


@pytest.mark.parametrize(
    ("place", "images"),
    [("a1-a3-b3", {"d1-d3-c3", "a4-a2-b2", "a1-c1-c2", "d4-b4-b3"}), ("a2-c2-c1", {"d2-b2-b1", "a3-c3-c4"})],
)
def test_mirror_images_are_where_a_mirror_shows_them(place, images):
    position = Position(Variant.SYMMETRY)
    message = {str(PLACES[image]) for image in REFLECTIONS[position.read(place).place.bits]}
    assert images <= message


@given(seats=st.sampled_from(Seat))
def test_owners_names_four_squares_for_each(seats):
    owned = [place for place, owner in after("default").owners() if owner == str(seats)]
    assert owned == list(squares(after("default").ls[seats is Seat.SECOND]))


def test_options_make_positions_differ():
    assert GAME.start({}, 0) == GAME.start(options("variant=classic"), 7)
    assert GAME.start({"target": "20"}, 0).variant is Variant.SCORING
    assert GAME.start({"variant": "Scoring"}, 0).target == 15
