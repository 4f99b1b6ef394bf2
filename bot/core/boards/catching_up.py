"""A chat takes messages again: the newest boards of its games come, if it has missed them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.boards.delivery import Delivery
from bot.core.clock import Now
from bot.core.games import Games
from bot.core.people import Chat
from bot.core.storage import Store


@dataclass(frozen=True)
class CatchingUp:
    """Marks the boards that a chat may have missed; those that it has seen are not shown again."""

    store: Store
    games: Games
    delivery: Delivery
    now: Now

    async def heard(self, chat: Chat) -> None:
        """Somebody speaks in a chat: what it has missed a while ago is worth another try."""
        if self.delivery.missed.is_worth_a_try(chat, self.now()):
            await self.retry(chat)

    async def retry(self, chat: Chat) -> None:
        """Shows what was missed in a chat and its threads, and what is newest of the chat's open games."""
        known = await self.store.known(chat.key, "")
        boards = self.delivery.missed.taken(chat)
        for session in await self.games.open(known.games):
            current = await self.games.current(session)
            shown_in = zip(session.places, current, strict=True)
            boards |= {(own.key, session.code) for own, key in shown_in if key == known.chat}
        for key, code in sorted(boards):
            self.delivery.soon(await self.store.mark(key, code, self.now()), known=False)
