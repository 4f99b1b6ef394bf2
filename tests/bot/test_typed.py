"""What people type carelessly is played, offered as a button, or leads to what they wish."""

from __future__ import annotations

import pytest

from bot.core.language.speech import LANGUAGES
from bot.core.ports.store import Store
from tests.bot.typed import answers

LEAST_A_LANGUAGE = 150
LEAST_HELPED = 0.97


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_typed_gets_the_move_or_the_help(language: str, store: Store):
    answered = await answers(store, language)
    assert [each for each in answered if each.is_wrong_move] == []
    assert [each for each in answered if not each.is_expected] == []
    assert len(answered) >= LEAST_A_LANGUAGE
    assert sum(each.is_helped for each in answered) >= LEAST_HELPED * len(answered)
