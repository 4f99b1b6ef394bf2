"""Sides are drawn, boxes claimed and turns kept as the rules say."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.dots import GAME
from engines.dots.move import Move
from engines.dots.rules import Position, Stage
from engines.game import Outcome, Seat
from engines.refusals import Illegal, Refusal
from tests.engines.starts import HERE, lines, options

TRICKY = [[part.strip() for part in line.split("|")] for line in lines(HERE / "dots" / "tricky.txt")]


def after(start: str, *messages: str) -> Position:
    position = GAME.start(options(start), 0)
    for message in messages:
        position = position.play(position.read(message))
    return position


@pytest.mark.parametrize(("start", "before", "text", "result"), TRICKY)
def test_tricky_texts_are_played_or_refused_as_listed(start, before, text, result):
    position = after(start, *filter(None, before.split(";")))
    try:
        move = position.read(text)
        position.play(move)
        answer = str(move)
    except Refusal as refusal:
        answer = " ".join([refusal.code, *filter(None, [str(refusal.fields.get("part", ""))])])
    assert answer == result


def test_a_side_passes_the_turn_and_a_claimed_box_keeps_it():
    position = after("size=2x1", "a1-a2")
    assert position.turn is Seat.SECOND
    position = after("size=2x1", "a1-a2", "a1-b1", "a2-b2", "b1-b2")
    assert (position.turn, position.score) == (Seat.SECOND, (0, 1))


def test_one_side_may_claim_two_boxes():
    position = after("size=2x1", "a1-a2", "a1-b1", "a2-b2", "b1-c1", "b2-c2", "c1-c2", "b1-b2")
    assert position.score == (2, 0)
    assert position.outcome == Outcome(Seat.FIRST, "boxes")
    assert position.turn is Seat.FIRST


def test_equal_boxes_are_a_draw():
    position = after("size=2x1", "a1-a2", "a1-b1", "c1-c2", "a2-b2", "b1-b2 b1-c1", "b2-c2")
    assert position.score == (1, 1)
    assert position.outcome == Outcome(None, "boxes")


def test_boxes_are_called_by_their_lower_left_dot():
    position = after("size=2x2", "b2-c2", "b3-c3", "b2-b3", "c2-c3")
    assert dict(position.owners()) == {"a1": "free", "b1": "free", "a2": "free", "b2": "second"}


def test_a_refused_run_changes_nothing():
    position = after("size=2x1", "a1-b1")
    with pytest.raises(Illegal):
        position.play(Move(("b1-c1", "a1-a2")))
    assert position == after("size=2x1", "a1-b1")


@pytest.mark.parametrize(("steps", "code"), [((), "empty"), (("z1-z2",), "off-board"), (("a2-a1",), "off-board")])
def test_a_move_that_no_text_means_is_illegal(steps, code):
    with pytest.raises(Illegal) as error:
        after("size=2x1").play(Move(steps))
    assert error.value.code == code


def test_first_decides_throughout_the_set_up_and_second_chooses():
    position = after("size=3x3 pie=3", "a1-a2")
    assert (position.turn, position.stage) == (Seat.FIRST, Stage.SETUP)
    position = after("size=3x3 pie=3", "a1-a2", "b1-b2", "c1-c2")
    assert (position.turn, position.stage) == (Seat.SECOND, Stage.CHOICE)


@pytest.mark.parametrize(
    ("sides", "choice", "turn"),
    [
        ("a1-a2", "keep", Seat.SECOND),
        ("a1-a2", "swap", Seat.FIRST),
        ("a1-a2 b1-b2", "keep", Seat.FIRST),
        ("a1-a2 b1-b2", "swap", Seat.SECOND),
    ],
)
def test_the_owner_of_the_colour_on_turn_plays_after_the_choice(sides, choice, turn):
    assert after("size=3x3 pie=3", f"{sides} stop", choice).turn is turn


def test_a_swap_exchanges_claimed_boxes_too():
    box = "a1-a2 a1-b1 a2-b2 b1-b2"
    assert after("size=3x3 pie=5", f"{box} stop").score == (0, 1)
    kept, swap_result = (after("size=3x3 pie=5", f"{box} stop", choice) for choice in ("keep", "swap"))
    assert (kept.score, kept.turn) == ((0, 1), Seat.SECOND)
    assert (swap_result.score, swap_result.turn) == ((1, 0), Seat.FIRST)


def test_a_set_up_that_fills_the_board_still_leaves_the_choice():
    box = "a1-a2 a1-b1 a2-b2 b1-b2"
    position = after("size=1x1 pie=5", box)
    assert (position.outcome, position.turn) == (None, Seat.SECOND)
    assert [str(move) for move in position.moves()] == ["keep", "swap"]
    assert after("size=1x1 pie=5", box, "swap").outcome == Outcome(Seat.FIRST, "boxes")
    assert after("size=1x1 pie=5", box, "keep").outcome == Outcome(Seat.SECOND, "boxes")


def test_a_refused_text_comes_with_a_move_that_is_legal_now():
    position = after("size=2x2 pie=1", "a1-a2")
    with pytest.raises(Refusal) as error:
        position.read("what?")
    assert error.value.fields["example"] == "keep"


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 5), st.integers())
def test_every_box_has_one_owner_at_the_end(cols, rows, pie, seed):
    position = GAME.start({"size": f"{cols}x{rows}", "pie": str(pie)}, 0)
    chance = Random(seed)
    while moves := list(position.moves()):
        position = position.play(chance.choice(moves))
    assert sum(position.score) == cols * rows
    assert "free" not in dict(position.owners()).values()
    assert pickle.loads(pickle.dumps(position)) == position
