"""What is wrong with the catalogues: texts that are missing, that do not fit the English ones, that no code says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from babel.messages.catalog import Message

from bot.core.language.speech import ENGLISH, LANGUAGES, catalogue, engine_texts, forms_of
from bot.texts.said import needed, possible

_FIELD = re.compile(r"\{(\w+)\}")


def faults() -> Iterator[str]:
    """One line for each text that is missing or said nowhere, or whose fields or plural forms do not fit."""
    english = engine_texts() | {code: forms_of(message)[-1] for code, message in _messages(ENGLISH).items()}
    required = needed()
    said = {*required, *engine_texts(), *possible(english, _fields(english.values()))}
    for code in sorted(required - set(english)):
        yield f"{ENGLISH}: {code} is said, but has no words"
    for language in LANGUAGES:
        yield from (f"{language}: {fault}" for fault in _faults_of(language, english, said))


def _faults_of(language: str, english: Mapping[str, str], said: set[str]) -> Iterator[str]:
    messages, plurals = _messages(language), catalogue(language).num_plurals
    for code in sorted(set(messages) - said):
        yield f"{code} is said nowhere"
    for code, template in sorted(english.items()):
        if code in messages:
            yield from _compare(code, template, messages[code], plurals)
        elif language != ENGLISH:
            yield f"{code} is missing ({template!r})"


def _compare(code: str, english: str, message: Message, plurals: int) -> Iterator[str]:
    forms = forms_of(message)
    if not all(forms):
        yield f"{code} has {len(list(filter(None, forms)))} of {plurals} plural forms"
    counted = message.id[1:] if message.pluralizable else ()
    unknown = {*counted, *_fields(forms)} - _fields([english])
    if unknown:
        yield f"{code} has fields that the English does not: {', '.join(sorted(unknown))}"


def _fields(texts: Iterable[str]) -> set[str]:
    return set(_FIELD.findall(" ".join(texts)))


def _messages(language: str) -> dict[str, Message]:
    """The messages of a catalogue that have words, by their codes."""
    found = (message for message in catalogue(language) if message.id and any(forms_of(message)))
    return {message.id if isinstance(message.id, str) else message.id[0]: message for message in found}
