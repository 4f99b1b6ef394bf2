"""Codes become sentences in three languages, with the plurals of each."""

from __future__ import annotations

import pytest

from bot.core.speech import LANGUAGES, speech
from bot.texts.completeness import faults


@pytest.mark.parametrize(
    ("language", "n", "words"),
    [
        ("en", 1, "1 legal move"),
        ("en", 2, "2 legal moves"),
        ("ru", 1, "1 возможный ход"),
        ("ru", 3, "3 возможных хода"),
        ("ru", 11, "11 возможных ходов"),
        ("ru", 21, "21 возможный ход"),
        ("uk", 22, "22 можливі ходи"),
        ("uk", 15, "15 можливих ходів"),
    ],
)
def test_a_plural_follows_the_count(language, n, words):
    assert words in speech(language).say("moves", title="T", n=n)


def test_an_unknown_language_is_answered_in_english():
    assert speech("tlh").say("button-hint") == "Hint"


def test_a_code_without_words_is_said_as_it_is():
    assert speech("en").say("never-heard", part="x") == "never-heard part=x"


def test_a_field_that_is_a_word_is_translated():
    assert "легкий рівень" in speech("uk").say("robot", level="easy")


def test_a_field_typed_by_somebody_is_not_taken_for_a_template():
    assert speech("en").say("your-turn", player="{move}") == "{move}, your move."


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_is_said_lacks_words(language):
    assert [fault for fault in faults() if fault.startswith(language)] == []
