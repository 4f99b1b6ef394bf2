"""What a button is for, told to platforms that colour their buttons."""

from __future__ import annotations

import pytest

from bot.core.commands.command import Tone
from bot.features import COMMANDS


@pytest.mark.parametrize(
    ("types", "tone"),
    [
        ("/accept XKTRWQ", Tone.AGREES),
        ("/draw XKTRWQ@3 yes", Tone.AGREES),
        ("/undo XKTRWQ@3 yes", Tone.AGREES),
        ("/draw XKTRWQ@3 no", Tone.ENDS),
        ("/undo XKTRWQ@3 no", Tone.ENDS),
        ("/decline XKTRWQ", Tone.ENDS),
        ("/resign XKTRWQ@3 yes", Tone.ENDS),
        ("/forgetme yes", Tone.ENDS),
        ("/forgetme", Tone.PLAIN),
        ("/draw XKTRWQ@3", Tone.PLAIN),
        ("/move XKTRWQ@3 a1-a2", Tone.PLAIN),
        ("", Tone.PLAIN),
    ],
)
def test_a_button_says_whether_it_agrees_or_ends(types: str, tone: Tone):
    assert COMMANDS.tone(types) is tone
