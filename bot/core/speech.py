"""Codes and fields into words: gettext catalogues read by Babel, one `Speech` for each language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from engines import GAMES
from engines.phrase import Phrase, Value
from renderers import DRAWINGS

LANGUAGES = ("en", "ru", "uk")
LANGUAGE_NAMES: Mapping[str, str] = {"en": "English", "ru": "Русский", "uk": "Українська"}
PLURALS: Mapping[str, tuple[str, ...]] = {
    "en": ("one", "other"),
    "ru": ("one", "few", "many"),
    "uk": ("one", "few", "many"),
}
_FIELD = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Speech:
    """The words of one language. A plural text names, as its `msgid_plural`, the field that is counted."""

    language: str
    catalogue: Catalog
    english: Mapping[str, str]

    def knows(self, code: str) -> bool:
        return self._template(code, {}) is not None

    def say(self, code: str, **fields: Value) -> str:
        """The sentence of a code; a code without words is said as it is, so that nothing is hidden."""
        template = self._template(code, fields)
        if template is None:
            return str(Phrase(code, **fields))
        return _FIELD.sub(lambda match: self._field(match[1], fields), template)

    def phrase(self, phrase: Phrase, **more: Value) -> str:
        """A phrase of the engines or drawings in words; `more` adds or replaces fields (names for seats)."""
        return self.say(phrase.code, **dict(phrase.fields) | more)

    def _field(self, name: str, fields: Mapping[str, Value]) -> str:
        value = fields.get(name, "")
        word = f"{name}-{value}"
        if isinstance(value, str) and self.knows(word):
            return self.say(word)
        return f"{value:g}".replace("-", "−") if isinstance(value, float) else str(value)

    def _template(self, code: str, fields: Mapping[str, Value]) -> str | None:
        message = self.catalogue.get(code)
        if message is None or not message.string:
            return self.english.get(code)
        if isinstance(message.string, str):
            return message.string
        return message.string[self._plural(fields.get(message.id[1], 0))]

    def _plural(self, count: Value) -> int:
        forms = PLURALS[self.language]
        form = Locale.parse(self.language).plural_form(abs(float(count)) if not isinstance(count, str) else 0)
        return forms.index(form) if form in forms else len(forms) - 1


def engine_texts() -> dict[str, str]:
    """The English templates of all codes that games and drawings can say."""
    texts: dict[str, str] = {}
    for game in GAMES.values():
        texts |= game.codes()
    for drawing in DRAWINGS.values():
        texts |= drawing.alt
    return texts


@cache
def speech(language: str) -> Speech:
    """The words of a language of `LANGUAGES`; English for any other."""
    language = language if language in LANGUAGES else "en"
    with (files("bot.texts") / f"{language}.po").open("rb") as source:
        catalogue = read_po(source, locale=language)
    return Speech(language, catalogue, engine_texts())
