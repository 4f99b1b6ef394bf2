"""A sheet in characters shows every point as it stands, and lists the lines."""

from __future__ import annotations

from engines.curves.place import place
from engines.curves.text import draw_text, legend
from tests.engines.curves.sheets import marked, played


def test_the_text_board_shows_points_by_their_state_and_lists_the_lines():
    position = played(marked("a1 i1 c2 e3 g2 p12"), "a1-i1 via e5", "c2-g2 via e4")
    rows = draw_text(position).splitlines()
    assert rows[0] == "12 . . . . . . . . . . . . . . . o"
    assert rows[9] == " 3 . . . . 2 . . . . . . . . . . ."
    assert rows[10] == " 2 . . x . . . x . . . . . . . . ."
    assert rows[11] == " 1 * . . . . . . . * . . . . . . ."
    assert rows[12] == "   a b c d e f g h i j k l m n o p"
    assert rows[13:] == ["1. [1] a1-i1 via e5", "2. [2] c2-g2 via e4"]
    assert " 1 " in draw_text(played(marked("a1 i1 c2 e2"), "a1-i1 via e5")).splitlines()[10]


def test_a_line_that_fits_is_found_in_the_words_alone():
    position = played(marked("a1 i1 c2 e2 g2 c9"), "a1-i1 via e5", "c2-e2")
    said = {phrase.code: dict(phrase.fields) for phrase in legend(position)}
    lines = str(said["lines-that-fit"]["curves"]).split(", ")
    assert len(lines) > 3
    for text in lines:
        assert played(position, text).drawn
    assert said["one-line-frees"]["points"] == "c2 e2"
    assert played(played(position, "pass"), str(said["one-line-frees"]["curve"])).score[0] < 3


def test_a_point_says_which_others_it_can_reach_and_by_which_line():
    position = played(marked("a1 p1 h2 h12"), "a1-p1 via h8")
    reached = {phrase.code: dict(phrase.fields) for phrase in place(position, "h12")}["point-reaches"]
    assert reached["points"] == "a1 p1"
    for text in str(reached["curves"]).split(", "):
        assert played(position, text).drawn
    closed = played(marked("a1 i1 c2 e2 g2 c9"), "c2-e2", "c2-g2 via e3")
    assert "point-reaches-none" in {phrase.code for phrase in place(closed, "c2")}
