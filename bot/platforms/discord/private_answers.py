"""Private answers without an interaction to carry them: sent to direct messages, never to the channel."""

from __future__ import annotations

from time import monotonic

import discord

from bot.core.ports.platform import Incoming, Message
from bot.core.ports.translator import Translator
from bot.core.queues.bounded_dict import BoundedDict
from bot.core.view.late import answer_line
from bot.platforms.discord.posting import REFUSED_FOR, Poster, may_post


class PrivateAnswers:
    """Sends answers to their askers alone and remembers who accepts no direct messages."""

    def __init__(self, client: discord.Client, poster: Poster, words: Translator) -> None:
        self._client = client
        self._poster = poster
        self._words = words
        self._closed = BoundedDict[int, float]()

    async def give(self, incoming: Incoming, answer: Message, about: str = "") -> None:
        """Send an answer to the asker's direct messages, or explain in the chat how to get it.

        `about` is the address of the message that it answers.
        """
        if not await self._give_alone(int(incoming.person.id), answer, about):
            await self.say_how(incoming, answer)

    async def _give_alone(self, person: int, answer: Message, about: str) -> bool:
        """Send an answer to direct messages; return False if they are closed, which is remembered for a while."""
        if self._closed.get(person, 0.0) > monotonic():
            return False
        try:
            await self._poster.post(await self._client.create_dm(discord.Object(person)), answer, about)
        except discord.Forbidden:
            self._closed[person] = monotonic() + REFUSED_FOR
            return False
        return True

    async def say_how(self, incoming: Incoming, answer: Message) -> None:
        """Post a button that repeats the request for the asker alone.

        A refused request gets no such button, as it might succeed by then.
        """
        line = None if answer.envelope.refuses else answer_line(incoming.person, incoming.text)
        line = line or Message(self._words(incoming.person.language, "ask-with-slash"))
        if may_post(self._client.get_channel(int(incoming.chat.id))):
            await self._poster.post(self._client.get_partial_messageable(int(incoming.chat.id)), line)


async def give_late(
    incoming: Incoming, answers: tuple[Message, ...], private_answers: PrivateAnswers, poster: Poster
) -> None:
    """Send those answers that an interaction no longer carries.

    A private answer whose buttons belong in the chat is sent there if the request was typed before others.
    """
    for answer in answers:
        how = answer.envelope
        if how.private and how.stays and not (incoming.overheard or incoming.in_private):
            await private_answers.say_how(incoming, answer)
        elif how.private and not how.stays:
            await private_answers.give(incoming, answer)
        elif not how.fleeting:
            await poster.show(incoming.chat, answer)
