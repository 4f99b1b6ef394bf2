"""The page's own words, from the catalogues: a module for the browser, and what one without JavaScript reads."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from html import escape

from bot.core.speech import LANGUAGES, Speech, speech

PREFIX = "page-"
_COUNTS = 200
"""How many counts are tried: from 100 on, the plural forms of a language come again with each hundred."""

Word = str | dict[str, list[str] | list[int]]


@cache
def module() -> str:
    """The JavaScript module `WORDS`: language -> word -> text, or `forms` and the number of the form `of` a count."""
    words = {language: dict(_words(speech(language))) for language in LANGUAGES}
    return f"export const WORDS = {json.dumps(words, ensure_ascii=False)};\n"


def without_script() -> str:
    """What the page needs, in every language, as HTML."""
    return escape(" · ".join(speech(language).say("page-no-script") for language in LANGUAGES))


def _words(language: Speech) -> Iterator[tuple[str, Word]]:
    for code, counted in language.counted.items():
        if code.startswith(PREFIX):
            yield code.removeprefix(PREFIX), _forms(language, code) if counted else language.template(code)


def _forms(language: Speech, code: str) -> Word:
    texts = [language.template(code, count) for count in range(_COUNTS)]
    forms = list(dict.fromkeys(texts))
    return {"forms": forms, "of": [forms.index(text) for text in texts]}
