"""The page's own words, from the catalogues: a module for the browser, and what is read before there is one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

from bot.core.language.speech import LANGUAGES, Speech, speech
from engines import GAMES

PREFIX = "page-"
_COUNTS = 200
"""How many counts are tried: from 100 on, the plural forms of a language come again with each hundred."""

Word = str | dict[str, list[str] | list[int]]


@cache
def module() -> str:
    """The JavaScript module `WORDS`: language -> word -> text, or `forms` and the number of the form `of` a count."""
    words = {language: dict(_words(speech(language))) for language in LANGUAGES}
    return f"export const WORDS = {json.dumps(words, ensure_ascii=False)};\n"


def all_languages(word: str) -> str:
    """A word of the page in every language, for a reader whose language is not known yet."""
    return " · ".join(speech(language).say(PREFIX + word) for language in LANGUAGES)


def _words(language: Speech) -> Iterator[tuple[str, Word]]:
    for code, counted in language.counted.items():
        if code.startswith(PREFIX):
            yield code.removeprefix(PREFIX), _forms(language, code) if counted else language.template(code)
    yield from ((code, language.template(code)) for code in (f"game-{game}" for game in GAMES))


def _forms(language: Speech, code: str) -> Word:
    texts = [language.template(code, count) for count in range(_COUNTS)]
    forms = list(dict.fromkeys(texts))
    return {"forms": forms, "of": [forms.index(text) for text in texts]}
