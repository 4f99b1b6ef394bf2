"""The bot is added to a server: it says what it is, how one begins, and what it may not do."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.core.language.speech import speech
from bot.core.ports.platform import Button, Message
from bot.core.view.answers import lacking as told
from bot.platforms.discord.incoming import language_of
from bot.platforms.discord.localized import Words
from bot.platforms.discord.posting import Poster
from bot.platforms.discord.rights import lacking

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
        if missing := lacking(channel, threads=False):
            lines.append(told(missing, speech(language)))
        bot = Button(self.words(language, "button-play-bot"), "/challenge bot easy dots 3x3")
        somebody = Button(self.words(language, "button-challenge-somebody"), "/setup")
        return Message("\n".join(lines), buttons=((bot, somebody),), nonce=f"g{channel.guild.id}")


def _place(guild: discord.Guild) -> discord.TextChannel | None:
    """The system channel if the bot may write there, else the first channel where it may."""
    channels = (guild.system_channel, *guild.text_channels)
    return next((channel for channel in channels if channel and _may_write(channel)), None)


def _may_write(channel: discord.TextChannel) -> bool:
    may = channel.permissions_for(channel.guild.me)
    return may.view_channel and may.send_messages
