"""Servers: who manages them, which permissions the bot lacks there, and how it greets them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.core.language.speech import speech
from bot.core.ports.platform import Button, Envelope, Message, Words
from bot.core.view.answers import lacking as told
from bot.platforms.discord.incoming import language_of
from bot.platforms.discord.posting import Poster

InServer = discord.abc.GuildChannel | discord.Thread


async def manages(client: discord.Client, channel_id: int, user_id: int) -> bool | None:
    """Whether somebody manages the server of a channel; None where there is none, or not known."""
    channel = client.get_channel(channel_id)
    if not isinstance(channel, InServer):
        return None
    return (await channel.guild.fetch_member(user_id)).guild_permissions.manage_guild


_IN_CHANNEL = ("view_channel", "send_messages", "attach_files")
_BESIDE_VOICE = (*_IN_CHANNEL, "connect")
_IN_THREAD = ("view_channel", "send_messages_in_threads", "attach_files")
_TO_BEGIN_THREADS = ("create_public_threads", "send_messages_in_threads")


def missing_permissions(channel: object, threads: bool) -> tuple[str, ...]:
    """The codes of those that it lacks there, or in `threads` that begin there; none where no server is known."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return ()
    has = channel.permissions_for(channel.guild.me)
    needed = dict.fromkeys((*_to_play(channel), *(_TO_BEGIN_THREADS if threads else ())))
    return tuple(right.replace("_", "-") for right in needed if not getattr(has, right))


def _to_play(channel: discord.abc.GuildChannel | discord.Thread) -> tuple[str, ...]:
    """The text beside a voice channel is hidden from who may not connect."""
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        return _BESIDE_VOICE
    return _IN_THREAD if isinstance(channel, discord.Thread) else _IN_CHANNEL


_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Greeting:
    """Speaks the language of the server, once even if several processes do."""

    poster: Poster
    words: Words

    async def receive(self, guild: discord.Guild) -> None:
        """Greets where a server tells its news, or else where the bot may write."""
        channel = _place(guild)
        if channel is None:
            return
        try:
            await self.poster.post(channel, self._said(channel, language_of(guild.preferred_locale)))
        except discord.HTTPException as refused:
            _log.info("a server is not greeted: %s", refused)

    async def catch_up(self, guilds: Sequence[discord.Guild], since: float) -> None:
        """Greets those servers to which the bot was added while it was not connected."""
        for guild in guilds:
            if guild.me.joined_at and guild.me.joined_at.timestamp() > since:
                await self.receive(guild)

    def _said(self, channel: discord.TextChannel, language: str) -> Message:
        """Three lines and two buttons; and what is missing."""
        lines = [self.words(language, "greeting-discord")]
        if missing := missing_permissions(channel, threads=False):
            lines.append(told(missing, speech(language)))
        bot = Button(self.words(language, "button-play-bot"), "/challenge bot easy dots 3x3")
        somebody = Button(self.words(language, "button-challenge-somebody"), "/setup")
        return Message("\n".join(lines), buttons=((bot, somebody),), envelope=Envelope(nonce=f"g{channel.guild.id}"))


def _place(guild: discord.Guild) -> discord.TextChannel | None:
    """The system channel if the bot may write there, else the first channel where it may."""
    channels = (guild.system_channel, *guild.text_channels)
    return next((channel for channel in channels if channel and _may_write(channel)), None)


def _may_write(channel: discord.TextChannel) -> bool:
    may = channel.permissions_for(channel.guild.me)
    return may.view_channel and may.send_messages
