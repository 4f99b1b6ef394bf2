"""Hints asked in a chat: thought out elsewhere, dropped if the game has moved on, counted in the log."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from bot.core.clock import Now
from bot.core.commands.playing import AskHint
from bot.core.games import Games
from bot.core.ports import Incoming, Message, Thinking
from bot.core.referee import decide
from bot.core.session import Session
from bot.core.speech import Speech
from bot.core.view import answers
from engines.game import AnyHint, Level
from engines.refusals import Illegal

HINT_SECONDS = 2.0
_TRIES = 3


class Hints:
    """Searches under way by game; a move played ends those that it makes useless."""

    def __init__(self, games: Games, thinking: Thinking, now: Now) -> None:
        self._games = games
        self._thinking = thinking
        self._now = now
        self._searches: defaultdict[str, set[asyncio.Task[AnyHint]]] = defaultdict(set)

    async def answer(
        self, session: Session, request: AskHint, incoming: Incoming, words: Speech
    ) -> tuple[Message, ...]:
        """The hint for the asker alone; raises `Illegal` for who may not ask, or when the game has moved on."""
        decide(session, request, incoming.person, self._now())
        given = await self._search(session)
        for _ in range(_TRIES):
            current = await self._games.load(session.code) or session
            if current.ply != session.ply:
                raise Illegal("game-moved-on", game=session.code)
            happened = decide(current, request, incoming.person, self._now())
            if await self._games.append(current, happened):
                return (answers.hint(current, given, words),)
        raise Illegal("busy", game=session.code)

    def outdate(self, session: Session) -> None:
        """Ends the searches for a position that is gone."""
        for search in self._searches.pop(session.code, ()):
            search.cancel()

    async def _search(self, session: Session) -> AnyHint:
        thought = self._thinking.hint(session.rules, session.position, Level.STRONG, HINT_SECONDS, session.chat.key)
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
