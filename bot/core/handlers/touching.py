"""Boards that are touched, or leafed through: the game is found, and the engine asked; nothing is written."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from bot.core.game.people import Chat, Person
from bot.core.game.requests import read_code
from bot.core.game.session import Session, Stage
from bot.core.handlers.services import Services
from bot.core.language.speech import speech
from bot.core.ports.store import Unreachable
from bot.core.ports.touching import Past, Touch, Touchable, Touching, Verdict
from bot.core.view import touching as view
from engines.refusals import Refusal


class TouchedBoards(Touching):
    """The boards of all games that are going on."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def board(self, chat: Chat, person: Person, of: str, language: str) -> Touchable | None:
        session = await self._session(chat, of)
        return await asyncio.to_thread(view.touchable, session, person, speech(language)) if session else None

    async def table(self, chat: Chat, of: str, language: str) -> Sequence[tuple[str, str]] | None:
        session = await self._session(chat, of)
        return await asyncio.to_thread(view.table, session, speech(language)) if session else None

    async def past(self, chat: Chat, of: str, turn: int, language: str) -> Past | None:
        session = await self._session(chat, of)
        if session is None or not 0 <= turn <= len(session.turns):
            return None
        return await asyncio.to_thread(view.past, session, turn, speech(language))

    async def judge(self, chat: Chat, touch: Touch, language: str) -> Verdict | None:
        session = await self._session(chat, touch.of)
        if session is None or session.stage is not Stage.RUNNING:
            return None
        return await asyncio.to_thread(view.judged, session, touch, speech(language))

    async def _session(self, chat: Chat, of: str) -> Session | None:
        """The game as it stands at that ply, if the chat shows it."""
        code, ply = read_code(of) or ("", None)
        session = self._services.games.newest(code)
        if code and (session is None or session.ply != ply):
            with suppress(Unreachable, Refusal):
                session = await self._services.games.load(code)
        is_here = session and any(shown.key == chat.key for shown in session.places.shown)
        was_begun = session and session.stage in (Stage.RUNNING, Stage.OVER)
        return session if session and is_here and was_begun and session.ply == ply else None
