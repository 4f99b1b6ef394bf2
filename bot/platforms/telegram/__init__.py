"""Telegram's door: commands, replies and button presses in, photos with captions out."""

from bot.platforms.telegram.door import Telegram
from bot.platforms.telegram.updates import Webhook

__all__ = ["Telegram", "Webhook"]
