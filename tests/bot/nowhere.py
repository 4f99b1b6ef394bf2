"""No games in chats where the bot is not, and no boards to be touched."""

from __future__ import annotations

from typing import Any

from bot.core.ports.page import Touching
from bot.core.ports.platform import Elsewhere


async def _nothing(*_: Any) -> None:
    """Answer that there is nothing."""


async def _none(*_: Any) -> tuple[()]:
    """Answer with none of several."""
    return ()


def nowhere() -> Elsewhere:
    """Return the port of a core without games in chats where the bot is not."""
    return Elsewhere(_none, _nothing, _nothing, _nothing)


def no_boards() -> Touching:
    """Return the port of a core without boards to touch."""
    return Touching(_nothing, _nothing, _nothing, _nothing)
