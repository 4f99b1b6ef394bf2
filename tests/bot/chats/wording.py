"""Sentences that a door says in another way than the conversation files, in all languages."""

from __future__ import annotations

import re

from bot.core.language.speech import LANGUAGES, speech

_FIELD = re.compile(r"\{(\w+)\}")
Dress = tuple[str, str]


def rephrased(said: str, instead: str) -> tuple[Dress, ...]:
    """What finds the sentence of a code, and says that of the other code in its stead."""
    return tuple(
        _rephrased(speech(language).template(said), speech(language).template(instead)) for language in LANGUAGES
    )


def saying(code: str) -> tuple[str, ...]:
    """What finds the sentence of a code."""
    return tuple(f"^{_rephrased(words.template(code), '')[0]}" for words in map(speech, LANGUAGES))


def leaving_out(code: str) -> tuple[Dress, ...]:
    """What finds the sentence of a code on a line of its own, and leaves it out."""
    return tuple((rf"\n{_rephrased(words.template(code), '')[0]}", "") for words in map(speech, LANGUAGES))


def _rephrased(said: str, instead: str) -> Dress:
    known: set[str] = set()
    parts = _FIELD.split(said)
    pattern = "".join(_found(part, known) if number % 2 else re.escape(part) for number, part in enumerate(parts))
    return rf"{pattern}(?=\n|$)", _FIELD.sub(r"\\g<\1>", instead)


def _found(field: str, known: set[str]) -> str:
    """A field is the same wherever it stands."""
    if field in known:
        return f"(?P={field})"
    known.add(field)
    return rf"(?P<{field}>\S(?:.*?\S)?)"
