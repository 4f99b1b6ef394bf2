"""The loop of background work: sweeps the outbox, looks at deadlines, re-indexes."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from bot.core.boards.delivery import SWEEP_SECONDS, Delivery
from bot.core.ports.store import Unreachable
from bot.core.repository import Games
from bot.core.upkeep.reindexing import Reindexing
from bot.core.upkeep.timekeeping import Timekeeping

_PATIENCE = 5.0  # seconds
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Sweeping:
    """Runs the rounds of background work until cancelled."""

    games: Games
    delivery: Delivery
    timekeeping: Timekeeping
    reindexing: Reindexing

    async def run(self) -> None:
        """Until cancelled."""
        rebuilding = asyncio.create_task(self.reindexing.rebuild())
        try:
            while True:
                if self.games.look_for_takeover():
                    rebuilding.cancel()
                    rebuilding = asyncio.create_task(self.reindexing.rebuild())
                await self._look_after()
                await asyncio.sleep(SWEEP_SECONDS)
        finally:
            rebuilding.cancel()

    async def sweep(self, patience: float) -> None:
        """One round; marks are left alone for `patience` seconds."""
        await self.games.look_for_forgotten()
        await self.delivery.sweep(patience)
        await self.timekeeping.sweep()

    async def _look_after(self) -> None:
        try:
            await self.sweep(_PATIENCE)
        except Unreachable:
            pass  # the store's own log says why; boards wait
        except Exception:
            _log.exception("a round of the sweeper is broken off")
