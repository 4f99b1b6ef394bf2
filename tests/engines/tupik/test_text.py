"""A map in characters shows every city, and what must be done."""

from __future__ import annotations

from engines.tupik.text import draw_text
from tests.engines.tupik.board import play, start


def test_the_text_board_shows_every_arrow_every_car_and_what_must_be_done():
    text = draw_text(play(start(), "1", "2"))
    assert "[Second] > 2, 3" in text
    assert "[First]  > 1, 3" in text
    assert "8           dead end" in text
    assert text.endswith("first puts down a car of second (2 left)")
    assert draw_text(play(start(), *"1245")).endswith("second drives")
    assert draw_text(play(start(), "6", "1", "5", "2", "6-8")).endswith("over: second dead-end")
