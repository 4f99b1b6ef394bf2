"""What a person does to a game: decided, appended to its log, and its board sent on its way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from bot.core.boards.delivery import Delivery
from bot.core.game.entries import Entry
from bot.core.game.events import Accepted, Event
from bot.core.game.instants import Now
from bot.core.game.people import Chat
from bot.core.game.referee import GoAway, decided
from bot.core.game.requests import Deed
from bot.core.game.session import Session
from bot.core.ports.platform import Incoming
from bot.core.ports.store import Mark, Store
from bot.core.repository import Games
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
        after, marks = await self._append(session, request, incoming, marked=True)
        for mark in marks:
            self.delivery.soon(mark)
        return after

    async def show_again(self, session: Session, chat: Chat) -> None:
        """A player asks for the board where it stands: it comes anew, in the place of the last one."""
        self.delivery.soon(await self.store.mark(chat.key, session.code, self.now(), anew=True))

    async def keep(
        self,
        session: Session,
        request: Deed | GoAway,
        incoming: Incoming,
        is_kept: Callable[[Session], bool] = lambda session: False,
    ) -> Session:
        """As `commit`, but no chat is told of it, and nothing happens to a game that has it already."""
        after, _ = await self._append(session, request, incoming, marked=False, is_kept=is_kept)
        return after

    async def _append(
        self,
        session: Session,
        request: Deed | GoAway,
        incoming: Incoming,
        marked: bool,
        is_kept: Callable[[Session], bool] = lambda session: False,
    ) -> tuple[Session, Sequence[Mark]]:
        """The game after the request, and the marks of its chats if that is new and they are to be told."""
        async with self.locks.setdefault(session.code, asyncio.Lock()):
            session = self.games.newest(session.code) or session
            for _ in range(_TRIES):
                if session.follows_from(incoming.cause) or is_kept(session):
                    return session, ()
                happened = await decided(session, request, incoming.person, self.now())
                marks = self._marks(session, happened) if marked else ()
                after = await self.games.append(session, Entry(happened, incoming.cause), marks)
                if after is not None:
                    return after, marks
                session = await self.games.load(session.code) or session
        raise Illegal("busy", game=session.code)

    def _marks(self, session: Session, happened: Sequence[Event]) -> tuple[Mark, ...]:
        """One for each chat where the game is shown after these events."""
        joined = next((event.chat for event in happened if isinstance(event, Accepted)), None)
        chats = (session.places.chat, joined) if joined else session.places.shown
        return tuple(self.store.new_mark(chat.key, session.code, self.now()) for chat in chats)
