"""The Telegram platform adapter.

Input: `updates` (polling, webhook), `inbox`, `incoming`, `dispatcher`. Output: `answers`, `posting`, `message_parts`,
`ephemeral`, `flood_control`. Requests to the platform: `bot_api`, `bot_profile`, `groups`, `mini_app`, `people`.
"""

from bot.platforms.telegram.door import Telegram
from bot.platforms.telegram.updates import Webhook

__all__ = ["Telegram", "Webhook"]
