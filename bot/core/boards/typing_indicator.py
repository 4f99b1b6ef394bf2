"""The typing indicator: shows in a chat that the bot thinks, for as long as it does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.core.game.people import Chat
from bot.core.ports.platform import Platform, Platforms

_AFTER = 0.2
"""Seconds that are no thinking yet."""
_AGAIN = 4.0
"""Seconds after which platforms would show it no longer."""


@asynccontextmanager
async def shows_thinking(platforms: Platforms, chat: Chat) -> AsyncIterator[None]:
    """While it lasts, the chat sees that an answer is on its way, where its platform can show that."""
    platform = platforms.get(chat.platform)
    showing = asyncio.create_task(_show(platform, chat)) if platform else None
    try:
        yield
    finally:
        if showing:
            showing.cancel()


async def _show(platform: Platform, chat: Chat) -> None:
    pause = _AFTER
    while True:
        await asyncio.sleep(pause)
        await platform.think(chat)
        pause = _AGAIN
