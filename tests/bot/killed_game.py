"""A whole game by a bot that is killed at any call and started again, on a stand-in for a platform."""

from __future__ import annotations

import asyncio
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, field
from itertools import chain

from aiohttp import web

from bot.core.ports.store import HEAD_START, StoreUnavailableError
from bot.core.router import Router
from bot.store.redis import RedisStore

MOVES = ("a1-a2", "b1-b2", "c1-c2", "a1-b1", "a2-b2", "b1-c1", "b2-c2", "a2-a3", "b2-b3", "c2-c3", "a3-b3", "b3-c3")
SEATS = (0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0)
PATIENCE = 30.0


@dataclass
class Kill:
    """The kill of a bot while it waits for the answer to the `fatal` one of its calls."""

    fatal: float = math.inf
    calls: int = 0
    killed: asyncio.Event = field(default_factory=asyncio.Event)

    async def refuse(self, request: web.Request) -> None:
        """Hang up on a bot that was killed."""
        if self.killed.is_set():
            await self._hang_up(request)

    async def count(self, request: web.Request, last_act: Callable[[], object]) -> None:
        """Count a call that was obeyed; kill the bot before it hears of it if the call is fatal."""
        self.calls += 1
        if self.calls == self.fatal and not self.killed.is_set():
            self.killed.set()
            last_act()
            await self._hang_up(request)

    async def _hang_up(self, request: web.Request) -> None:
        if request.transport:
            request.transport.abort()
        await asyncio.Event().wait()


@dataclass
class KilledGame(ABC):
    """A game of two people on 2x2 dots; `types_again` says whether an unanswered move is typed once more."""

    kill: Kill
    valkey: str
    types_again: bool
    later: float = 0.0
    typing: Callable[[], object] | None = None

    def now(self) -> float:
        return time.time() + self.later

    @abstractmethod
    def run(self) -> AbstractAsyncContextManager[tuple[Router, RedisStore]]:
        """Run a process: what it has not done when it is killed is not done."""

    @abstractmethod
    async def begin(self, router: Router) -> None:
        """Challenge and accept, until the first board is shown."""

    @abstractmethod
    def moves(self) -> Iterator[Callable[[], object]]:
        """Yield how each move is typed, with what is to be shown then noted."""

    @abstractmethod
    def look(self) -> None:
        """Note what was shown since."""

    @abstractmethod
    def is_shown(self) -> bool:
        """Return whether the board after the latest move was shown."""

    def is_answered(self) -> bool:
        return True

    async def play(self, fatal: float = math.inf, refuse: Callable[[], object] = lambda: None) -> None:
        """Play from the challenge to the last board, and until nothing is to be done any more.

        Once the game has begun, `refuse` makes the platform refuse calls, or a call is `fatal`.
        """
        moves = self.moves()
        async with self.run() as (router, store):
            await self.begin(router)
            refuse()
            self.kill.calls, self.kill.fatal = 0, fatal
            await self._go_on(moves, router, store)
        if fatal < math.inf:
            assert self.kill.killed.is_set()
            self.kill.killed, self.kill.fatal = asyncio.Event(), math.inf
            async with self.run() as (router, store):
                await self._go_on(moves, router, store)

    async def _go_on(self, moves: Iterator[Callable[[], object]], router: Router, store: RedisStore) -> None:
        """Play until the end, or until the bot is killed."""
        for typing in chain([self.typing] if self.typing else [], moves):
            if typing is not self.typing or (self.types_again and not self.is_shown()):
                typing()
            self.typing = typing
            if await self.until(router, self.is_shown):
                return
        with suppress(StoreUnavailableError):
            while await store.cleanups.due_cleanups(math.inf) or await store.boards.pending(math.inf):
                self.later += HEAD_START
                await self.until(router, lambda: True)
        await self.until(router, self.is_answered)

    async def until(self, router: Router, is_so: Callable[[], bool]) -> bool:
        """Wait until it is so; return whether the bot was killed."""
        async with asyncio.timeout(PATIENCE):
            while not self.kill.killed.is_set():
                with suppress(StoreUnavailableError):
                    await router.sweep()
                    await router.wait_until_idle()
                self.look()
                if is_so():
                    return False
                await asyncio.sleep(0.03)
        return True
