"""Conditional moves in private: what is planned, and what is planned from now on."""

from __future__ import annotations

from dataclasses import replace

from bot.core.game.referee import Plan, decide
from bot.core.game.session import Session
from bot.core.handlers.changes import keep
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.view.advice import plans_listed
from bot.core.view.refusals import refusal
from engines.refusals import Refusal


async def plan(services: Services, session: Session, request: Plan, asked: Asked) -> Answers:
    """All that the asker has planned in a game, or why something cannot be planned there; no chat learns of it."""
    person = asked.incoming.person
    try:
        if decide(session, request, person, services.now()):
            session = await keep(services, session, request, asked.incoming)
    except Refusal as refused:
        said = refusal(refused, asked.words, session)
        return (replace(said, envelope=replace(said.envelope, secret=True)),)
    seat = session.seat_of(person)
    if seat is None:
        return ()
    return (plans_listed(session, seat, asked.words, bool(request.lines) and asked.incoming.overheard),)
