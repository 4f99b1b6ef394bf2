"""Codes become sentences in three languages, with the plurals of each."""

from __future__ import annotations

import re

import pytest

from bot.core.language.speech import catalogue, forms_of, speech

NUMBERS = frozenset("cols count digits dots games least left length most n percent plies rows".split())
PREPOSITIONS = frozenset("на из з и і".split())
BEFORE_A_WORD = re.compile(r"\{(\w+)\} ([^\W\d_]+)")


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


@pytest.mark.parametrize("language", ["ru", "uk"])
def test_a_word_after_a_number_bends_with_it(language):
    for message in catalogue(language):
        counted = message.id[1] if message.pluralizable else ""
        for number, word in BEFORE_A_WORD.findall("\n".join(forms_of(message))):
            assert number == counted or number not in NUMBERS or word in PREPOSITIONS, message.id


@pytest.mark.parametrize(
    ("language", "code", "fields", "said"),
    [
        ("ru", "dots-board", {"cols": 3, "rows": 3, "last": "d4"}, "поле 3 на 3 квадрата"),
        ("ru", "curves-board", {"columns": 8, "rows": 21, "last": "h21"}, "лист 8 на 21 точку"),
        ("ru", "expected-margin", {"margin": 1.5, "games": 121}, "по оценке 121 розыгрыша"),
        ("ru", "dots-setup", {"player": "Ann", "most": 1}, "до 1 стороны"),
        ("ru", "setting-target", {"value": "21"}, "до 21 очка"),
        ("uk", "digits-board", {"cols": 4, "rows": 4}, "поле 4 на 4 клітинки"),
        ("uk", "expected-margin", {"margin": 1.5, "games": 1}, "за оцінкою 1 розіграшу"),
        ("en", "loses-in", {"moves": 1}, "1 move"),
        ("en", "loses-in", {"moves": 3}, "3 moves"),
    ],
)
def test_numbers_and_nouns_agree(language, code, fields, said):
    assert said in speech(language).say(code, **fields)


def test_an_unknown_language_is_answered_in_english():
    assert speech("tlh").say("button-hint") == "Hint"


def test_a_code_without_words_is_said_as_it_is():
    assert speech("en").say("never-heard", part="x") == "never-heard part=x"


def test_a_field_that_is_a_word_is_translated():
    assert speech("uk").say("robot", level="easy") == "Тетрадка (легкий)"


def test_a_field_typed_by_somebody_is_not_taken_for_a_template():
    assert speech("en").say("your-turn", player="{move}") == "{move}, your move."


@pytest.mark.parametrize("tenths", range(-9, 10))
def test_a_value_keeps_its_sign(tenths):
    sign = "" if not tenths else "−" if tenths < 0 else "+"
    assert speech("en").signed(tenths / 10) == (f"{sign}0.{abs(tenths)}" if tenths else "0")


@pytest.mark.parametrize("value", [0.0, -0.0, 0.04, -0.04])
def test_only_what_rounds_to_nothing_is_nothing(value):
    assert speech("ru").signed(value) == "0"


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [("en", 905562, "905,562"), ("ru", 905562, "905\u00a0562"), ("uk", -2.75, "−2,75"), ("ru", 0.1, "0,1")],
)
def test_numbers_are_written_as_the_language_writes_them(language, number, said):
    assert speech(language).number(number) == said


def test_a_dash_and_a_percent_sign_stay_with_what_is_before_them():
    assert speech("ru").say("not-a-point", part="e0").startswith("«e0»\u00a0— не точка")
    assert speech("en").say("value-chance", percent=50) == "Estimate: about 50\u00a0% to win."
