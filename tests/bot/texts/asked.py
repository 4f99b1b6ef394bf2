"""Prints as JSON what this bot has for some languages; run by `fourth.py` in a copy of the bot."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

import discord

from bot.core.commands.command import Kind
from bot.core.game.people import Chat, Person
from bot.core.language.speech import speech
from bot.core.ports.platform import Incoming
from bot.core.view.answers import language_menu
from bot.core.view.completion import complete
from bot.features import COMMANDS
from bot.platforms.discord.incoming import language_of
from bot.platforms.discord.slash_commands import options_of
from bot.platforms.telegram.bot_api import command_menu
from bot.platforms.web.assets import catalogue_module
from bot.texts.__main__ import faults
from tests.bot.texts.fourth import MARK

COUNTS = (0, 1, 2, 3, 5, 11, 12, 22, 25, 100, 101, 103, 111, 1002)
_ANN = Person("stage", "1", "Ann")


def main(languages: Iterable[str]) -> None:
    answers = {language: _answer(language) for language in languages}
    print(json.dumps({"faults": list(faults()), **answers}))  # noqa: T201


def _answer(language: str) -> dict[str, Any]:
    spoken = speech(language)
    pages = json.loads(catalogue_module().splitlines()[0].partition("= ")[2].removesuffix(";"))
    return {
        "not in it": [code for code in spoken.counted if not spoken.template(code).startswith(MARK)],
        "offered": [button.types for row in language_menu(spoken, False).buttons for button in row],
        "accepted": getattr(
            COMMANDS.parse(Incoming(Chat("stage", "1"), _ANN, f"/language {language}")), "language", ""
        ),
        "completed": [choice.value for choice in _completions(language)],
        "forms": _numbers(spoken.template("moves", n) for n in COUNTS),
        "said": spoken.say("moves", title="T", n=COUNTS[-1]),
        "locales": [str(locale.value) for locale in discord.Locale if language_of(locale) == language],
        "choices": [
            choice for command in COMMANDS.listed for option in options_of(command) for choice in option.choices
        ],
        "menu": all(command.description.startswith(MARK) for command in command_menu(language)),
        "not on the page": [word for word, text in pages[language].items() if MARK not in str(text)],
        "page's forms": _numbers(_form(pages[language]["count"], n) for n in COUNTS),
    }


def _completions(language: str) -> Any:
    return complete(Kind.LANGUAGE, language, "", sessions=(), speech=speech(language))


def _numbers(forms: Iterable[str]) -> str:
    """The numbers that the forms of a made-up language begin with, after the mark."""
    return "".join(form[1:2] for form in forms)


def _form(word: Any, n: int) -> str:
    return str(word["forms"][word["of"][n if n < 100 else 100 + n % 100]])


if __name__ == "__main__":
    main(sys.argv[1:])
