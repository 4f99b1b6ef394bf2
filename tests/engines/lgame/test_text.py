"""A board in characters shows every piece."""

from __future__ import annotations

from engines.lgame import GAME
from engines.lgame.text import draw_text
from tests.engines.starts import play_texts


def test_the_text_board_shows_every_piece_and_the_paint():
    assert draw_text(play_texts(GAME, "variant=scoring", "c2-c4-d4")).splitlines() == [
        "4 o . 1 1",
        "3 . 2 1 .",
        "2 + 2 1 .",
        "1 + 2 2 o",
        "  a b c d",
    ]
