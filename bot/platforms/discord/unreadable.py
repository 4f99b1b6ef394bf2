"""Replies to the bot whose text Discord hides from it, since they do not mention it: their authors are told, once."""

from __future__ import annotations

import discord

_MOST = 10_000


class Unreadable:
    """Remembers who has been told in which channel."""

    def __init__(self, reads_all: bool) -> None:
        self._reads_all = reads_all
        self._told: set[tuple[int, int]] = set()

    def answered(self, message: discord.Message, me: discord.ClientUser) -> discord.Message | None:
        """The bot's message to which such a reply is made."""
        if self._reads_all or message.author.bot or not _is_hidden(message):
            return None
        answered = message.reference.resolved if message.reference else None
        if message.type is not discord.MessageType.reply or not isinstance(answered, discord.Message):
            return None
        return answered if answered.author.id == me.id else None

    def is_news(self, message: discord.Message) -> bool:
        """Whether the author of such a reply has not been told here."""
        key = message.channel.id, message.author.id
        if key in self._told:
            return False
        if len(self._told) >= _MOST:
            self._told.clear()
        self._told.add(key)
        return True


def _is_hidden(message: discord.Message) -> bool:
    return not (message.content or message.attachments or message.embeds or message.stickers)
