"""The Discord platform adapter: slash commands, buttons and mentions in, messages with pictures out."""

from bot.platforms.discord.adapter import Discord

__all__ = ["Discord"]
