"""A sheet in characters shows every point as it stands, and lists the lines."""

from __future__ import annotations

from engines.curves.text import draw_text
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
