"""The menu of commands that Telegram offers while somebody types `/`."""

from __future__ import annotations

import logging
from collections.abc import Callable

from telegram import Bot, BotCommand
from telegram.error import TelegramError

from bot.core.commands import COMMANDS

Words = Callable[[str, str], str]
"""What a text code says in a language: `words("uk", "command-move")`."""

_DEFAULT = "en"
_LONGEST_DESCRIPTION = 256
_log = logging.getLogger(__name__)


def menu(words: Words, language: str) -> list[BotCommand]:
    """All commands with what they do, in a language."""
    return [BotCommand(name, words(language, f"command-{name}")[:_LONGEST_DESCRIPTION]) for name in _names()]


async def offer(bot: Bot, words: Words, languages: tuple[str, ...]) -> None:
    """Sets the menu for readers of each language, and the English one for all others; a bot without it still works."""
    try:
        for language in languages:
            code = None if language == _DEFAULT else language
            await bot.set_my_commands(menu(words, language), language_code=code)
    except TelegramError as failed:
        _log.warning("the menu of commands is not set: %s", failed)


def _names() -> list[str]:
    return [command.name for command in COMMANDS]
