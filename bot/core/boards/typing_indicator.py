"""Shows in a chat that the bot thinks, for as long as it does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.core.game.people import Chat
from bot.core.ports.platform import Platform, Thinks

_AFTER = 0.2
"""Seconds that are no thinking yet."""
_AGAIN = 4.0
"""Seconds after which platforms would show it no longer."""


@dataclass(frozen=True)
class Indicator:
    """Speaks to those platforms that can show it."""

    platforms: Mapping[str, Platform]

    @asynccontextmanager
    async def thinking(self, chat: Chat) -> AsyncIterator[None]:
        """While it lasts, the chat sees that an answer is on its way."""
        platform = self.platforms.get(chat.platform)
        if not isinstance(platform, Thinks):
            yield
            return
        showing = asyncio.create_task(_show(platform, chat))
        try:
            yield
        finally:
            showing.cancel()


async def _show(platform: Thinks, chat: Chat) -> None:
    pause = _AFTER
    while True:
        await asyncio.sleep(pause)
        await platform.think(chat)
        pause = _AGAIN
