"""Servers: who manages them, which permissions the bot lacks there, and how it greets them."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord

from bot.core.language.speech import speech
from bot.core.ports.platform import Button, Envelope, Message
from bot.core.ports.translator import Translator
from bot.core.view.answers import lacking
from bot.platforms.discord.incoming import language_of
from bot.platforms.discord.posting import Poster

_IN_CHANNEL = ("view_channel", "send_messages", "attach_files")
_BESIDE_VOICE = (*_IN_CHANNEL, "connect")
_IN_THREAD = ("view_channel", "send_messages_in_threads", "attach_files")
_TO_BEGIN_THREADS = ("create_public_threads", "send_messages_in_threads")
_NO_MEMBER = (10007, 10013)
"""Discord's codes for a user who is no member, or is no longer there at all."""
_log = logging.getLogger(__name__)

ServerChannel = discord.abc.GuildChannel | discord.Thread


def server_of(channel: object) -> discord.Guild | None:
    """The server of a channel, a thread's is that of its channel; None where there is none, or none is known."""
    return channel.guild if isinstance(channel, ServerChannel) else None


async def manages(server: discord.Guild, user_id: int) -> bool:
    """Whether a member manages a server; raises `discord.NotFound` for who is none."""
    return (await server.fetch_member(user_id)).guild_permissions.manage_guild


async def is_member(server: discord.Guild, user_id: int) -> bool:
    """Return whether a user is a member of a server."""
    try:
        await server.fetch_member(user_id)
    except discord.NotFound as unknown:
        if unknown.code not in _NO_MEMBER:
            raise
        return False
    return True


def missing_permissions(channel: object, threads: bool) -> tuple[str, ...]:
    """The codes of those that it lacks there, or in `threads` that begin there; none where no server is known."""
    if not isinstance(channel, ServerChannel):
        return ()
    has = channel.permissions_for(channel.guild.me)
    needed = dict.fromkeys((*_to_play(channel), *(_TO_BEGIN_THREADS if threads else ())))
    return tuple(permission.replace("_", "-") for permission in needed if not getattr(has, permission))


def _to_play(channel: ServerChannel) -> tuple[str, ...]:
    """The text beside a voice channel is hidden from who may not connect."""
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        return _BESIDE_VOICE
    return _IN_THREAD if isinstance(channel, discord.Thread) else _IN_CHANNEL


async def greet(server: discord.Guild, poster: Poster, words: Translator) -> None:
    """Greets a server in its language, once even if several processes do: where it tells its news, or else where the
    bot may write."""
    channels = (server.system_channel, *server.text_channels)
    channel = next((channel for channel in channels if channel and _may_write(channel)), None)
    if channel is None:
        return
    try:
        await poster.post(channel, _greeting(channel, words, language_of(server.preferred_locale)))
    except discord.HTTPException as refused:
        _log.info("a server is not greeted: %s", refused)


async def greet_new(servers: Sequence[discord.Guild], since: float, poster: Poster, words: Translator) -> None:
    """Greets those servers to which the bot was added while it was not connected."""
    for server in servers:
        if server.me.joined_at and server.me.joined_at.timestamp() > since:
            await greet(server, poster, words)


def _greeting(channel: discord.TextChannel, words: Translator, language: str) -> Message:
    """Three lines and two buttons; and what is missing."""
    lines = [words(language, "greeting-discord")]
    if missing := missing_permissions(channel, threads=False):
        lines.append(lacking(missing, speech(language)))
    bot = Button(words(language, "button-play-bot"), "/setup bot")
    person = Button(words(language, "button-challenge-somebody"), "/setup")
    return Message("\n".join(lines), buttons=((bot, person),), envelope=Envelope(nonce=f"g{channel.guild.id}"))


def _may_write(channel: discord.TextChannel) -> bool:
    may = channel.permissions_for(channel.guild.me)
    return may.view_channel and may.send_messages
