"""Nothing unseen hides a command or gets into a name; what is seen stays."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.language.invisible import LONGEST_NAME, display_name, tidy, trim

A_FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
A_HEART_ON_FIRE = "\u2764\ufe0f\u200d\U0001f525"
A_DARK_PAINTER = "\U0001f9d1\U0001f3ff\u200d\U0001f3a8"


@pytest.mark.parametrize(
    ("line", "text"),
    [("\ufeff/hint", "/hint"), (" \u200b \u2060a1-a2\u200e\n", "a1-a2"), ("\u200b", ""), ("a\u200bb", "a\u200bb")],
)
def test_a_trimmed_text_begins_and_ends_with_visible_characters(line, text):
    assert trim(line) == text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Ann\t Lee ", "Ann Lee"),
        ("line\r\nbreak\u2028and\u2029another", "line break and another"),
        ("A\u0000n\u200bn\ufeff", "Ann"),
        ("\u202ennA\u202c wins", "nnA wins"),
        ("\u2067Ann\u2069\u200e", "Ann"),
        ("A\u200dnn", "Ann"),
        ("\u3164\u2800Ann", "Ann"),
        ("e\u200b\u0301", "\u00e9"),
        ("\ud800Ann", "Ann"),
        ("x" * 200, "x" * LONGEST_NAME),
    ],
)
def test_a_name_has_no_invisible_characters(text, name):
    assert tidy(text) == name


@pytest.mark.parametrize(
    "name", ["Дядя Ваня", "محمد عليّ", "שָׁלוֹם כהן", "ঋতুপর্ণ", "张伟", "Zoë 🎲", A_FAMILY, A_HEART_ON_FIRE, A_DARK_PAINTER]
)
def test_names_in_any_script_and_emoji_stay_as_they_are(name):
    assert tidy(name) == unicodedata.normalize("NFC", name)


def test_an_emoji_that_does_not_fit_leaves_no_joiner_behind():
    assert tidy("x" + A_FAMILY, 3) == "x" + A_FAMILY[0]


@given(st.text())
def test_a_tidy_name_is_short_and_stays_as_it_is(text):
    name = tidy(text)
    assert len(name) <= LONGEST_NAME
    assert tidy(name) == name


def test_a_person_with_an_invisible_name_gets_the_next_one():
    assert display_name("\u3164", "", "ann") == "ann"
    assert display_name("Ann", "ann") == "Ann"
