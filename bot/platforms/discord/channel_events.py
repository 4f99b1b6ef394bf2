"""Gateway events about channels, threads and servers that are deleted, locked or reopened."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import chain

import discord

from bot.core.game.people import Chat
from bot.core.ports.platform import Core
from bot.core.ports.store import StoreUnavailableError
from bot.core.queues.bounded_dict import BoundedDict
from bot.platforms.discord.incoming import PLATFORM
from bot.platforms.discord.posting import Poster, may_post


class ChannelEvents(discord.AutoShardedClient):
    """A client that tells the core in which channels boards can no longer be shown, and where they can again.

    `parents` maps archived or deleted threads to their parent channels.
    """

    core: Core
    poster: Poster
    parents: BoundedDict[int, int]

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Show the boards that a channel missed if its new permissions allow that."""
        is_open = self.poster.allow(after.id) or (may_post(after) and not may_post(before))
        await self._retry([after] if is_open else [])

    async def on_guild_role_update(self, _: object, role: discord.Role) -> None:
        """Show the missed boards in all channels of the server where the new permissions may allow that."""
        await self._retry(channel for channel in role.guild.channels if self.poster.allow(channel.id))

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """Show the games of a thread that is unlocked; notify the players of one that is locked."""
        self.parents[after.id] = after.parent_id
        if before.locked and not after.locked:
            await self._retry([after])
        elif after.locked and not before.locked and not after.permissions_for(after.guild.me).manage_threads:
            await self._lose([after.id])

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Show the games of a thread that is unarchived; discord.py reports that as a join."""
        if not thread.locked:
            await self._retry([thread])

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Notify the players of a deleted thread."""
        self.parents[payload.thread_id] = payload.parent_id
        await self._lose([payload.thread_id])

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Notify the players of a deleted channel."""
        await self._lose([channel.id])

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Notify the players of a server that the bot was removed from."""
        await self._lose(channel.id for channel in chain(guild.threads, guild.channels))

    async def return_to(self, guild: discord.Guild) -> None:
        """Show the games of a server that the bot was added to again."""
        await self._retry(channel for channel in chain(guild.channels, guild.threads) if may_post(channel))

    async def _retry(self, channels: Iterable[discord.abc.GuildChannel | discord.Thread]) -> None:
        for channel in channels:
            self.poster.allow(channel.id)
            with suppress(StoreUnavailableError):
                await self.core.retry(Chat(PLATFORM, str(channel.id)))

    async def _lose(self, channels: Iterable[int]) -> None:
        for channel in channels:
            with suppress(StoreUnavailableError):
                await self.core.lose(Chat(PLATFORM, str(channel)))
