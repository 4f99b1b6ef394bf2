"""Translation of codes with fields into sentences: one `Speech` for each language, from its gettext catalogue."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from gettext import GNUTranslations
from importlib.resources import files
from io import BytesIO
from itertools import chain
from math import ceil
from operator import attrgetter
from typing import TypeVar

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from engines import GAMES
from engines.phrases import Phrase, Value, choose_plural, counted_field
from renderers import DRAWINGS

ENGLISH = "en"
T = TypeVar("T")
LANGUAGES = (
    ENGLISH,
    "ru",
    "uk",
)
"""CLDR codes. Each has a catalogue `bot/texts/LANGUAGE.po`; missing texts fall back to English."""
_FIELD = re.compile(r"\{(\w+)\}")
_TIE = re.compile(r" (?=[—–](?:\s|$))|(?<=\}) (?=%)")
_UNBREAKABLE = "\u00a0"


@dataclass(frozen=True)
class Speech:
    """The texts of one language; `counted` maps each code to the field that selects its plural form, or ""."""

    language: str
    texts: GNUTranslations
    counted: Mapping[str, str]

    def knows(self, code: str) -> bool:
        """Return whether a code has a text."""
        return code in self.counted

    def say(self, code: str, **fields: Value) -> str:
        """Return the sentence of a code, or the code itself if it has no text, so that nothing is hidden."""
        field = self.counted.get(code)
        if field is None:
            return str(Phrase(code, **fields))
        count = fields.get(field, 0)
        number = (int(count) if count.isdecimal() else 0) if isinstance(count, str) else ceil(abs(count))
        template = self.template(code, number)
        return _FIELD.sub(partial(self._field, fields), template)

    def word(self, kind: str, word: str) -> str:
        """Return the translation of a word of a kind (`move`, `value`, `level`), or the word itself."""
        code = f"{kind}-{word}"
        return self.say(code) if self.knows(code) else word

    def phrase(self, phrase: Phrase, **more: Value) -> str:
        """Translate a phrase of an engine or drawing; `more` adds or replaces fields (names for seats)."""
        return self.say(phrase.code, **dict(phrase.fields) | more)

    def template(self, code: str, count: int = 0) -> str:
        """Return the sentence of a code for a count, with its fields still in braces."""
        text = self.texts.ngettext(code, code, count) if self.counted.get(code) else self.texts.gettext(code)
        return _TIE.sub(_UNBREAKABLE, text)

    def number(self, value: float) -> str:
        """Format a number in the language, to two decimals."""
        return _format_number(value or 0, self.language)

    def _field(self, fields: Mapping[str, Value], name: re.Match[str]) -> str:
        value = fields.get(name[1], "")
        return self.word(name[1], value) if isinstance(value, str) else self.number(value)


@lru_cache(maxsize=1024)
def _format_number(value: float, language: str) -> str:
    return format_decimal(value, format="#,##0.##", locale=language).replace("-", "−")


def speech(language: str) -> Speech:
    """Return the `Speech` of a language, English for an unknown one."""
    return _speech(language if language in LANGUAGES else ENGLISH)


def say(language: str, code: str, /, **fields: Value) -> str:
    """Return the sentence of a code in a language, like `Speech.say`."""
    return speech(language).say(code, **fields)


@cache
def _speech(language: str) -> Speech:
    source = catalogue(language)
    for message in list(source):
        if message.id and not all(forms_of(message)):
            source.delete(message.id)  # a text that lacks a form
    if language == ENGLISH:
        for code, template in engine_texts().items():
            if code not in source:
                field, forms = counted_field(template), (choose_plural(template, True), choose_plural(template, False))
                source.add((code, field) if field else code, forms if field else template)
        return Speech(language, compile_catalogue(source), counted_fields(source))
    texts, english = compile_catalogue(source), _speech(ENGLISH)
    texts.add_fallback(english.texts)
    return Speech(language, texts, {**english.counted, **counted_fields(source)})


@cache
def language_names() -> Mapping[str, str]:
    """Return the native name of every language."""
    return {language: speech(language).say("language-name") for language in LANGUAGES}


@cache
def phrases(code: str) -> frozenset[str]:
    """Return the phrases listed in the text of a code, in all languages."""
    return frozenset(phrase for language in LANGUAGES for phrase in speech(language).say(code).split("|"))


@cache
def word_meanings(code: str, meanings: tuple[T, ...]) -> Mapping[str, T]:
    """Return a map from each word of a list of lists, in all languages, to the meaning at its list's index."""
    pairs = (pair for each in LANGUAGES for pair in zip(speech(each).say(code).split(), meanings, strict=False))
    return {word: meaning for words, meaning in pairs for word in words.split("|")}


def engine_texts() -> dict[str, str]:
    """Return the English templates of all codes of engines and drawings."""
    sources = (*(game.text.phrases for game in GAMES.values()), *(drawing.alt for drawing in DRAWINGS.values()))
    return {code: template for source in sources for code, template in source.items()}


def catalogue(language: str) -> Catalog:
    """Return the catalogue of a language with the texts of features; `msgid_plural` is the counted field."""
    source, *catalogues_of_features = catalogues(language)
    for message in chain.from_iterable(catalogues_of_features):
        if message.id:
            source[message.id] = message
    return source


def catalogues(language: str) -> Iterator[Catalog]:
    """Yield the core's catalogue of a language, and those of the features that have one."""
    features = sorted((files("bot") / "features").iterdir(), key=attrgetter("name"))
    for folder in (files("bot.texts"), *features):
        if (texts := folder / f"{language}.po").is_file():
            with texts.open("rb") as opened:
                yield read_po(opened, locale=language)


def forms_of(message: Message) -> tuple[str, ...]:
    """Return the forms of a message: a single one, or one per plural form; ("",) if it is untranslated."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def counted_fields(source: Catalog) -> dict[str, str]:
    """Return every code with the field that selects its plural form, or ""."""
    ids = (message.id for message in source if message.id)
    return dict((id_, "") if isinstance(id_, str) else (id_[0], id_[1]) for id_ in ids)


def compile_catalogue(source: Catalog) -> GNUTranslations:
    """Compile a catalogue, with the plural rule from its header."""
    file = BytesIO()
    write_mo(file, source)
    file.seek(0)
    return GNUTranslations(file)
