"""Games loaded from their logs and appended to them, with the indexes by which they are found."""

from __future__ import annotations

import logging
from collections import OrderedDict

from bot.core import events
from bot.core.events import Event
from bot.core.people import Chat, Person
from bot.core.session import Session, Stage, replay
from bot.core.storage import Mark, Store
from engines.refusals import Refusal

_MOST_REMEMBERED = 2000
_log = logging.getLogger(__name__)


class Games:
    """Sessions by code. What was loaded is remembered, so that the next command costs its own events only."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._remembered: OrderedDict[str, Session] = OrderedDict()

    async def load(self, code: str) -> Session | None:
        """The game as its log has it now; None if there is no such game, or its log cannot be read."""
        known = self._remembered.get(code)
        entries = await self._store.load(code, known.version if known else 0)
        try:
            return self._remember(replay(known, map(events.read, entries)))
        except (ValueError, KeyError, Refusal):
            _log.exception("the log of %s cannot be read", code)
            return None

    async def append(self, session: Session, happened: tuple[Event, ...]) -> Session | None:
        """The game after these events, which are in the log now; None if somebody was faster."""
        after = replay(session, [happened])
        return await self._append(session.code, session.version + 1, happened, after)

    async def append_marked(self, session: Session, happened: tuple[Event, ...], mark: Mark) -> Session | None:
        """As `append`, with the mark that its chat is about to miss a board written just before."""
        after = replay(session, [happened])
        added = await self._store.append_marked(mark, session.version + 1, events.write(happened))
        return await self._added(session.version + 1, happened, after) if added else None

    async def begin(self, code: str, happened: tuple[Event, ...]) -> Session | None:
        """A new game; None if the code is taken."""
        return await self._append(code, 1, happened, replay(None, [happened]))

    async def here(self, chat: Chat) -> list[Session]:
        """The open games of a chat, oldest first."""
        return await self._open(await self._store.games_in(chat.key))

    async def of(self, person: Person) -> list[Session]:
        """The open games of a person, oldest first."""
        return await self._open(await self._store.games_of(person.key))

    async def reindex(self, session: Session) -> None:
        """Puts a game on the lists where it belongs, and takes it off all when it is over."""
        people = [p.key for p in (session.challenger, session.opponent) if isinstance(p, Person)]
        offered = session.stage is Stage.OFFERED
        await self._store.deadline(session.code, session.expires if offered else None)
        if session.stage in (Stage.OVER, Stage.OFF):
            await self._store.unindex(session.code, [session.chat.key], people)
        else:
            await self._store.index(session.code, [session.chat.key], people)

    async def _append(
        self, code: str, version: int, happened: tuple[Event, ...], after: Session | None
    ) -> Session | None:
        added = await self._store.append(code, version, events.write(happened))
        return await self._added(version, happened, after) if added else None

    async def _added(self, version: int, happened: tuple[Event, ...], after: Session | None) -> Session | None:
        assert after is not None
        seated = any(not isinstance(event, events.Moved | events.Hinted) for event in happened)
        if version == 1 or seated or after.outcome:
            await self.reindex(after)
        return self._remember(after)

    async def _open(self, codes: list[str]) -> list[Session]:
        found = [session for code in codes if (session := await self.load(code)) is not None]
        running = [session for session in found if session.stage in (Stage.OFFERED, Stage.RUNNING)]
        return sorted(running, key=lambda session: session.started)

    def _remember(self, session: Session | None) -> Session | None:
        if session is not None:
            self._remembered[session.code] = session
            self._remembered.move_to_end(session.code)
            if len(self._remembered) > _MOST_REMEMBERED:
                self._remembered.popitem(last=False)
        return session
