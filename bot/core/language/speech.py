"""Translation of codes with fields into sentences: one `Speech` for each language, from its gettext catalogue."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from gettext import GNUTranslations
from importlib.resources import files
from io import BytesIO
from math import ceil

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from engines import GAMES
from engines.phrases import Phrase, Value, choose_plural, counted_field
from renderers import DRAWINGS

ENGLISH = "en"
LANGUAGES = (
    ENGLISH,
    "ru",
    "uk",
)
"""As CLDR calls them. Each has its catalogue `bot/texts/LANGUAGE.po`; what is missing there is said in English."""
_FIELD = re.compile(r"\{(\w+)\}")
_TIE = re.compile(r" (?=[—–](?:\s|$))|(?<=\}) (?=%)")
_UNBREAKABLE = "\u00a0"


@dataclass(frozen=True)
class Speech:
    """The texts of one language; `counted` names for every code the field that its plural form follows, or ""."""

    language: str
    texts: GNUTranslations
    counted: Mapping[str, str]

    def knows(self, code: str) -> bool:
        """Whether there is a text for a code."""
        return code in self.counted

    def say(self, code: str, **fields: Value) -> str:
        """The sentence of a code; a code without words is said as it is, so that nothing is hidden."""
        field = self.counted.get(code)
        if field is None:
            return str(Phrase(code, **fields))
        template = self.template(code, _whole(fields.get(field, 0)) if field else 0)
        return _FIELD.sub(partial(self._field, fields), template)

    def word(self, kind: str, word: str) -> str:
        """What a word of a kind (`move`, `value`, `level`) is called; the word itself where it has no name."""
        code = f"{kind}-{word}"
        return self.say(code) if self.knows(code) else word

    def phrase(self, phrase: Phrase, **more: Value) -> str:
        """A phrase of the engines or drawings in words; `more` adds or replaces fields (names for seats)."""
        return self.say(phrase.code, **dict(phrase.fields) | more)

    def template(self, code: str, count: int = 0) -> str:
        """The sentence of a code for a count, with its fields still in braces."""
        found = self.texts.ngettext(code, code, count) if self.counted.get(code) else self.texts.gettext(code)
        return _TIE.sub(_UNBREAKABLE, found)

    def number(self, value: float) -> str:
        """A number as the language writes it, to two decimals."""
        return _written(value or 0, self.language)

    def signed(self, value: float) -> str:
        """A number with its sign, to one decimal; 0 has none."""
        rounded = round(value, 1)
        return f"+{self.number(rounded)}" if rounded > 0 else self.number(rounded or 0)

    def _field(self, fields: Mapping[str, Value], name: re.Match[str]) -> str:
        value = fields.get(name[1], "")
        return self.word(name[1], value) if isinstance(value, str) else self.number(value)


def _whole(count: Value) -> int:
    if isinstance(count, str):
        return int(count) if count.isdecimal() else 0
    return ceil(abs(count))


@lru_cache(maxsize=1024)
def _written(value: float, language: str) -> str:
    return format_decimal(value, format="#,##0.##", locale=language).replace("-", "−")


def speech(language: str) -> Speech:
    """The words of a language of `LANGUAGES`; English for any other."""
    return _speech(language if language in LANGUAGES else ENGLISH)


@cache
def _speech(language: str) -> Speech:
    source = finished(catalogue(language))
    if language == ENGLISH:
        _add_engines(source)
        return Speech(language, compiled(source), counted(source))
    texts, english = compiled(source), _speech(ENGLISH)
    texts.add_fallback(english.texts)
    return Speech(language, texts, {**english.counted, **counted(source)})


@cache
def language_names() -> Mapping[str, str]:
    """Every language with what it calls itself."""
    return {language: speech(language).say("language-name") for language in LANGUAGES}


def engine_texts() -> dict[str, str]:
    """The English templates of all codes that games and drawings can say."""
    texts: dict[str, str] = {}
    for game in GAMES.values():
        texts |= game.text.phrases
    for drawing in DRAWINGS.values():
        texts |= drawing.alt
    return texts


def _add_engines(english: Catalog) -> None:
    for code, template in engine_texts().items():
        if code not in english:
            field, forms = counted_field(template), (choose_plural(template, True), choose_plural(template, False))
            english.add((code, field) if field else code, forms if field else template)


def catalogue(language: str) -> Catalog:
    """The catalogue of a language as it is written; a plural text's `msgid_plural` is the field that is counted."""
    with (files("bot.texts") / f"{language}.po").open("rb") as source:
        return read_po(source, locale=language)


def forms_of(message: Message) -> tuple[str, ...]:
    """The words of a message: one text, or one for each plural form; empty where there are none."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def finished(source: Catalog) -> Catalog:
    """The same catalogue without the texts that lack a form."""
    for message in list(source):
        if message.id and not all(forms_of(message)):
            source.delete(message.id)
    return source


def counted(source: Catalog) -> dict[str, str]:
    """Every code with the field that its plural form follows, or ""."""
    ids = (message.id for message in source if message.id)
    return dict((id_, "") if isinstance(id_, str) else (id_[0], id_[1]) for id_ in ids)


def compiled(source: Catalog) -> GNUTranslations:
    """The texts of a catalogue, with its own rule for plurals."""
    file = BytesIO()
    write_mo(file, source)
    file.seek(0)
    return GNUTranslations(file)
