"""What is for one person alone where no interaction carries it: it goes to their own chat, and never before others."""

from __future__ import annotations

from time import monotonic

import discord

from bot.core.ports.platform import Incoming, Message
from bot.core.ports.translator import Translator
from bot.core.queues.bounded_dict import BoundedDict
from bot.core.view.late import ready
from bot.platforms.discord.posting import REFUSED_FOR, Poster, may_post


class PrivateAnswers:
    """Gives answers to their askers alone; remembers who takes nothing in their own chat."""

    def __init__(self, client: discord.Client, poster: Poster, words: Translator) -> None:
        self._client = client
        self._poster = poster
        self._words = words
        self._closed = BoundedDict[int, float]()

    async def give(self, incoming: Incoming, answer: Message, about: str = "") -> None:
        """Give an answer in the asker's own chat, or say where it was asked for how they get it; `about` is the address
        of what it answers."""
        if not await self._give_alone(int(incoming.person.id), answer, about):
            await self.say_how(incoming, answer)

    async def _give_alone(self, person: int, answer: Message, about: str) -> bool:
        """Return whether the asker's own chat with the bot took it; that it does not is known for a while."""
        if self._closed.get(person, 0.0) > monotonic():
            return False
        try:
            await self._poster.post(await self._client.create_dm(discord.Object(person)), answer, about)
        except discord.Forbidden:
            self._closed[person] = monotonic() + REFUSED_FOR
            return False
        return True

    async def say_how(self, incoming: Incoming, answer: Message) -> None:
        """Offer a button that asks again for the asker alone; what was refused is not asked again by a button, for it
        might be done by then."""
        line = None if answer.envelope.refuses else ready(incoming.person, incoming.text)
        line = line or Message(self._words(incoming.person.language, "ask-with-slash"))
        if may_post(self._client.get_channel(int(incoming.chat.id))):
            await self._poster.post(self._client.get_partial_messageable(int(incoming.chat.id)), line)


async def give_late(incoming: Incoming, answers: tuple[Message, ...], private: PrivateAnswers, poster: Poster) -> None:
    """Give those answers that an interaction does not carry; what was typed before others is answered before them if
    its buttons belong there."""
    for answer in answers:
        how = answer.envelope
        if how.private and how.stays and not (incoming.overheard or incoming.in_private):
            await private.say_how(incoming, answer)
        elif how.private and not how.stays:
            await private.give(incoming, answer)
        elif not how.fleeting:
            await poster.show(incoming.chat, answer)
