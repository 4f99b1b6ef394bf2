"""No games in chats where the bot is not, and no boards to be touched."""

from __future__ import annotations

from unittest.mock import AsyncMock

from bot.core.game.people import Chat, Person
from bot.core.ports.page import Past, Touch, Touchable, Verdict
from bot.core.ports.platform import Elsewhere


def nowhere() -> Elsewhere:
    """Return the port of a core without games in chats where the bot is not."""
    return Elsewhere(
        AsyncMock(return_value=()),
        AsyncMock(return_value=None),
        AsyncMock(return_value=None),
        AsyncMock(return_value=None),
    )


class Untouched:
    async def board(self, chat: Chat, person: Person, of: str, language: str) -> Touchable | None:
        return None

    async def table(self, chat: Chat, of: str, language: str) -> None:
        return None

    async def past(self, chat: Chat, of: str, turn: int, language: str) -> Past | None:
        return None

    async def judge(self, chat: Chat, touch: Touch, language: str) -> Verdict | None:
        return None
