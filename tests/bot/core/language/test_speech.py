"""Codes become sentences in three languages, with the plurals of each."""

from __future__ import annotations

import re

import pytest

from bot.core.language.speech import catalogue, forms_of, speech

NUMBERS = frozenset(
    "boxes cells cities cols columns count digits dots games least left length lines minutes most moves n percent "
    "places plies points replies rows seconds steps".split()
)
NAMES = frozenset(
    "closes-points double-dealing fights-for fixes-points gives-third-side leaves-contested left-in-danger "
    "out-of-reach reply-keeps-control reply-takes-wanted shares-own shuts-out shuts-own spends-own "
    "takes-contested".split()
)
"""Texts whose `boxes`, `cells`, `digits` or `points` are names, such as a1 b2."""
FUNCTION_WORDS = frozenset("на не до из з и і у біля".split())
SYMBOLS = frozenset("s с min мин хв".split())
BEFORE_A_WORD = re.compile(r"\{(\w+)\} ([^\W\d_]+)")
BEFORE_A_PLURAL = re.compile(r"\{(\w+)\} (?:\w+ )??(\w+s)\b")
NEVER_ONE = frozenset(
    "away-too-long beyond-the-table choice-ahead curves-board digits-board dots-board city-name-too-long "
    "idea-double-dealing leaving-brings-no-more likely-opens line-opens map-too-long place-too-far reply-hands-back "
    "reply-takes-row shape-edges too-few-cities too-long too-many-cities too-many-games too-many-lines "
    "too-many-own-games too-many-plans tupik-map tupik-own-map".split()
)
"""English texts that count with a word, though never one alone."""


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
def test_a_word_after_a_number_is_inflected(language):
    for message in catalogue(language):
        id_, noun = (message.id[0], message.id[1]) if message.pluralizable else (message.id, "")
        for number, word in BEFORE_A_WORD.findall("\n".join(forms_of(message))):
            is_free = id_ in NAMES or word in FUNCTION_WORDS | SYMBOLS
            assert number == noun or number not in NUMBERS or is_free, id_


def test_an_english_word_after_a_number_is_inflected():
    english = speech("en")
    for code, noun in english.counted.items():
        for number, word in BEFORE_A_PLURAL.findall(english.template(code, 2)):
            is_free = code in NAMES | NEVER_ONE or word in ("is", "was")
            assert number == noun or number not in NUMBERS or is_free, (code, word)


def test_an_english_text_that_counts_has_words_for_one():
    english = speech("en")
    for code, noun in english.counted.items():
        is_page = code.startswith("page-")
        assert not noun or is_page or english.template(code, 1) != english.template(code, 2), code


@pytest.mark.parametrize(
    ("language", "code", "fields", "phrase"),
    [
        ("ru", "dots-board", {"cols": 3, "rows": 3, "last": "d4"}, "доска 3 на 3 квадрата"),
        ("ru", "curves-board", {"columns": 8, "rows": 21, "last": "h21"}, "лист 8 на 21 точку"),
        ("ru", "expected-margin", {"margin": 1.5, "games": 121}, "по оценке 121 розыгрыша"),
        ("ru", "dots-setup", {"player": "Ann", "most": 1}, "до 1 стороны"),
        ("ru", "setting-target", {"value": "21"}, "до 21 очка"),
        ("uk", "digits-board", {"cols": 4, "rows": 4}, "дошка 4 на 4 клітинки"),
        ("uk", "expected-margin", {"margin": 1.5, "games": 1}, "за оцінкою 1 розіграшу"),
        ("en", "loses-in", {"moves": 1}, "1 move"),
        ("en", "loses-in", {"moves": 3}, "3 moves"),
        ("en", "dots-three-sided", {"boxes": "b1", "count": 1}, "Box b1 needs one more side."),
        ("en", "dots-three-sided", {"boxes": "b1 c1", "count": 2}, "Boxes b1 c1 need one more side."),
        ("en", "leaves-places", {"places": 1}, "1 place"),
        ("en", "few-around", {"count": 1}, "1 neighbour"),
    ],
)
def test_numbers_and_nouns_agree(language, code, fields, phrase):
    assert phrase in speech(language).say(code, **fields)


def test_an_unknown_language_is_answered_in_english():
    assert speech("tlh").say("button-hint") == "Hint"


def test_a_code_without_a_text_is_returned_as_it_is():
    assert speech("en").say("never-heard", part="x") == "never-heard part=x"


def test_a_field_that_is_a_word_is_translated():
    assert speech("uk").say("robot", level="easy") == "Тетрадка (легкий)"


def test_a_typed_field_is_not_a_template():
    assert speech("en").say("your-turn", player="{move}") == "{move}, your move."


@pytest.mark.parametrize(
    ("language", "number", "phrase"),
    [("en", 905562, "905,562"), ("ru", 905562, "905\u00a0562"), ("uk", -2.75, "−2,75"), ("ru", 0.1, "0,1")],
)
def test_numbers_are_written_as_the_language_writes_them(language, number, phrase):
    assert speech(language).number(number) == phrase


def test_a_dash_and_a_percent_sign_stay_with_what_is_before_them():
    assert speech("ru").say("not-a-point", part="e0").startswith("«e0»\u00a0— не точка")
    assert speech("ru").say("value-chance", percent=50) == "Оценка: шансы на победу около 50\u00a0%."
