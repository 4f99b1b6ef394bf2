"""Prints the core's messages into a channel, with their pictures painted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.core.ports import Message, Paint, Person
from bot.platforms.web.channel import Channel
from bot.platforms.web.gallery import Gallery, Picture
from bot.platforms.web.history import Entry
from renderers.scene import Scene


class Printer:
    """The one who writes the bot's part of every channel."""

    def __init__(self, paint: Paint, paint_dark: Paint, now: Callable[[], float]) -> None:
        self.gallery = Gallery()
        self._paint = paint
        self._paint_dark = paint_dark
        self._now = now

    async def print(self, channel: Channel, message: Message, audience: Person | None = None, over: str = "") -> str:
        """Puts a message before everybody, or `audience` alone, in the place of the entry `over`; its id."""
        pictures = await self._hang(message)
        entry_id = over or channel.new_id()
        return channel.put(Entry(entry_id, self._now(), message, audience=audience, pictures=pictures))

    async def _hang(self, message: Message) -> tuple[Picture, ...]:
        first = ((message.picture, message.alt),) if message.picture else ()
        scenes = (*first, *message.pictures)
        return tuple([await self._picture(scene, alt) for scene, alt in scenes])

    async def _picture(self, scene: Scene, alt: str) -> Picture:
        light, dark = await asyncio.gather(self._paint(scene), self._paint_dark(scene))
        return self.gallery.hang(light, dark, scene, alt)
