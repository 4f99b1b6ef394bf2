"""Telegram's door.

What comes in: `updates` (polling, webhook), `inbox`, `incoming`, `dispatcher`.
What goes out: `answers`, `posting`, `message_parts`, `ephemeral`, `flood_control`.
What is asked of the platform: `bot_api`, `bot_profile`, `groups`, `mini_app`, `people`.
"""

from bot.platforms.telegram.door import Telegram
from bot.platforms.telegram.updates import Webhook

__all__ = ["Telegram", "Webhook"]
