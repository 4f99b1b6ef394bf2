"""Sentences that an adapter says in another way than the conversation files, in all languages."""

from __future__ import annotations

import re

from bot.core.language.speech import LANGUAGES, speech

_FIELD = re.compile(r"\{(\w+)\}")
Dress = tuple[str, str]


def rephrasings(phrase: str, instead: str) -> tuple[Dress, ...]:
    """What finds the sentence of a code, and says that of the other code in its stead."""
    return tuple(
        _rephrasing(speech(language).template(phrase), speech(language).template(instead)) for language in LANGUAGES
    )


def saying(code: str) -> tuple[str, ...]:
    """What finds the sentence of a code."""
    return tuple(f"^{_rephrasing(words.template(code), '')[0]}" for words in map(speech, LANGUAGES))


def leaving_out(code: str) -> tuple[Dress, ...]:
    """What finds the sentence of a code on a line of its own, and leaves it out."""
    return tuple((rf"\n{_rephrasing(words.template(code), '')[0]}", "") for words in map(speech, LANGUAGES))


def _rephrasing(phrase: str, instead: str) -> Dress:
    known: set[str] = set()
    parts = _FIELD.split(phrase)
    pattern = "".join(_fill_field(part, known) if number % 2 else re.escape(part) for number, part in enumerate(parts))
    return rf"{pattern}(?=\n|$)", _FIELD.sub(r"\\g<\1>", instead)


def _fill_field(field: str, known: set[str]) -> str:
    """A field is the same wherever it stands."""
    if field in known:
        return f"(?P={field})"
    known.add(field)
    return rf"(?P<{field}>\S(?:.*?\S)?)"
