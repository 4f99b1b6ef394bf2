"""The rights that the bot needs in a server's channel, and which of them it lacks."""

from __future__ import annotations

import discord

_HERE = ("view_channel", "send_messages", "attach_files")
_BESIDE_VOICE = (*_HERE, "connect")
_IN_THREAD = ("view_channel", "send_messages_in_threads", "attach_files")
_TO_BEGIN_THREADS = ("create_public_threads", "send_messages_in_threads")


def lacking(channel: object, threads: bool) -> tuple[str, ...]:
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
    return _IN_THREAD if isinstance(channel, discord.Thread) else _HERE
