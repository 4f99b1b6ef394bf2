"""Without typing, a line is two points and a bend: at most three presses."""

from __future__ import annotations

from engines.curves import GAME
from engines.curves.menu import menu, picks
from engines.curves.options import start
from tests.engines.curves.sheets import marked, played


def test_first_come_the_points_that_can_still_be_an_end_and_a_pass():
    position = played(marked("a1 i1 c2 e2 g2 c9"), "c2-e2", "c2-g2 via e3")
    choices = picks(position, ())
    assert [choice.step for choice in choices[:-1]] == ["a1", "c9", "e2", "g2", "i1"]
    assert choices[-1].move == "pass"


def test_then_the_points_that_can_be_reached():
    position = played(marked("a1 i1 c1 c8"), "a1-i1 via e5")
    assert [choice.step for choice in picks(position, ("c8",))] == ["a1", "i1"]


def test_then_the_legal_bends_between_the_two():
    position = played(marked("a1 i1 c1 c8"), "a1-i1 via e5")
    choices = picks(position, ("c8", "a1"))
    assert choices
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
