"""Puts the core's messages into a channel, with their pictures yet to be painted."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

from bot.core.game.people import Person
from bot.core.ports.platform import Message
from bot.platforms.web.channel import Channel
from bot.platforms.web.gallery import ServedPicture
from bot.platforms.web.history import Entry


class Printer:
    """The one who writes the bot's part of every channel."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now

    async def print(self, channel: Channel, message: Message, audience: Person | None = None, over: str = "") -> str:
        """Puts a message before everybody, or `audience` alone, in the place of the entry `over`; its id.

        One that has a nonce stands there once, however often it is put.
        """
        entry_id = over or message.envelope.nonce or channel.new_id()
        return await channel.put(Entry(entry_id, self._now(), message, audience=audience, pictures=_hung(message)))

    async def change(self, channel: Channel, shown: str, message: Message) -> bool:
        """Lets a message take the place of an entry that was posted then; False if it is not there any more."""
        old = channel.history.get(shown)
        if old is None:
            return False
        await channel.put(replace(old, message=message, pictures=_hung(message)))
        return True


def _hung(message: Message) -> tuple[ServedPicture, ...]:
    return tuple(ServedPicture(secrets.token_urlsafe(18), each.scene, each.alt) for each in message.drawn)
