"""Conditional moves in private: what is planned, and what is planned from now on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.core.game.instants import Now
from bot.core.game.planning import Plan
from bot.core.game.referee import decide
from bot.core.game.session import Session
from bot.core.handlers.asked import Asked
from bot.core.handlers.deeds import Deeds
from bot.core.ports.platform import Message
from bot.core.view import refusals
from bot.core.view.ideas import plans_listed
from engines.refusals import Refusal


@dataclass(frozen=True)
class Intentions:
    """Tells the asker alone; no chat learns that anything was planned."""

    deeds: Deeds
    now: Now

    async def answer(self, session: Session, request: Plan, asked: Asked) -> tuple[Message, ...]:
        """All that the asker has planned in a game, or why something cannot be planned there."""
        person = asked.incoming.person
        try:
            if decide(session, request, person, self.now()):
                session = await self.deeds.keep(session, request, asked.incoming)
        except Refusal as refused:
            return (replace(refusals.refusal(refused, asked.words, session), secret=True),)
        seat = session.seat_of(person)
        if seat is None:
            return ()
        return (plans_listed(session, seat, asked.words, bool(request.lines) and asked.incoming.overheard),)
