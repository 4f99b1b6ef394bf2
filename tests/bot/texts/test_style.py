"""The texts follow the house style: short sentences and buttons, contractions, and one apostrophe."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.core.language.speech import LANGUAGES, catalogue, engine_texts, forms_of, speech

LONGEST_LABEL, MOST_LABEL_WORDS, MOST_WORDS = 20, 3, 25
TYPED = ("word-", "wish-", "spoken-", "consent-", "term-", "unit-", "other-", "plan-")
"""The beginnings of the codes whose texts people type."""
FIELD = re.compile(r"\{\w+\}")
PLURAL = re.compile(r"\[\w+:([^|\]]*)\|[^\]]*\]")
SENTENCE_END = re.compile(r"(?<=[.!?:;…])\s+|\n")
UNCONTRACTED = re.compile(
    r"\b((do|does|did|is|are|was|were|has|have|will|would|could|can) not|cannot|it is(?= (not|a|an|the|over|your)\b)"
    r"|there is(?= (no|a|an)\b)|I am|I will)\b",
    re.IGNORECASE,
)
STIFF = re.compile(r"\b(whoever|one[’']s|(?<!“)somebody|everybody|anew|shall|upon|thus)\b", re.IGNORECASE)
NAMES = frozenset({"somebody"})


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield every code whose text people read, with each of its forms."""
    messages = {m.id if isinstance(m.id, str) else m.id[0]: forms_of(m) for m in catalogue(language) if m.id}
    if language == "en":
        messages = {code: (text,) for code, text in engine_texts().items()} | messages
    for code, forms in messages.items():
        if not code.startswith(TYPED):
            yield from ((code, PLURAL.sub(r"\1", form)) for form in forms)


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_are_short(language: str):
    labels = {code: FIELD.sub("X", text) for code, text in texts(language) if code.startswith("button-")}
    too_long = [
        (code, label)
        for code, label in labels.items()
        if len(label.removeprefix("✏️ ")) > LONGEST_LABEL or len(label.removeprefix("✏️ ").split()) > MOST_LABEL_WORDS
    ]
    assert too_long == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_short(language: str):
    sentences = [(code, sentence) for code, text in texts(language) for sentence in SENTENCE_END.split(text)]
    assert [each for each in sentences if len(each[1].split()) > MOST_WORDS] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_apostrophe_in_a_word_is_curved(language: str):
    assert [(code, text) for code, text in texts(language) if re.search(r"\w'\w", text)] == []


def test_english_is_contracted():
    assert [(code, text) for code, text in texts("en") if UNCONTRACTED.search(text)] == []


def test_english_speaks_to_you_and_has_no_stiff_words():
    assert [(code, text) for code, text in texts("en") if code not in NAMES and STIFF.search(text)] == []


def test_english_writes_percent_without_a_space():
    assert [(code, text) for code, text in texts("en") if re.search(r"[\d}] %", text)] == []


PRONOUNS = frozenset("её его она он оно ней нём ним ему ей її його вона він воно ній ньому йому".split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_for_1_and_for_21_says_no_less_than_the_others(language: str):
    """Where a language has one form for both, a text that fixes or drops the number for 1 is false for 21."""
    words = speech(language)
    counted_texts = {code: words.template(code, 1) for code in words.counted if words.counted[code]}
    assert counted_texts
    for code, text in counted_texts.items():
        if text == words.template(code, 21):
            for form in (words.template(code, 2), words.template(code, 5)):
                assert FIELD.findall(text) == FIELD.findall(form), code
                assert len(text.split()) == len(form.split()), code
                assert f"{{{words.counted[code]}}}" in text or text == form, code
                assert not PRONOUNS & (
                    {*re.findall(r"\w+", text.casefold())} - {*re.findall(r"\w+", form.casefold())}
                ), code
