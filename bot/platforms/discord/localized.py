"""Names, descriptions and choices of commands in every language that Discord and the catalogues share."""

from __future__ import annotations

from typing import Protocol

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.core.language.speech import ENGLISH
from bot.platforms.discord.incoming import language_of
from engines.phrases import Value

_LONGEST = 100


class Words(Protocol):
    """The text of a code in a language; the code as it is if there is none."""

    def __call__(self, language: str, code: str, /, **fields: Value) -> str: ...


class Translator(app_commands.Translator):
    """Says a text's code in the language of a Discord locale; English stands for all the others."""

    def __init__(self, words: Words) -> None:
        self.words = words

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        language, code = language_of(locale), string.extras.get("code")
        return None if code is None or language == ENGLISH else _said(self.words, language, code, string.message)


def localized(words: Words, code: str, otherwise: str) -> locale_str:
    """The English text of a code, or `otherwise` if it has none, to be translated when commands are synced."""
    return locale_str(_said(words, ENGLISH, code, otherwise), code=code)


def localized_name(code: str, name: str) -> locale_str:
    """A name that is typed: it stays as it is where a language has none of its own."""
    return locale_str(name, code=code)


def _said(words: Words, language: str, code: str, otherwise: str) -> str:
    text = words(language, code)
    return (otherwise if text == code else text)[:_LONGEST]
