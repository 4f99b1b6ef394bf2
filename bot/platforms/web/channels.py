"""All channels that somebody here is in or lately was, kept as they are in all processes."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable

from bot.core.ports.archive import Archive
from bot.core.ports.store import Unreachable
from bot.platforms.web.channel import PRESENT, Channel

MOST_IDLE = 50
"""How many channels with nobody in them are remembered; the archive has the others."""
_AGAIN = 1.0  # seconds before an archive that did not answer is asked again
_log = logging.getLogger(__name__)


class Channels:
    """Channels by name; the longest unused empty ones are forgotten here."""

    def __init__(self, archive: Archive, now: Callable[[], float]) -> None:
        self._archive = archive
        self._now = now
        self._process = secrets.token_hex(4)
        self._channels: dict[str, Channel] = {}

    async def open(self, name: str) -> Channel:
        """The channel, with all that the archive holds of it if that answers."""
        channel = self._channels.pop(name, None) or Channel(name, self._archive, self._process, self._now)
        self._channels[name] = channel
        self._forget()
        if not channel.is_read:
            await channel.catch_up()
        return channel

    async def follow(self) -> None:
        """Reads what other processes write, until cancelled."""
        since = ""
        while True:
            try:
                news = await self._archive.follow(since)
                since = news.stamp
                for name, person in news.forgotten:
                    if name in self._channels:
                        self._channels[name].forget(person)
                for name in news.changed & self._channels.keys():
                    await self._channels[name].catch_up()
            except Unreachable:
                await asyncio.sleep(_AGAIN)

    async def stay(self) -> None:
        """Says again and again who is here, until cancelled."""
        while True:
            await asyncio.sleep(PRESENT / 3)
            try:
                for channel in list(self._channels.values()):
                    await channel.stay()
            except Unreachable:
                _log.debug("the archive does not answer; presence waits")

    def _forget(self) -> None:
        idle = [name for name, channel in self._channels.items() if not channel.crowd.visitors]
        for name in idle[:-MOST_IDLE]:
            del self._channels[name]
