"""The Telegram platform adapter: updates in, messages with pictures out."""

from bot.platforms.telegram.adapter import Telegram
from bot.platforms.telegram.updates import Webhook

__all__ = ["Telegram", "Webhook"]
