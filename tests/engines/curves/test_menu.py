"""Without typing, a line takes two presses, its ends; another bend takes two more."""

from __future__ import annotations

from random import Random

import pytest

from engines.curves import GAME
from engines.curves.menu import OTHER, menu, picks
from engines.curves.options import start
from engines.curves.rules import Position
from tests.engines.curves.sheets import broken_rings, busy_sheet, marked_sheet, play_moves


def test_the_menu_starts_with_the_open_ends_and_a_pass():
    position = play_moves(marked_sheet("a1 i1 c2 e2 g2 c9"), "c2-e2", "c2-g2 via e3")
    choices = picks(position, ())
    assert [choice.step for choice in choices[:-1]] == ["a1", "c9", "e2", "g2", "i1"]
    assert choices[-1].move == "pass"


def test_the_second_step_offers_every_point_that_a_line_can_reach():
    under_the_arc = play_moves(marked_sheet("a1 p1 h2 h12"), "a1-p1 via h8")
    assert [choice.label for choice in picks(under_the_arc, ("h12",))] == ["a1", "p1", OTHER]
    near_its_end = play_moves(marked_sheet("a1 i1 c1 c8"), "a1-i1 via e5")
    assert [choice.label for choice in picks(near_its_end, ("c8",))] == ["a1", "c1", "i1", OTHER]
    assert [choice.step for choice in picks(near_its_end, ("c8", OTHER))] == ["a1", "c1", "i1"]
    assert [choice.label for choice in picks(near_its_end, ("c8", "c1"))] == ["A → 7.5", OTHER]


@pytest.mark.parametrize(
    "lines", [pytest.param(0, marks=pytest.mark.long), 3, pytest.param(6, marks=pytest.mark.long), 9]
)
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 12))])
def test_a_stroke_to_a_ringed_point_draws_a_legal_line_at_once(lines: int, seed: int):
    assert broken_rings(busy_sheet(Random(seed), lines)) == []


def test_the_third_step_offers_the_legal_bends():
    position = play_moves(marked_sheet("a1 i1 c1 c8"), "a1-i1 via e5")
    *choices, others = picks(position, ("c8", "a1"))
    assert choices
    assert others.label == OTHER
    for choice in choices:
        play_moves(position, choice.move)
    assert len({choice.label for choice in choices}) == len(choices)
    straight = picks(marked_sheet("a1 i1 c9 c8"), ("a1", "i1"))
    assert (straight[0].label, straight[0].move) == ("A —", "a1-i1")
    assert straight[1].label.startswith("B ↑ 0.5")


def test_while_points_are_marked_and_after_the_end_there_is_no_menu():
    assert picks(start({}), ()) == ()
    assert picks(play_moves(marked_sheet("a1 i1 c1 c8"), "pass", "pass"), ()) == ()
    assert GAME.menu is menu


def move_after_presses(position: Position, steps: tuple[str, ...], move: str, *labels: str) -> str | None:
    """Return the move under a label after these presses, if there is one."""
    for label in labels:
        pick = next(pick for pick in menu(position, steps).picks if pick.label == label)
        steps = (*(steps[:-1] if pick.replaces_last else steps), pick.step)
    return next((pick.move for pick in menu(position, steps).picks if pick.move == move), None)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("c3-h6 +1.5", ("+0.5",) * 3),
        ("c3-h6 -1.5", ("−0.5",) * 3),
        ("c3-h6 +0.3", ("0.1", *("+0.1",) * 3)),
        ("c3-h6 via f3.5", ("→ 0.5", "↓ 0.5", "↓ 0.5")),
        ("c3-h6 via e.52 4.58", ("0.01", *("→ 0.01",) * 2, *("↑ 0.01",) * 8)),
        ("c3-h6 via d.9 4.5", ("↑ 0.5", "↓ 0.5", "← 0.5", "0.1", "← 0.1")),
    ],
)
def test_every_bend_that_can_be_typed_can_be_pressed(text, labels):
    position = marked_sheet("c3 h6 a12 p1")
    move = str(position.read(text))
    assert move_after_presses(position, ("c3", "h6"), move, OTHER, *labels) == move


def test_an_illegal_bend_offers_the_nearest_legal_ones():
    position = marked_sheet("a1 i1 e2 c8")
    question = menu(position, ("a1", "i1", "400:100~50"))
    assert question.question == "bend-off"
    picks = [pick for pick in question.picks if pick.move]
    assert [pick.label[0] for pick in picks] == ["A", "B"]
    for pick in picks:
        play_moves(position, pick.move)


def test_the_middle_of_a_bend_stays_within_the_sheet_s_bounds():
    position = marked_sheet("a1 i1 c9 c8")
    at_the_rim = ("a1", "i1", "400:-50~50")
    down = next(pick for pick in menu(position, at_the_rim).picks if pick.label.startswith("↓"))
    assert down.step == at_the_rim[-1]


def test_a_step_that_is_no_bend_leads_to_the_lettered_bends():
    position = marked_sheet("a1 i1 c9 c8")
    for step in ("", "c3", "400:100", "+1~", "+50~0", "400:100~7", "x"):
        assert menu(position, ("a1", "i1", step)).question == "bend"
    assert menu(position, ("a1", "a1", "+50~50")).picks == ()


def test_the_second_press_draws_the_line_that_is_bent_least():
    position = play_moves(marked_sheet("a1 i1 c1 c8"), "a1-i1 via e5")
    for choice in picks(position, ("c8",))[:-1]:
        play_moves(position, choice.move)
    assert [choice.move for choice in picks(marked_sheet("a1 i1 c9 c8"), ("a1",))][:1] == ["a1-c8"]
