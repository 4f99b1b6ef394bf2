"""A channel: its people, its history, and a bell that rings when either changed."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from bot.core.ports import Chat
from bot.platforms.web.crowd import Crowd
from bot.platforms.web.history import Entry, History

MOST_IDLE = 50
"""How many channels with nobody in them are remembered."""


class Channel:
    """What everybody in it sees; a listener takes the bell first, then the news, then waits."""

    def __init__(self, name: str, now: Callable[[], float]) -> None:
        self.chat = Chat("web", name, direct=True)
        self.crowd = Crowd(now)
        self.history = History()
        self.bell = asyncio.Event()
        self._epoch = secrets.token_hex(4)

    @property
    def stamp(self) -> str:
        """How far the history has come; stamps of another run of the program mean nothing to this one."""
        return f"{self._epoch}.{self.history.changes}"

    def changes_at(self, stamp: str) -> int:
        """The count of changes that a stamp stands for (0 if it is none of this channel's)."""
        epoch, _, count = stamp.partition(".")
        return int(count) if epoch == self._epoch and count.isdecimal() else 0

    def new_id(self) -> str:
        return f"{self._epoch}-{self.history.changes}"

    def ring(self) -> None:
        self.bell.set()
        self.bell = asyncio.Event()

    def put(self, entry: Entry) -> str:
        self.history.put(entry)
        self.ring()
        return entry.id


class Channels:
    """All channels by name; the longest unused empty ones are forgotten."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._channels: dict[str, Channel] = {}

    def open(self, name: str) -> Channel:
        channel = self._channels.pop(name, None) or Channel(name, self._now)
        self._channels[name] = channel
        self._forget()
        return channel

    def _forget(self) -> None:
        idle = [name for name, channel in self._channels.items() if not channel.crowd.present]
        for name in idle[:-MOST_IDLE]:
            del self._channels[name]
