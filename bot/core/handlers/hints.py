"""Hints asked in a chat: thought out elsewhere, dropped if the game has moved on, counted in the log."""

from __future__ import annotations

from dataclasses import replace

from bot.core.game.referee import AskHint, decide
from bot.core.game.requests import Which
from bot.core.game.session import Session
from bot.core.handlers.asked import Asked
from bot.core.handlers.deeds import Deeds
from bot.core.ports.platform import Message
from bot.core.ports.thinking import Thinking
from bot.core.queues.running_searches import Underway
from bot.core.view import advice
from engines.game import AnyHint, Level
from engines.refusals import Illegal

HINT_SECONDS = 2.0
_MOST_KEPT = 200


class Hints:
    """What was advised in which position, so that all steps of a hint speak of one move."""

    def __init__(self, deeds: Deeds, thinking: Thinking, underway: Underway) -> None:
        self._deeds = deeds
        self._thinking = thinking
        self._underway = underway
        self._kept: dict[str, tuple[int, AnyHint]] = {}

    async def answer(self, session: Session, request: AskHint, asked: Asked) -> tuple[Message, ...]:
        """The hint for the asker alone, counted once in a position; the asker's next text does not wait for it.

        Raises `Illegal` for who may not ask, or when the game has moved on.
        """
        decide(session, request, asked.incoming.person, asked.at)
        asked.turn.leave()
        given = await self._given(session, request)
        here = replace(request, which=Which(session.code, session.ply))
        position = session.position
        current = await self._deeds.keep(session, here, asked.incoming, lambda game: game.hints.newest == position)
        if current.ply != session.ply:
            raise Illegal("game-moved-on", game=session.code)
        return (advice.hint(current, given, asked.words, request.step),)

    def forget(self, session: Session) -> None:
        """Drops the advice for a position that is gone."""
        self._kept.pop(session.code, None)

    async def _given(self, session: Session, request: AskHint) -> AnyHint:
        """The hint; the steps of one speak of the same move, unless the bot was started anew between them."""
        ply, kept = self._kept.get(session.code, (None, None))
        if request.step and kept is not None and ply == session.ply:
            return kept
        found = await self._search(session)
        self._kept[session.code] = session.ply, found
        if len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return found

    async def _search(self, session: Session) -> AnyHint:
        thought = self._thinking.hint(session.problem(HINT_SECONDS), Level.STRONG)
        return await self._underway.result(session, thought)
