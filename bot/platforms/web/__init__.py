"""The web chat: one page, one WebSocket, and channels kept in memory."""

from bot.platforms.web.door import Web

__all__ = ["Web"]
