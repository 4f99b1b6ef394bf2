"""The menu of commands that Telegram offers while somebody types `/`."""

from __future__ import annotations

import logging
from collections.abc import Callable

from telegram import Bot, BotCommand, BotCommandScopeAllGroupChats
from telegram.error import TelegramError

from bot.core.commands import COMMANDS

Words = Callable[[str, str], str]
"""What a text code says in a language: `words("uk", "command-move")`."""

_DEFAULT = "en"
_LONGEST_DESCRIPTION = 256
_UNSEEN = ("hint", "why", "moves", "games", "next", "if", "block", "unblock", "rules", "help", "language")
_PRIVATE = ("privacy", "mydata", "forgetme")
_log = logging.getLogger(__name__)


def menu(words: Words, language: str, in_groups: bool = False) -> list[BotCommand]:
    """The commands with what they do, in a language: all of them, or those of groups, of which some are seen by no
    other member where Telegram has that."""
    return [
        BotCommand(
            name,
            words(language, f"command-{name}")[:_LONGEST_DESCRIPTION],
            api_kwargs={"is_ephemeral": True} if in_groups and name in _UNSEEN else None,
        )
        for name in _names()
        if not (in_groups and name in _PRIVATE)
    ]


async def offer(bot: Bot, words: Words, languages: tuple[str, ...]) -> None:
    """Sets the menus and what the bot says of itself for readers of each language, in English for all others.

    A bot without them still works.
    """
    try:
        for language in languages:
            code = None if language == _DEFAULT else language
            await bot.set_my_commands(menu(words, language), language_code=code)
            groups = menu(words, language, in_groups=True)
            await bot.set_my_commands(groups, BotCommandScopeAllGroupChats(), language_code=code)
            await bot.set_my_description(words(language, "bot-description"), language_code=code)
            await bot.set_my_short_description(words(language, "bot-short-description"), language_code=code)
    except TelegramError as failed:
        _log.warning("the menu of commands is not set: %s", failed)


def _names() -> list[str]:
    return [command.name for command in COMMANDS]
