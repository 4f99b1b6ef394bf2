"""Without typing, a line is two points and a bend: at most three presses."""

from __future__ import annotations

import pytest

from engines.curves import GAME
from engines.curves.menu import OTHER, menu, picks
from engines.curves.options import start
from engines.curves.rules import Position
from tests.engines.curves.sheets import marked, played


def test_first_come_the_points_that_can_still_be_an_end_and_a_pass():
    position = played(marked("a1 i1 c2 e2 g2 c9"), "c2-e2", "c2-g2 via e3")
    choices = picks(position, ())
    assert [choice.step for choice in choices[:-1]] == ["a1", "c9", "e2", "g2", "i1"]
    assert choices[-1].move == "pass"


def test_then_the_points_that_can_be_reached_by_any_line_at_all():
    under_the_arc = played(marked("a1 p1 h2 h12"), "a1-p1 via h8")
    assert [choice.step for choice in picks(under_the_arc, ("h12",))] == ["a1", "p1"]
    near_its_end = played(marked("a1 i1 c1 c8"), "a1-i1 via e5")
    assert [choice.step for choice in picks(near_its_end, ("c8",))] == ["a1", "c1", "i1"]
    assert [choice.label for choice in picks(near_its_end, ("c8", "c1"))] == ["A → 7.5", OTHER]


def test_then_the_legal_bends_between_the_two():
    position = played(marked("a1 i1 c1 c8"), "a1-i1 via e5")
    *choices, others = picks(position, ("c8", "a1"))
    assert choices
    assert others.label == OTHER
    for choice in choices:
        played(position, choice.move)
    assert len({choice.label for choice in choices}) == len(choices)
    straight = picks(marked("a1 i1 c9 c8"), ("a1", "i1"))
    assert (straight[0].label, straight[0].move) == ("A —", "a1-i1")
    assert straight[1].label.startswith("B ↑ 0.5")


def test_while_points_are_marked_and_after_the_end_there_is_no_menu():
    assert picks(start({}), ()) == ()
    assert picks(played(marked("a1 i1 c1 c8"), "pass", "pass"), ()) == ()
    assert GAME.menu is menu


def reached(position: Position, steps: tuple[str, ...], move: str, *labels: str) -> str | None:
    """The move that stands under a label after these presses, if it does."""
    for label in labels:
        pick = next(pick for pick in menu(position, steps).picks if pick.label == label)
        steps = (*(steps[:-1] if pick.replaces_last else steps), pick.step)
    return next((pick.move for pick in menu(position, steps).picks if pick.move == move), None)


@pytest.mark.parametrize(
    ("typed", "labels"),
    [
        ("c3-h6 +1.5", ("+0.5",) * 3),
        ("c3-h6 -1.5", ("−0.5",) * 3),
        ("c3-h6 +0.3", ("0.1", *("+0.1",) * 3)),
        ("c3-h6 via f3.5", ("→ 0.5", "↓ 0.5", "↓ 0.5")),
        ("c3-h6 via e.52 4.58", ("0.01", *("→ 0.01",) * 2, *("↑ 0.01",) * 8)),
        ("c3-h6 via d.9 4.5", ("↑ 0.5", "↓ 0.5", "← 0.5", "0.1", "← 0.1")),
    ],
)
def test_every_bend_that_can_be_typed_can_be_pressed(typed, labels):
    position = marked("c3 h6 a12 p1")
    move = str(position.read(typed))
    assert reached(position, ("c3", "h6"), move, OTHER, *labels) == move


def test_a_bend_that_touches_something_offers_those_nearest_to_it():
    position = marked("a1 i1 e2 c8")
    asked = menu(position, ("a1", "i1", "400:100~50"))
    assert asked.question == "bend-off"
    offered = [pick for pick in asked.picks if pick.move]
    assert [pick.label[0] for pick in offered] == ["A", "B"]
    for pick in offered:
        played(position, pick.move)


def test_the_middle_of_a_bend_stays_where_a_line_can_be_on_the_sheet():
    position = marked("a1 i1 c9 c8")
    at_the_rim = ("a1", "i1", "400:-50~50")
    down = next(pick for pick in menu(position, at_the_rim).picks if pick.label.startswith("↓"))
    assert down.step == at_the_rim[-1]


def test_what_is_no_bend_leads_to_the_bends_under_letters():
    position = marked("a1 i1 c9 c8")
    for step in ("", "c3", "400:100", "+1~", "+50~0", "400:100~7", "x"):
        assert menu(position, ("a1", "i1", step)).question == "bend"
    assert menu(position, ("a1", "a1", "+50~50")).picks == ()
