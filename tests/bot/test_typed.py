"""What people type carelessly is played, offered as a button, or leads to what they wish."""

from __future__ import annotations

import pytest

from bot.core.language.speech import LANGUAGES
from bot.core.ports.store import Store
from tests.bot.typed import LISTS, answers

LEAST_A_LANGUAGE = 250
LEAST_HELPED = 0.97


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_typed_gets_the_move_or_the_help(language: str, store: Store):
    answered = [each for name in LISTS for each in await answers(store, language, name)]
    assert [each for each in answered if each.is_wrong_move] == []
    helped = [each for each in answered if each.is_helped]
    assert len(answered) >= LEAST_A_LANGUAGE
    assert len(helped) >= LEAST_HELPED * len(answered), [each for each in answered if each not in helped]
