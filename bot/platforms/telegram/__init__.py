"""Telegram's door.

What comes in: `updates` (polling, webhook), `inbox`, `incoming`, `dispatcher`.
What goes out: `answers`, `posting`, `message_parts`, `ephemeral`, `old_boards`, `flood_control`.
What is asked of the platform: `bot_api`, `bot_profile`, `groups`, `inline`, `people`.
"""

from bot.platforms.telegram.door import Telegram
from bot.platforms.telegram.updates import Webhook

__all__ = ["Telegram", "Webhook"]
