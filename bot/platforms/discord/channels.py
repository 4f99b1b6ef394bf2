"""What is known of the channels of servers: their addresses, and who rules there."""

from __future__ import annotations

import discord

InServer = discord.abc.GuildChannel | discord.Thread


def link(client: discord.Client, channel_id: int, message: str) -> str:
    """The address of a message; "" in a channel that is not known."""
    channel = client.get_channel(channel_id)
    if isinstance(channel, discord.DMChannel):
        return f"https://discord.com/channels/@me/{channel_id}/{message}"
    return (
        f"https://discord.com/channels/{channel.guild.id}/{channel_id}/{message}"
        if isinstance(channel, InServer)
        else ""
    )


async def manages(client: discord.Client, channel_id: int, user_id: int) -> bool | None:
    """Whether somebody manages the server of a channel; None where there is none, or not known."""
    channel = client.get_channel(channel_id)
    if not isinstance(channel, InServer):
        return None
    return (await channel.guild.fetch_member(user_id)).guild_permissions.manage_guild
