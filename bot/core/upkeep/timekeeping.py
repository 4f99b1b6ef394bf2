"""Deadlines: challenges that expire, games filed away after long idleness, clocks that run out."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass

from bot.core.boards.delivery import Delivery
from bot.core.game.entries import LogEntry
from bot.core.game.events import Event, Reminded
from bot.core.game.instants import Instant, Now
from bot.core.game.referee import expire
from bot.core.game.session import Session, Stage
from bot.core.ports.platform import Unshown
from bot.core.ports.store import CLOCKS, DEADLINES, Store
from bot.core.repository import Games, listing
from bot.core.upkeep.reminding import Reminding
from engines.refusals import Illegal

_LOOKING_SECONDS = 30.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Timekeeping:
    """Looks at games whose deadline has come, in the one process that holds the lease for it.

    `longest` is how long (seconds) a challenge waits for an answer.
    """

    store: Store
    games: Games
    delivery: Delivery
    reminding: Reminding
    now: Now
    longest: Instant

    async def sweep(self) -> None:
        """One round."""
        now = self.now()
        for code in await self.store.boards.due(DEADLINES, now):
            with suppress(Illegal):
                await self._expire(code)
        for code in await self.store.boards.far(now + self.longest):
            with suppress(Illegal):
                await self._hasten(code, now)
        for code in await self.store.boards.due(CLOCKS, now):
            with suppress(Illegal):
                await self._tick(code)
        await self.reminding.digests(now)

    async def _expire(self, code: str) -> None:
        session = await self.games.load(code)
        if session and not self._reaches(session):
            return
        happened = expire(session, self.now()) if session and session.stage is Stage.OFFERED else ()
        if session and happened:
            await self._happen(session, happened)
        else:
            is_early = session and session.stage is Stage.OFFERED
            await self.store.boards.schedule(DEADLINES, code, session.expires if session and is_early else None)

    async def _hasten(self, code: str, now: float) -> None:
        """A challenge that a clock of the future made waits from now on for as long as it was to wait."""
        session = await self.games.load(code)
        if session and now < session.started:
            await self.store.boards.schedule(DEADLINES, code, now + session.expires - session.started)

    async def _tick(self, code: str) -> None:
        session = await self.games.load(code)
        if session and not self._reaches(session):
            return
        happened = expire(session, self.now()) if session else ()
        if session and happened:
            await self._happen(session, happened)
        elif session and (part := _untold(session, self.now())):
            await self._remind(session, part, self.now())
        else:
            await self.store.boards.schedule(CLOCKS, code, listing(session, ()).clock if session else None)

    async def _remind(self, session: Session, part: float, now: Instant) -> None:
        """Reminds, then logs that it was done: at-least-once, for after a crash in between another process reminds."""
        if later := await self.reminding.postponed(session, now):
            await self.store.boards.schedule(CLOCKS, session.code, later)
            return
        if not await self.store.leases.take(f"reminder:{session.code}:{session.version}", _LOOKING_SECONDS):
            return
        try:
            await self.reminding.remind(session, part, now)
        except Unshown as failed:
            _log.warning("no reminder of %s: %s", session.code, failed)
            if failed.retry_after is not None:
                await self.store.boards.schedule(CLOCKS, session.code, now + failed.retry_after)
                return
        logged = LogEntry((Reminded(now, part),), f"clock:{session.version}")
        after = await self.games.append(session, logged) or await self.games.load(session.code)
        if after:
            await self.store.boards.schedule(CLOCKS, after.code, listing(after, ()).clock)

    async def _happen(self, session: Session, happened: tuple[Event, ...]) -> None:
        if not await self.store.leases.take(f"expiry:{session.code}:{session.version}", _LOOKING_SECONDS):
            return
        entries = [self.store.boards.entry(chat.key, session.code, self.now()) for chat in session.places.shown]
        if await self.games.append(session, LogEntry(happened, f"clock:{session.version}"), entries):
            for entry in entries:
                self.delivery.soon(entry)

    def _reaches(self, session: Session) -> bool:
        return any(self.delivery.reaches(chat.key) for chat in session.places.shown)


def _untold(session: Session, now: Instant) -> float | None:
    """How much of a time is over of which no player was told."""
    return session.clocks.untold(now) if session.clocks and session.stage is Stage.RUNNING else None
