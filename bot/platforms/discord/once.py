"""Things that are said once to somebody in a channel."""

from __future__ import annotations

import discord

_MOST = 10_000


class Once:
    """Remembers who has been told where."""

    def __init__(self) -> None:
        self._told: set[tuple[int, int]] = set()

    def is_news(self, message: discord.Message) -> bool:
        """Whether the author of a message has not been told in its channel; from now on they have."""
        key = message.channel.id, message.author.id
        if key in self._told:
            return False
        if len(self._told) >= _MOST:
            self._told.clear()
        self._told.add(key)
        return True
