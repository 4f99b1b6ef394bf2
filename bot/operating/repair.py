"""Makes all lists anew from the logs, of finished games too, and takes away what belongs to no game."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.core.game.instants import Instant
from bot.core.repository import Games
from bot.store.redis import RedisStore
from engines.refusals import Illegal


async def repair(store: RedisStore, now: Instant) -> AsyncIterator[str]:
    """Says which games cannot be read, and at the end what was done; for a bot that is not running."""
    await store.logs.forget_lists()
    games, listed = Games(store), 0
    async for game in store.logs.all_games():
        try:
            await games.reindex(game)
            listed += 1
        except Illegal:
            yield f"{game}: its log cannot be read, and is left alone"
    mended = await store.boards.mend(now)
    yield f"{listed} games are on their lists; {mended} marks of boards to be shown were mended"
