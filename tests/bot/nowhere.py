"""No games in chats where the bot is not."""

from __future__ import annotations

from bot.core.game.people import Chat, Person
from bot.core.ports.platform import Invitation


class Nowhere:
    async def offers(self, person: Person, text: str) -> tuple[Invitation, ...]:
        return ()

    async def offer(self, person: Person, text: str, opponent: Person | None = None) -> Invitation | None:
        return None

    async def invited(self, chat: Chat, person: Person, invitation: str) -> None:
        pass
