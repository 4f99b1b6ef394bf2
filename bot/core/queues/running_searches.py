"""Running searches by game; a move cancels those that it makes useless."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable
from typing import Any, TypeVar

from bot.core.game.session import Session
from engines.refusals import Illegal

T = TypeVar("T")


class RunningSearches:
    """Waits for what is thought out elsewhere about positions."""

    def __init__(self) -> None:
        self._searches: defaultdict[str, set[asyncio.Future[Any]]] = defaultdict(set)

    def outdate(self, session: Session) -> None:
        """Ends the searches for a position that is gone."""
        for search in self._searches.pop(session.code, ()):
            search.cancel()

    async def result(self, session: Session, thought: Awaitable[T]) -> T:
        """What was thought out; raises `Illegal` when the game has moved on meanwhile."""
        search = asyncio.ensure_future(thought)
        self._searches[session.code].add(search)
        try:
            await asyncio.wait([search])
        finally:
            search.cancel()
            self._searches[session.code].discard(search)
            if not self._searches[session.code]:
                del self._searches[session.code]
        if search.cancelled():
            raise Illegal("game-moved-on", game=session.code)
        return search.result()
