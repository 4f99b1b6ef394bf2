"""Answers to typed messages: in their channel or to their authors alone; and to replies whose text Discord hides."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import discord

from bot.core.language.speech import speech
from bot.core.ports.platform import PRIVATE, Message, Words
from bot.core.queues.bounded_dict import BoundedDict
from bot.core.view.answers import lacking
from bot.platforms.discord.components import form_button
from bot.platforms.discord.posting import Poster
from bot.platforms.discord.servers import missing_permissions

_Told = BoundedDict[tuple[int, int], None]
"""The channels and persons that were told something."""


class Replies:
    """Answers messages; remembers who has been told what cannot be helped."""

    def __init__(self, poster: Poster, words: Words) -> None:
        self._poster = poster
        self.words = words
        self._told_unread, self._told_permissions = _Told(), _Told()

    async def give(self, message: discord.Message, answer: Message, language: str) -> None:
        """Answers where a message stands; what is private goes to its author's own channel with the bot, unless its
        buttons belong here."""
        place: discord.abc.Messageable = message.channel
        if answer.envelope.private and not answer.envelope.stays and message.guild is not None:
            place = message.author
        try:
            about = message.jump_url if place is message.author else ""
            await self._poster.post(place, answer, about, is_heard=message.guild is None)
        except discord.Forbidden:
            if place is message.author:
                with suppress(discord.Forbidden):
                    await self._poster.post(message.channel, Message(self.words(language, "ask-with-slash")))

    def missing(self, message: discord.Message, language: str, answers: Sequence[Message]) -> tuple[Message, ...]:
        """The permissions without which no board can come here, told to a person once, be it by the `answers`."""
        missing = missing_permissions(message.channel, threads=False)
        if not missing or not _is_news(message, self._told_permissions):
            return ()
        told = lacking(missing, speech(language))
        return () if any(told in answer.text for answer in answers) else (Message(told, envelope=PRIVATE),)

    async def tell_unread(self, message: discord.Message, me: discord.ClientUser, language: str) -> None:
        """Who answers a board unreadably is told what to do, once; from now on boards here are messages whose replies
        can be read, if they ping."""
        answered = _unreadably_answered(message, me)
        if answered is None:
            return
        self._poster.note_reply(message.channel.id, message.author.id)
        if _is_news(message, self._told_unread):
            said = self.words(language, "unreadable-reply")
            if answered.interaction_metadata is not None:
                said = self.words(language, "unheard-reply")
            told = Message(said, buttons=form_button(answered))
            [part] = await self._poster.sender.parts(told)
            with suppress(discord.HTTPException):
                await message.reply(**part, mention_author=False)


def _is_news(message: discord.Message, told: _Told) -> bool:
    """Whether the author of a message has not been told in its channel; from now on they have."""
    key = message.channel.id, message.author.id
    is_news = key not in told
    told[key] = None
    return is_news


def _unreadably_answered(message: discord.Message, me: discord.ClientUser) -> discord.Message | None:
    """The bot's message to which a reply is made whose text Discord hides, as it has no ping; None for all else."""
    answered = message.reference.resolved if message.reference else None
    is_reply = message.type is discord.MessageType.reply and not message.author.bot and _is_hidden(message)
    if not is_reply or not isinstance(answered, discord.Message):
        return None
    return answered if answered.author.id == me.id else None


def _is_hidden(message: discord.Message) -> bool:
    return not (message.content or message.attachments or message.embeds or message.stickers)
