"""Retention: after some days nothing is left of games in which nothing happens, of their messages and their rooms."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.core.game import entries, tournament_events, tournaments
from bot.core.game.instants import Instant, Now
from bot.core.game.tournaments import Phase, Tournament
from bot.core.ports.store import Ends, Spoilt, Unreachable, log_of_tournament
from bot.core.upkeep.reindexing import lists_of
from bot.store.redis import RedisStore

_DAY: Instant = 24 * 3600
_ROUND_SECONDS = 3600.0
_AT_ONCE = 100  # games
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Retention:
    """Deletes games and tournaments whose last event is more than `days` old, and all that belongs to them."""

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
        """Run one round and return the number of games deleted."""
        if self.days is None:
            return 0
        before = self.now() - self.days * _DAY
        gone, some = 0, list[str]()
        async for game in self.store.logs.all_games():
            some.append(game)
            if len(some) == _AT_ONCE:
                gone, some = gone + await self._forget(await self.store.logs.ends(some), before), []
        gone += await self._forget(await self.store.logs.ends(some), before)
        async for name in self.store.logs.all_tournaments():
            await self._forget_tournament(name, before)
        await self.store.retention.expire(self.days * _DAY, self.now())
        return gone

    async def _forget(self, logs: Mapping[str, Ends | Spoilt], before: Instant) -> int:
        gone = 0
        for ends in logs.values():
            lists = lists_of(ends) if isinstance(ends, Ends) and _is_old(ends, before) else None
            if lists and isinstance(ends, Ends):
                chats = tuple((await self.store.settings.all_current(lists.chats)).values())
                gone += await self.store.logs.forget(
                    replace(lists, chats=chats, open=False, deadline=None), ends.version
                )
        return gone

    async def _forget_tournament(self, name: str, before: Instant) -> None:
        with suppress(ValueError):
            log = (await self.store.logs.load_all({name: 0}))[name]
            tournament = None if isinstance(log, Spoilt) else tournaments.replay(None, log)
            if tournament and not isinstance(log, Spoilt) and _ended(tournament, log[-1]) < before:
                code = name.removeprefix(log_of_tournament(""))
                await self.store.retention.forget_tournament(code, tournament.version)


def _is_old(ends: Ends, before: Instant) -> bool:
    """Return whether the last event is older than is kept; keep a log that cannot be read."""
    with suppress(ValueError):
        happened = [event.at for event in entries.read(ends.last).events]
        return bool(happened) and max(happened) < before
    return False


def _ended(tournament: Tournament, last: str) -> Instant:
    """Return when the last thing happens in a tournament: its last event, or what it still waits for."""
    happened = [event.at for event in tournament_events.read(last)]
    match tournament.phase:
        case Phase.OPEN:
            happened.append(tournament.opened.starts or 0.0)
        case Phase.RUNNING:
            happened.append(tournament.rounds[-1].until)
    return max(happened)
