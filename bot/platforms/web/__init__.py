"""The web chat: one page, one WebSocket, and channels stored in the archive."""

from bot.platforms.web.adapter import Web
from bot.platforms.web.site import is_loopback

__all__ = ["Web", "is_loopback"]
