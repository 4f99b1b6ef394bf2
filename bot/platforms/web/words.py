"""The page's own texts, from the catalogues: a module for the browser, and texts needed before it is loaded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

from bot.core.language.speech import LANGUAGES, Speech, speech
from bot.features import COMMANDS
from engines import GAMES

PREFIX = "page-"
_COUNTS = 200
"""Number of counts to try; from 100 on, a language's plural forms repeat with each hundred."""

Word = str | dict[str, list[str] | list[int]]


@cache
def module() -> str:
    """Return the module with `WORDS` and `COMMANDS`, the names of the commands of features that have a button.

    Words go by language and code; each is a text, or plural `forms` and the form `of` each count.
    """
    words = {language: dict(_words(speech(language))) for language in LANGUAGES}
    commands = json.dumps([command.name for command in COMMANDS.commands if command.on_page])
    return f"export const WORDS = {json.dumps(words, ensure_ascii=False)};\nexport const COMMANDS = {commands};\n"


def all_languages(word: str) -> str:
    """Return a text of the page in every language, for a reader whose language is not known yet."""
    return " · ".join(speech(language).say(PREFIX + word) for language in LANGUAGES)


def _words(language: Speech) -> Iterator[tuple[str, Word]]:
    for code, has_forms in language.counted.items():
        if code.startswith(PREFIX):
            yield code.removeprefix(PREFIX), _forms(language, code) if has_forms else language.template(code)
    yield from ((code, language.template(code)) for code in (f"game-{game}" for game in GAMES))


def _forms(language: Speech, code: str) -> Word:
    texts = [language.template(code, count) for count in range(_COUNTS)]
    forms = list(dict.fromkeys(texts))
    return {"forms": forms, "of": [forms.index(text) for text in texts]}
