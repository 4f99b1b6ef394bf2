"""Deeds that are asked about first: whether one is sure."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.game.instants import Now
from bot.core.game.referee import Resign, decide
from bot.core.game.session import Session
from bot.core.handlers.asked import Asked
from bot.core.handlers.deeds import Deeds
from bot.core.ports.platform import Message
from bot.core.view.answers import resigned, sure_to_resign


@dataclass(frozen=True)
class Consents:
    """Asks, and does what was meant; a question that is answered gives way."""

    deeds: Deeds
    now: Now

    async def resign(self, session: Session, request: Resign, asked: Asked) -> tuple[Message, ...]:
        """Raises `Refusal` for who could not resign anyway."""
        if not request.sure:
            decide(session, request, asked.incoming.person, self.now())
            return (sure_to_resign(session, asked.words),)
        await self.deeds.commit(session, request, asked.incoming)
        return (resigned(asked.words),) if asked.incoming.pressed else ()
