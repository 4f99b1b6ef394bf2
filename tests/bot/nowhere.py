"""No games in chats where the bot is not, and no boards to be touched."""

from __future__ import annotations

from unittest.mock import AsyncMock

from bot.core.ports.page import Touching
from bot.core.ports.platform import Elsewhere


def nowhere() -> Elsewhere:
    """Return the port of a core without games in chats where the bot is not."""
    return Elsewhere(
        AsyncMock(return_value=()),
        AsyncMock(return_value=None),
        AsyncMock(return_value=None),
        AsyncMock(return_value=None),
    )


def no_boards() -> Touching:
    """Return the port of a core without boards to touch."""
    return Touching(*(AsyncMock(return_value=None) for _ in range(4)))
