"""Several processes show the boards of one game: none of them leaves an older board below a newer one of another."""

from __future__ import annotations

import math
from dataclasses import dataclass

from bot.core.games import Games
from bot.core.people import Chat
from bot.core.session import Session
from bot.core.storage import Mark, Store


@dataclass(frozen=True)
class Overtaking:
    """Looks at what others have written, marked and shown meanwhile."""

    store: Store
    games: Games

    async def has_befallen(self, session: Session, chat: Chat) -> bool:
        """Whether another process has gone on with a game that waited here to be shown, and sees to its board."""
        newest = await self.games.load(session.code)
        if newest is None or newest.version <= session.version:
            return False
        if marks := await self._marks(chat.key, session.code):
            return not await self.store.claim(marks)
        shown = (await self.store.place(chat.key, session.code)).shown
        return shown is not None and shown.version >= newest.version

    async def _marks(self, chat: str, game: str) -> list[Mark]:
        return [mark for mark in await self.store.dirty(math.inf) if (mark.chat, mark.game) == (chat, game)]
