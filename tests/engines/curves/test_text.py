"""A sheet in characters shows every point with its state, and lists the lines."""

from __future__ import annotations

from engines.curves.place import place
from engines.curves.text import draw_text, legend
from tests.engines.curves.sheets import marked_sheet, play_moves


def test_the_text_board_shows_points_by_their_state_and_lists_the_lines():
    position = play_moves(marked_sheet("a1 i1 c2 e3 g2 p12"), "a1-i1 via e5", "c2-g2 via e4")
    rows = draw_text(position).splitlines()
    assert rows[0] == "12 . . . . . . . . . . . . . . . o"
    assert rows[9] == " 3 . . . . 2 . . . . . . . . . . ."
    assert rows[10] == " 2 . . x . . . x . . . . . . . . ."
    assert rows[11] == " 1 * . . . . . . . * . . . . . . ."
    assert rows[12] == "   a b c d e f g h i j k l m n o p"
    assert rows[13:] == ["1. [1] a1-i1 via e5", "2. [2] c2-g2 via e4"]
    assert " 1 " in draw_text(play_moves(marked_sheet("a1 i1 c2 e2"), "a1-i1 via e5")).splitlines()[10]


def test_the_text_alone_names_a_line_that_fits():
    position = play_moves(marked_sheet("a1 i1 c2 e2 g2 c9"), "a1-i1 via e5", "c2-e2")
    phrases = {phrase.code: dict(phrase.fields) for phrase in legend(position)}
    lines = str(phrases["lines-that-fit"]["curves"]).split(", ")
    assert len(lines) > 3
    for text in lines:
        assert play_moves(position, text).drawn
    assert phrases["one-line-frees"]["points"] == "c2 e2"
    assert play_moves(play_moves(position, "pass"), str(phrases["one-line-frees"]["curve"])).score[0] < 3


def test_a_point_lists_the_points_it_can_reach_with_a_line_each():
    position = play_moves(marked_sheet("a1 p1 h2 h12"), "a1-p1 via h8")
    reachable_points = {phrase.code: dict(phrase.fields) for phrase in place(position, "h12")}["point-reaches"]
    assert reachable_points["points"] == "a1 p1"
    for text in str(reachable_points["curves"]).split(", "):
        assert play_moves(position, text).drawn
    closed_points = play_moves(marked_sheet("a1 i1 c2 e2 g2 c9"), "c2-e2", "c2-g2 via e3")
    assert "point-reaches-none" in {phrase.code for phrase in place(closed_points, "c2")}
