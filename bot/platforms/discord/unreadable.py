"""Replies to the bot whose text Discord hides from it, since they do not mention it: their authors are told, once."""

from __future__ import annotations

import discord

_MOST = 10_000


class Unreadable:
    """Remembers who has been told in which channel."""

    def __init__(self, reads_all: bool) -> None:
        self._reads_all = reads_all
        self._told: set[tuple[int, int]] = set()

    def is_news(self, message: discord.Message, me: discord.ClientUser) -> bool:
        """Whether a message is such a reply, and its author has not been told here."""
        if self._reads_all or message.author.bot or not _is_hidden(message) or not _answers(message, me):
            return False
        key = message.channel.id, message.author.id
        if key in self._told:
            return False
        if len(self._told) >= _MOST:
            self._told.clear()
        self._told.add(key)
        return True


def _is_hidden(message: discord.Message) -> bool:
    return not (message.content or message.attachments or message.embeds or message.stickers)


def _answers(message: discord.Message, me: discord.ClientUser) -> bool:
    answered = message.reference.resolved if message.reference else None
    is_reply = message.type is discord.MessageType.reply
    return is_reply and isinstance(answered, discord.Message) and answered.author.id == me.id
