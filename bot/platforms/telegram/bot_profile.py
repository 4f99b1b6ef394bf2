"""The bot's profile at Telegram: its modes as set at @BotFather, its command menus and descriptions."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from telegram import Bot, BotCommand, BotCommandScopeAllGroupChats, User
from telegram.error import InvalidToken, TelegramError

from bot.features import COMMANDS
from bot.platforms.telegram.bot_api import unlimited_bot

Words = Callable[[str, str], str]
"""What a text code says in a language: `words("uk", "command-move")`."""
_DEFAULT = "en"
_LONGEST_DESCRIPTION = 256
_OF_ALL = ("challenge", "accept", "decline", "cancel", "move", "draw", "undo", "abort", "claim", "wake")
"""What a group is to see being asked; every other command is one person's own."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Modes:
    """Whether the bot is asked for lists (`inline`), and whether it may answer where it is named (`guest`).

    Whether `groups` may add it, and whether it `reads_all` that is said there (its privacy mode is off).
    """

    inline: bool
    guest: bool
    groups: bool
    reads_all: bool

    @property
    def elsewhere(self) -> bool:
        """Whether it is heard in chats where it is not."""
        return self.inline or self.guest


def modes_of(me: User) -> Modes:
    """As Telegram tells of the bot itself; a server that does not know a mode does not have it."""
    return Modes(
        inline=bool(me.supports_inline_queries),
        guest=bool(me.supports_guest_queries),
        groups=me.can_join_groups is not False,
        reads_all=bool(me.can_read_all_group_messages),
    )


async def fetch_modes(token: str, base_url: str | None) -> Modes | None:
    """The modes of a token's bot; None if Telegram does not answer; raises `ValueError` for an unknown token."""
    try:
        async with unlimited_bot(token, base_url) as bot:
            return modes_of(bot.bot)
    except InvalidToken:
        raise ValueError("TELEGRAM_TOKEN: Telegram does not know it") from None
    except TelegramError:
        return None


def command_menu(words: Words, language: str, in_groups: bool = False) -> list[BotCommand]:
    """The commands with what they do, in a language; in groups the personal ones are seen by no other member where
    Telegram has that."""
    return [
        BotCommand(
            name,
            words(language, f"command-{name}")[:_LONGEST_DESCRIPTION],
            api_kwargs={"is_ephemeral": True} if in_groups and name not in _OF_ALL else None,
        )
        for name in (command.name for command in COMMANDS.listed)
    ]


async def publish_profile(bot: Bot, words: Words, languages: tuple[str, ...]) -> None:
    """Sets the menus and what the bot says of itself for readers of each language, in English for all others.

    A bot without them still works.
    """
    try:
        for language in languages:
            code = None if language == _DEFAULT else language
            await bot.set_my_commands(command_menu(words, language), language_code=code)
            groups = command_menu(words, language, in_groups=True)
            await bot.set_my_commands(groups, BotCommandScopeAllGroupChats(), language_code=code)
            await bot.set_my_description(words(language, "bot-description"), language_code=code)
            await bot.set_my_short_description(words(language, "bot-short-description"), language_code=code)
    except TelegramError as failed:
        _log.warning("the menu of commands is not set: %s", failed)
