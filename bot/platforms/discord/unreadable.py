"""Replies to the bot whose text Discord hides from it, since they do not mention it."""

from __future__ import annotations

import discord


def unreadably_answered(message: discord.Message, me: discord.ClientUser) -> discord.Message | None:
    """The bot's message to which such a reply is made; None for all else."""
    answered = message.reference.resolved if message.reference else None
    is_reply = message.type is discord.MessageType.reply and not message.author.bot and _is_hidden(message)
    if not is_reply or not isinstance(answered, discord.Message):
        return None
    return answered if answered.author.id == me.id else None


def _is_hidden(message: discord.Message) -> bool:
    return not (message.content or message.attachments or message.embeds or message.stickers)
