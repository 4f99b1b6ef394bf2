"""Answers to typed messages: in their channel or to their authors alone; and replies whose text Discord hides."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import discord

from bot.core.language.speech import speech
from bot.core.ports.platform import PRIVATE, Message, Words
from bot.core.view.answers import lacking as missing_rights
from bot.platforms.discord.components import form_button
from bot.platforms.discord.posting import Poster
from bot.platforms.discord.servers import missing_permissions


class Replies:
    """Remembers who has been told what cannot be helped."""

    def __init__(self, poster: Poster, words: Words) -> None:
        self._poster = poster
        self.words = words
        self._unread, self._lacking = ToldOnce(), ToldOnce()

    async def give(self, message: discord.Message, answer: Message, language: str) -> None:
        """Answers where a message stands; what is private goes to its author's own channel with the bot, unless its
        buttons belong here."""
        place: discord.abc.Messageable = message.channel
        if answer.envelope.private and not answer.envelope.stays and message.guild is not None:
            place = message.author
        try:
            await self._poster.post(place, answer, message.jump_url if place is message.author else "")
        except discord.Forbidden:
            if place is message.author:
                await self._poster.post(message.channel, Message(self.words(language, "ask-with-slash")))

    def limits(self, message: discord.Message, language: str, answers: Sequence[Message]) -> tuple[Message, ...]:
        """Who types where no board can come is told why, once, be it by the `answers` already."""
        missing = missing_permissions(message.channel, threads=False)
        if not missing or not self._lacking.is_news(message):
            return ()
        told = missing_rights(missing, speech(language))
        return () if any(told in answer.text for answer in answers) else (Message(told, envelope=PRIVATE),)

    async def tell_unread(self, message: discord.Message, me: discord.ClientUser, language: str) -> None:
        """Who answers a board unreadably is told what to do, once; from now on boards here are messages whose replies
        can be read, if they ping."""
        answered = unreadable_reply_to(message, me)
        if answered is None:
            return
        self._poster.note_reply(message.channel.id, message.author.id)
        if self._unread.is_news(message):
            told = Message(self.words(language, "unreadable-reply"), buttons=form_button(answered))
            [letter] = await self._poster.sending.letters(told)
            with suppress(discord.HTTPException):
                await message.reply(**letter, mention_author=False)


_MOST_TOLD = 10_000


class ToldOnce:
    """Remembers who has been told where."""

    def __init__(self) -> None:
        self._told: set[tuple[int, int]] = set()

    def is_news(self, message: discord.Message) -> bool:
        """Whether the author of a message has not been told in its channel; from now on they have."""
        key = message.channel.id, message.author.id
        if key in self._told:
            return False
        if len(self._told) >= _MOST_TOLD:
            self._told.clear()
        self._told.add(key)
        return True


def unreadable_reply_to(message: discord.Message, me: discord.ClientUser) -> discord.Message | None:
    """The bot's message to which such a reply is made; None for all else."""
    answered = message.reference.resolved if message.reference else None
    is_reply = message.type is discord.MessageType.reply and not message.author.bot and _is_hidden(message)
    if not is_reply or not isinstance(answered, discord.Message):
        return None
    return answered if answered.author.id == me.id else None


def _is_hidden(message: discord.Message) -> bool:
    return not (message.content or message.attachments or message.embeds or message.stickers)
