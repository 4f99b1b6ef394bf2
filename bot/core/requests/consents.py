"""Deeds that are asked about first: whether one is sure."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.clock import Now
from bot.core.commands.playing import Resign
from bot.core.ports import Message
from bot.core.referee import decide
from bot.core.requests.asked import Asked
from bot.core.requests.deeds import Deeds
from bot.core.session import Session
from bot.core.view import consent


@dataclass(frozen=True)
class Consents:
    """Asks, and does what was meant; a question that is answered gives way."""

    deeds: Deeds
    now: Now

    async def resign(self, session: Session, request: Resign, asked: Asked) -> tuple[Message, ...]:
        """Raises `Refusal` for who could not resign anyway."""
        if not request.sure:
            decide(session, request, asked.incoming.person, self.now())
            return (consent.sure_to_resign(session, asked.words),)
        await self.deeds.commit(session, request, asked.incoming)
        return (consent.resigned(asked.words),) if asked.incoming.pressed else ()
