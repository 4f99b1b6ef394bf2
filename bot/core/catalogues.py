"""Gettext catalogues: read by Babel as they are written, and compiled for gettext as msgfmt would."""

from __future__ import annotations

from gettext import GNUTranslations
from importlib.resources import files
from io import BytesIO

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


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
