"""Threads that are one game's own: begun under a message, hidden by Discord once nobody speaks there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.core.game.people import Chat
from bot.core.ports.platform import Greeting
from bot.platforms.discord.incoming import PLATFORM

if TYPE_CHECKING:
    from bot.platforms.discord.client import Client

_THERE_ALREADY = 160004


async def opened(client: Client, chat: Chat, message: int, name: str, greeting: Greeting) -> Chat | None:
    """The thread of a message, which has its id; None where Discord allows none."""
    channel = client.get_channel(int(chat.id))
    if not isinstance(channel, discord.TextChannel):
        return None
    thread = Chat(PLATFORM, str(message), direct=client.reads_all)
    try:
        await _begin(channel.get_partial_message(message), name)
        await client.poster.show(thread, greeting(thread))
    except discord.HTTPException as refused:
        if refused.status >= 500 or refused.status == 429:
            raise
        return None
    return thread


async def _begin(message: discord.PartialMessage, name: str) -> None:
    """Discord hides it after three days without a word."""
    try:
        await message.create_thread(name=name, auto_archive_duration=4320)
    except discord.HTTPException as refused:
        if refused.code != _THERE_ALREADY:
            raise


async def put_away(client: Client, thread: int) -> None:
    """Discord hides it after an hour; who has begun a thread may ask for that."""
    channel = client.get_channel(thread)
    if isinstance(channel, discord.Thread) and not channel.archived:
        await channel.edit(auto_archive_duration=60)
