"""A refused command is corrected by buttons, none of which types the same command again."""

from __future__ import annotations

import pytest

from bot.core.language.speech import speech
from bot.core.view.refusals import command_refusal
from engines.refusals import Unreadable


@pytest.mark.parametrize(("meant", "corrections"), [("lgame", []), ("lgame|Lgame|dots", ["/challenge dots dots"])])
def test_a_correction_never_repeats_what_was_refused(meant: str, corrections: list[str]):
    error = Unreadable("unknown-word", part="lgame", options="size", levels="easy", meant=meant)
    message = command_refusal(error, speech("en"), "/challenge dots lgame")
    assert [button.types for row in message.buttons for button in row] == corrections
    assert ("Did you mean" in message.text) is bool(corrections)
