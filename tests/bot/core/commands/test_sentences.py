"""A sentence means the same after every start of the bot."""

from __future__ import annotations

import pytest

from bot.core.commands.sentences import wish_in


@pytest.mark.parametrize("text", ["шо робити", "шо далі"])
def test_slang_of_two_languages_has_the_meaning_of_the_last(text: str):
    """The Ukrainian and the Russian word for `what` have the same slang."""
    assert wish_in(text) == "help"
