"""Discord servers: member permissions, permissions that the bot lacks, and greetings."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord

from bot.core.language.speech import speech
from bot.core.ports.platform import Button, Envelope, Message
from bot.core.ports.translator import Translator
from bot.core.view.answers import rights_in_words
from bot.platforms.discord.incoming import language_of
from bot.platforms.discord.posting import Poster, may_post

_IN_CHANNEL: tuple[str, ...] = ("view_channel", "send_messages", "attach_files")
_BESIDE_VOICE = (*_IN_CHANNEL, "connect")
_IN_THREAD = ("view_channel", "send_messages_in_threads", "attach_files")
_TO_BEGIN_THREADS = ("create_public_threads", "send_messages_in_threads")
_log = logging.getLogger(__name__)

ServerChannel = discord.abc.GuildChannel | discord.Thread


def missing_permissions(channel: object, threads: bool) -> tuple[str, ...]:
    """Return the codes of the permissions that the bot lacks in a channel, or also to create `threads` there."""
    if not isinstance(channel, ServerChannel):
        return ()
    has = channel.permissions_for(channel.guild.me)
    to_play = _IN_THREAD if isinstance(channel, discord.Thread) else _IN_CHANNEL
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        to_play = _BESIDE_VOICE
    permissions = dict.fromkeys((*to_play, *(_TO_BEGIN_THREADS if threads else ())))
    return tuple(permission.replace("_", "-") for permission in permissions if not getattr(has, permission))


async def greet(server: discord.Guild, poster: Poster, words: Translator) -> None:
    """Greet a server once in its system channel, or else in the first channel where the bot may write."""
    channels = (server.system_channel, *server.text_channels)
    channel = next((channel for channel in channels if channel and may_post(channel)), None)
    if channel is None:
        return
    try:
        await poster.post(channel, _greeting(channel, words, language_of(server.preferred_locale)))
    except discord.HTTPException as error:
        _log.info("a server could not be greeted: %s", error)


async def greet_new(servers: Sequence[discord.Guild], since: float, poster: Poster, words: Translator) -> None:
    """Greet the servers that the bot joined after `since`."""
    for server in servers:
        if server.me.joined_at and server.me.joined_at.timestamp() > since:
            await greet(server, poster, words)


def _greeting(channel: discord.TextChannel, words: Translator, language: str) -> Message:
    """Return the greeting with two buttons, and the missing permissions if any."""
    lines = [words(language, "greeting-discord")]
    if missing := missing_permissions(channel, threads=False):
        lines.append(rights_in_words(missing, speech(language)))
    bot = Button(words(language, "button-play-bot"), "/setup bot")
    person = Button(words(language, "button-challenge-somebody"), "/setup")
    return Message("\n".join(lines), buttons=((bot, person),), envelope=Envelope(nonce=f"g{channel.guild.id}"))
