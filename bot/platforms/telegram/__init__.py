"""Telegram's door: commands, replies and button presses in, photos with captions out."""

from bot.platforms.telegram.connection import Webhook
from bot.platforms.telegram.door import Telegram

__all__ = ["Telegram", "Webhook"]
