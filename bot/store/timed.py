"""When games want to be looked at: challenges that nobody answers, clocks that run."""

from __future__ import annotations

from bot.store import ask, keys
from bot.store.chosen import Chosen

_SOME = 100


class Timed(Chosen):
    """Two lists of games by instants."""

    async def deadline(self, game: str, at: float | None) -> None:
        await self._one(ask.looking(keys.DEADLINES, game, at))

    async def due(self, now: float) -> list[str]:
        return list(await self._one(ask.looked_at(keys.DEADLINES, now)) or ())

    async def far(self, after: float) -> list[str]:
        last = await self._one(
            lambda p: p.zrange(keys.DEADLINES, "+inf", f"({after!r}", desc=True, byscore=True, offset=0, num=_SOME)
        )
        return list(last or ())

    async def clock(self, game: str, at: float | None) -> None:
        await self._one(ask.looking(keys.CLOCKS, game, at))

    async def ticking(self, now: float) -> list[str]:
        return list(await self._one(ask.looked_at(keys.CLOCKS, now)) or ())
