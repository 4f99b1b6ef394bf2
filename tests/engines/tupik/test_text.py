"""A map in characters shows every city, its car and its arrows."""

from __future__ import annotations

from engines.tupik.text import draw_text
from tests.engines.tupik.board import play, start


def test_the_text_board_shows_every_arrow_and_every_car():
    lines = draw_text(play(start(), "1", "2")).splitlines()
    assert lines[0] == " 1 [2] > 2, 3"
    assert lines[1] == " 2 [1] > 1, 3"
    assert lines[7] == " 8     #"
