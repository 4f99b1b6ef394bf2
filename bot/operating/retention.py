"""Forgets games in which nothing has happened for long."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.core.game import entries
from bot.core.game.instants import Instant, Now
from bot.core.ports.store import Ends, Spoilt, Unreachable
from bot.core.upkeep.reindexing import lists_of
from bot.store.redis import RedisStore

_DAY: Instant = 24 * 3600
_ROUND_SECONDS = 3600.0
_AT_ONCE = 100  # games
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Retention:
    """Games whose last event is more than `days` old go, with their places on all lists."""

    store: RedisStore
    now: Now
    days: float | None

    async def run(self) -> None:
        """A round an hour, until cancelled; nothing goes if no days were said."""
        while self.days is not None:
            with suppress(Unreachable):
                if gone := await self.forget():
                    _log.info("%d games were older than %g days and are forgotten", gone, self.days)
            await asyncio.sleep(_ROUND_SECONDS)

    async def forget(self) -> int:
        """One round; how many games went."""
        gone, some = 0, list[str]()
        async for game in self.store.logs.all_games():
            some.append(game)
            if len(some) == _AT_ONCE:
                gone, some = gone + await self._forget(await self.store.logs.ends(some)), []
        return gone + await self._forget(await self.store.logs.ends(some))

    async def _forget(self, logs: Mapping[str, Ends | Spoilt]) -> int:
        gone = 0
        for ends in logs.values():
            lists = lists_of(ends) if isinstance(ends, Ends) and self._is_old(ends) else None
            if lists and isinstance(ends, Ends):
                chats = tuple((await self.store.settings.all_current(lists.chats)).values())
                gone += await self.store.logs.forget(
                    replace(lists, chats=chats, open=False, deadline=None), ends.version
                )
        return gone

    def _is_old(self, ends: Ends) -> bool:
        """Whether its last event was long ago; a log that cannot be read is kept."""
        with suppress(ValueError):
            happened = [event.at for event in entries.read(ends.last).events]
            return bool(happened) and self.days is not None and max(happened) < self.now() - self.days * _DAY
        return False
