"""A board in characters shows digits, dots and free cells, and which digit throws."""

from __future__ import annotations

from engines.digits import GAME
from engines.digits.text import draw_text, legend
from tests.engines.starts import play_texts


def test_the_text_board_shows_digits_by_their_owners_dots_and_what_throws():
    position = play_texts(GAME, "size=4x4 digits=1-1", "a1", "b1", "a4", "d4", "a2")
    assert draw_text(position).splitlines() == [
        " 4 (1') .   .   1'",
        " 3  .   .   .   .",
        " 2  *   .   .   .",
        " 1 (1)  >1  .   .",
        "    a   b   c   d",
    ]
    assert [phrase.code for phrase in legend(position)] == ["legend-digits", "legend-throwing"]
