"""The bot's Telegram profile: its modes, command menus and descriptions."""

from __future__ import annotations

import logging

from telegram import Bot, BotCommand, BotCommandScopeAllGroupChats, User
from telegram.error import InvalidToken, TelegramError

from bot.core.ports.adapters import Translator
from bot.features import COMMANDS
from bot.platforms.telegram.bot_api import build_bot

_DEFAULT = "en"
_LONGEST_DESCRIPTION = 256
_OF_ALL = ("challenge", "accept", "decline", "cancel", "move", "draw", "undo", "abort", "claim", "wake")
"""Commands that a group should see; all others concern one person only."""
_log = logging.getLogger(__name__)


async def fetch_modes(token: str, base_url: str | None) -> User | None:
    """Fetch a token's bot; return None if Telegram does not answer, raise `ValueError` if the token is unknown."""
    try:
        async with build_bot(token, base_url) as bot:
            return bot.bot
    except InvalidToken:
        raise ValueError("TELEGRAM_TOKEN: Telegram does not know this token") from None
    except TelegramError:
        return None


def command_menu(words: Translator, language: str, in_groups: bool = False) -> list[BotCommand]:
    """Return the commands with their descriptions; in groups the personal ones are ephemeral if supported."""
    return [
        BotCommand(
            name,
            words(language, f"command-{name}")[:_LONGEST_DESCRIPTION],
            api_kwargs={"is_ephemeral": True} if in_groups and name not in _OF_ALL else None,
        )
        for name in (command.name for command in COMMANDS.listed)
    ]


async def publish_profile(bot: Bot, words: Translator, languages: tuple[str, ...]) -> None:
    """Publish menus and descriptions in each language, English by default; a failure does not stop the bot."""
    try:
        for language in languages:
            code = None if language == _DEFAULT else language
            await bot.set_my_commands(command_menu(words, language), language_code=code)
            groups = command_menu(words, language, in_groups=True)
            await bot.set_my_commands(groups, BotCommandScopeAllGroupChats(), language_code=code)
            await bot.set_my_description(words(language, "bot-description"), language_code=code)
            await bot.set_my_short_description(words(language, "bot-short-description"), language_code=code)
    except TelegramError as error:
        _log.warning("the command menu could not be set: %s", error)
