"""What is answered to typed messages: where they stand, or to their authors alone."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import discord

from bot.core.language.speech import speech
from bot.core.ports.platform import Message
from bot.core.view.answers import lacking as missing_rights
from bot.platforms.discord.forms import way_to_form
from bot.platforms.discord.localized import Words
from bot.platforms.discord.once import Once
from bot.platforms.discord.posting import Poster
from bot.platforms.discord.rights import lacking
from bot.platforms.discord.unreadable import unreadably_answered


class Replies:
    """Remembers who has been told what cannot be helped."""

    def __init__(self, poster: Poster, words: Words) -> None:
        self._poster = poster
        self.words = words
        self._unread, self._lacking = Once(), Once()

    async def give(self, message: discord.Message, answer: Message, language: str) -> None:
        """Answers where a message stands; what is private goes to its author's own channel with the bot, unless its
        buttons belong here."""
        place: discord.abc.Messageable = message.channel
        if answer.private and not answer.stays and message.guild is not None:
            place = message.author
        try:
            await self._poster.post(place, answer, message.jump_url if place is message.author else "")
        except discord.Forbidden:
            if place is message.author:
                await self._poster.post(message.channel, Message(self.words(language, "ask-with-slash")))

    def limits(self, message: discord.Message, language: str, answers: Sequence[Message]) -> tuple[Message, ...]:
        """Who types where no board can come is told why, once, be it by the `answers` already."""
        missing = lacking(message.channel, threads=False)
        if not missing or not self._lacking.is_news(message):
            return ()
        told = missing_rights(missing, speech(language))
        return () if any(told in answer.text for answer in answers) else (Message(told, private=True),)

    async def tell_unread(self, message: discord.Message, me: discord.ClientUser, language: str) -> None:
        """Who answers a board unreadably is told what to do, once; from now on boards here are messages whose replies
        can be read, if they ping."""
        answered = unreadably_answered(message, me)
        if answered is None:
            return
        self._poster.note_reply(message.channel.id, message.author.id)
        if self._unread.is_news(message):
            told = Message(self.words(language, "unreadable-reply"), buttons=way_to_form(answered))
            [letter] = await self._poster.sending.letters(told)
            with suppress(discord.HTTPException):
                await message.reply(**letter, mention_author=False)
