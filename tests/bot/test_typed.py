"""What people type carelessly is played, offered as a button, or leads to what they wish."""

from __future__ import annotations

import pytest

from bot.core.language.speech import LANGUAGES
from bot.core.ports.store import Store
from tests.bot.typed import LISTS, answers, corpus

LEAST_A_LANGUAGE = 250
LEAST_HELPED = 0.97


CASES = [
    pytest.param(language, name, marks=[pytest.mark.long] if (number + turn) % len(LISTS) else [])
    for turn, language in enumerate(LANGUAGES)
    for number, name in enumerate(LISTS)
]


@pytest.mark.parametrize(("language", "name"), CASES)
async def test_careless_texts_get_the_move_or_the_help(language: str, name: str, store: Store):
    """The suite tries one list of each language, the long run the others."""
    all_answers = await answers(store, language, name)
    assert [each for each in all_answers if each.is_wrong_move] == []
    helpful_answers = [each for each in all_answers if each.is_helped]
    assert len(helpful_answers) >= LEAST_HELPED * len(all_answers), [
        each for each in all_answers if each not in helpful_answers
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_hundreds_of_typed_texts(language: str):
    assert sum(len([*corpus(language, name)]) for name in LISTS) >= LEAST_A_LANGUAGE
