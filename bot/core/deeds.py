"""What a person does to a game: decided, appended to its log, and its board sent on its way."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.clock import Now
from bot.core.commands.row import Deed
from bot.core.delivery import Delivery
from bot.core.entries import Entry
from bot.core.games import Games
from bot.core.ports import Incoming
from bot.core.referee import decide
from bot.core.session import Session
from bot.core.storage import Store
from engines.refusals import Illegal

_TRIES = 3


@dataclass(frozen=True)
class Deeds:
    """Whoever is slower than another looks again, three times at most."""

    store: Store
    games: Games
    delivery: Delivery
    now: Now

    async def commit(self, session: Session, request: Deed, incoming: Incoming) -> Session:
        """The game after the request, or as it is if the same request has led to something before."""
        for _ in range(_TRIES):
            if session.follows_from(incoming.cause):
                return session
            entry = Entry(decide(session, request, incoming.person, self.now()), incoming.cause)
            mark = self.store.new_mark(session.chat.key, session.code, self.now())
            after = await self.games.append(session, entry, mark)
            if after is not None:
                self.delivery.soon(mark)
                return after
            session = await self.games.load(session.code) or session
        raise Illegal("busy", game=session.code)
