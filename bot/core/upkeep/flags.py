"""Flags of clocks that tick: a timer for each such game that this process knows ends the game when time is up."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.core.boards.context import Context
from bot.core.boards.delivery import Delivery
from bot.core.game.events import LogEntry
from bot.core.game.people import Person
from bot.core.game.referee import fallen_flag
from bot.core.game.session import Session, Stage, has_ticking_clock
from bot.core.ports.store import StoreUnavailableError
from bot.core.upkeep.tasks import log_failures

_LATE = 0.2
"""Seconds by which a timer may be late; a later one waits as long again, since moves waited with it."""
_AGAIN = 0.2
_PATIENCE = 5.0
Outlast = Callable[[Person], Awaitable[None]]
"""Wait until the texts of a person that have arrived by now are handled."""


class Flags:
    """The timers of games whose clock ticks, by code.

    The process that writes a move sets one, and so does the sweeper, which finds in the store the games of others. Of
    several processes, the first to append ends the game.
    """

    def __init__(self, context: Context, delivery: Delivery, outlast: Outlast) -> None:
        self._context = context
        self._delivery = delivery
        self._outlast = outlast
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks = set[asyncio.Task[None]]()

    def watch(self, session: Session, soonest: float = 0.0) -> None:
        """Reset the timer of a game; one that is over, or has no clock that ticks, needs none."""
        self._cancel_timer(session.code)
        if session.clocks and has_ticking_clock(session) and session.stage is Stage.RUNNING:
            self._set_timer(session.code, max(soonest, session.clocks.claim_time - self._context.now()))

    async def fall(self, session: Session) -> Session:
        """End a game if its flag has fallen, once moves that arrived in time are handled; return the newest state."""
        mover, games = session.on_turn, self._context.games
        if fallen_flag(session, self._context.now()) and isinstance(mover, Person):
            with suppress(TimeoutError):
                async with asyncio.timeout(_PATIENCE):
                    await self._outlast(mover)
        newest = await games.load(session.code) or session
        if not (events := fallen_flag(newest, self._context.now())):
            return newest
        session_after = await self._delivery.append(newest, LogEntry(events, f"clock:{newest.version}"))
        return session_after or await games.load(newest.code) or newest

    async def close(self) -> None:
        """Cancel all timers; the store's schedule has the games."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _set_timer(self, code: str, seconds: float) -> None:
        self._cancel_timer(code)
        loop = asyncio.get_running_loop()
        at = loop.time() + seconds
        self._timers[code] = loop.call_at(at, self._ring, code, at)

    def _cancel_timer(self, code: str) -> None:
        if timer := self._timers.pop(code, None):
            timer.cancel()

    def _ring(self, code: str, at: float) -> None:
        delay = asyncio.get_running_loop().time() - at
        if delay > _LATE:
            self._set_timer(code, delay)
            return
        del self._timers[code]
        task = asyncio.create_task(self._try(code))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _try(self, code: str) -> None:
        """End the game, or reset its timer: there was a move or a pause, or the store does not answer."""
        try:
            with log_failures(f"the flag of {code}"):
                if session := await self._context.games.load(code):
                    self.watch(await self.fall(session), soonest=_AGAIN)
        except StoreUnavailableError:
            self._set_timer(code, _AGAIN)
