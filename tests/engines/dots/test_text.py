"""A board in characters shows every side and who owns each box."""

from __future__ import annotations

from engines.dots import GAME
from engines.dots.text import draw_text
from tests.engines.starts import play_texts


def test_the_text_board_shows_sides_and_owners():
    position = play_texts(GAME, "size=2x1", "a1-a2", "a1-b1", "a2-b2", "b1-b2")
    assert draw_text(position).splitlines() == [
        " 2 +---+   +",
        "   | 2 |",
        " 1 +---+   +",
        "   a   b   c",
    ]
