"""Every term of the glossary is said in its catalogue, and no catalogue says another word for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from bot.core.language.speech import LANGUAGES, catalogue, engine_texts, forms_of, speech
from engines import GAMES
from renderers import DRAWINGS

_TABLE = Path(__file__).parents[3] / "docs" / "glossary.md"
_LANGUAGES = {"en": 0, "ru": 1, "uk": 2}
_SHORTEST_STEM = 3
_ENDING = 2


@dataclass(frozen=True)
class Barred:
    """A word that a language never says, at all or in the messages of one game."""

    language: str
    word: str
    game: str = ""

    @property
    def pattern(self) -> re.Pattern[str]:
        spelled = re.escape(self.word[1:]).replace(r"\*", r"\w*").replace("·", r"\s+")
        return re.compile(rf"(?<!\w)[{self.word[0]}{self.word[0].upper()}]{spelled}(?!\w)")

    def is_about(self, code: str) -> bool:
        return not self.game or code in _codes_of(self.game)


@cache
def _codes_of(game: str) -> set[str]:
    """The codes that one game says and no other does."""
    others = [another for another in GAMES if another != game]
    shared = {code for another in others for code in (*GAMES[another].text.phrases, *DRAWINGS[another].alt)}
    own = {*GAMES[game].text.phrases, *DRAWINGS[game].alt}
    made = (f"{kind}-{game}" for kind in ("pitch", "rules", "limits"))
    learned = (f"learn-{game}-{step.name}" for step in GAMES[game].teaching.course)
    return {*(own - shared), *made, *learned}


def _rows() -> list[list[str]]:
    lines = [line for line in _TABLE.read_text("utf-8").splitlines() if line.startswith("| ")][1:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in rows if not row[0].startswith("**")]


def _barred_words() -> Iterator[Barred]:
    for *_, last in _rows():
        for answer in filter(None, last.split("; ")):
            language, _, words = answer.partition(": ")
            for entry in words.split(", "):
                match = re.fullmatch(r"(.+?)(?: \((\w+)\))?", entry)
                assert match
                yield Barred(language, match[1], match[2] or "")


def _texts(language: str) -> Iterator[tuple[str, str]]:
    """Every code with all its forms; what a person may type (`word-…`, numbers) is not said."""
    messages = {m.id if isinstance(m.id, str) else m.id[0]: m for m in catalogue(language) if m.id}
    for code, message in messages.items():
        if not code.startswith(("word-", "wish-", "spoken-", "consent-", "term-", "unit-", "other-")):
            yield code, "\n".join(forms_of(message))
    if language == "en":
        yield from ((code, text) for code, text in engine_texts().items() if code not in messages)


def _stem(word: str) -> str:
    return word[: max(_SHORTEST_STEM, len(word) - _ENDING)]


def test_the_glossary_has_forty_terms_in_every_language():
    assert len(_rows()) >= 40
    assert all(row[_LANGUAGES[language]] for row in _rows() for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_is_used(language: str):
    line = "\n".join(text for _, text in _texts(language)).casefold()
    for row in _rows():
        term = re.sub(r" \(.*\)", "", row[_LANGUAGES[language]])
        for word in term.split():
            assert _stem(word.casefold()) in line, term


def test_no_catalogue_says_another_word():
    texts = {language: list(_texts(language)) for language in LANGUAGES}
    assert [
        (barred.language, barred.word, code)
        for barred in _barred_words()
        for pattern in [barred.pattern]
        for code, text in texts[barred.language]
        if pattern.search(text) and barred.is_about(code)
    ] == []


def test_no_english_reader_meets_a_plural_in_brackets():
    assert [code for code, text in _texts("en") if re.search(r"\((?:s|es)\)", text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_called_as_the_glossary_says(language: str):
    terms = {row[_LANGUAGES[language]].casefold() for row in _rows()}
    assert speech(language).say("game-tupik").casefold() in {"tupik", *terms}
