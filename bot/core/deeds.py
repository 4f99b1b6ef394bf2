"""What a person does to a game: decided, appended to its log, and its board sent on its way."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from bot.core.clock import Now
from bot.core.commands.notices import GoAway
from bot.core.commands.row import Deed
from bot.core.delivery import Delivery
from bot.core.entries import Entry
from bot.core.games import Games
from bot.core.ports import Incoming
from bot.core.referee import decide
from bot.core.session import Session
from bot.core.storage import Mark, Store
from engines.refusals import Illegal

_TRIES = 100


@dataclass(frozen=True)
class Deeds:
    """Those who write here at once take turns; who is slower than another process looks again."""

    store: Store
    games: Games
    delivery: Delivery
    now: Now
    locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    async def commit(self, session: Session, request: Deed | GoAway, incoming: Incoming) -> Session:
        """The game after the request, or as it is if the same request has led to something before."""
        mark = self.store.new_mark(session.chat.key, session.code, self.now())
        after, is_new = await self._append(session, request, incoming, mark)
        if is_new:
            self.delivery.soon(mark)
        return after

    async def show_again(self, session: Session) -> None:
        """A player asks for the board where it stands: it comes anew, in the place of the last one."""
        mark = await self.store.mark(session.chat.key, session.code, self.now())
        self.delivery.soon(mark, anew=True)

    async def keep(self, session: Session, request: Deed | GoAway, incoming: Incoming) -> Session:
        """As `commit`, but no chat is told of it."""
        after, _ = await self._append(session, request, incoming)
        return after

    async def _append(
        self, session: Session, request: Deed | GoAway, incoming: Incoming, mark: Mark | None = None
    ) -> tuple[Session, bool]:
        """The game after the request, and whether that is new."""
        async with self.locks.setdefault(session.code, asyncio.Lock()):
            session = self.games.newest(session.code) or session
            for _ in range(_TRIES):
                if session.follows_from(incoming.cause):
                    return session, False
                entry = Entry(decide(session, request, incoming.person, self.now()), incoming.cause)
                after = await self.games.append(session, entry, mark)
                if after is not None:
                    return after, True
                session = await self.games.load(session.code) or session
        raise Illegal("busy", game=session.code)
