"""What a person does to a game: decided, appended to its log, and its board sent on its way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.core.clock import Now
from bot.core.commands.row import Deed
from bot.core.delivery import Delivery
from bot.core.entries import Entry
from bot.core.events import Accepted, Event
from bot.core.games import Games
from bot.core.people import Chat
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

    async def commit(self, session: Session, request: Deed, incoming: Incoming, is_told: bool = False) -> Session:
        """The game after the request, or as it is if the same request has led to something before.

        The chat that it comes from is not shown what it `is_told` otherwise.
        """
        for _ in range(_TRIES):
            if session.follows_from(incoming.cause):
                return session
            happened = decide(session, request, incoming.person, self.now())
            marks = [self.store.new_mark(chat.key, session.code, self.now()) for chat in _chats(session, happened)]
            after = await self.games.append(session, Entry(happened, incoming.cause), marks)
            if after is not None:
                await self.delivery.follow(marks, incoming.chat.key if is_told else "")
                return after
            session = await self.games.load(session.code) or session
        raise Illegal("busy", game=session.code)


def _chats(session: Session, happened: Sequence[Event]) -> Iterator[Chat]:
    """Where a game is shown after these events."""
    joined = (event.chat for event in happened if isinstance(event, Accepted))
    second = next(joined, None) or session.second
    yield session.chat
    if second:
        yield second
