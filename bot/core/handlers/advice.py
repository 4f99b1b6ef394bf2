"""Hints, menus of ideas, what matters in a position, and conditional moves: for the asker alone."""

from __future__ import annotations

from dataclasses import replace

from bot.core.boards.bot_player import shows_thinking
from bot.core.commands.playing import AskWhy
from bot.core.game.referee import AskHint, AskIdeas, Plan
from bot.core.game.requests import GameReference
from bot.core.game.session import Session
from bot.core.handlers.boards import begun, reads_aloud
from bot.core.handlers.changes import keep
from bot.core.handlers.in_place import in_its_place
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.view import advice, answers
from bot.core.view.advice import plans_listed
from bot.core.view.refusals import refusal
from engines.game import AnyHint, Level
from engines.refusals import Illegal, Refusal

HINT_SECONDS = 2.0
IDEAS_SECONDS = 0.3


async def hint(services: Services, session: Session, request: AskHint, asked: Asked) -> Answers:
    """The hint for the asker alone, counted once in a position; the asker's next text does not wait for it.

    Raises `Illegal` for who may not ask, or when the game has moved on.
    """
    async with shows_thinking(services.platforms, asked.incoming.chat):
        request.decide(session, asked.incoming.person, asked.at)
        asked.ticket.leave()
        given = await _given(services, session, request)
        here = replace(request, reference=GameReference(session.code, session.ply))
        current = await keep(
            services, session, here, asked.incoming, lambda game: game.hints.newest_position == session.position
        )
    if current.ply != session.ply:
        raise Illegal("game-moved-on", game=session.code)
    told = (advice.hint(current, given, asked.words, request.step),)
    return told if request.step else in_its_place(told, request, asked)


async def show_ideas(services: Services, session: Session, request: AskIdeas, asked: Asked) -> Answers:
    """The menu for the asker alone, noted in the log so that a number can play one; it counts as no hint.

    Raises `Illegal` for who may not ask, or when the game has moved on.
    """
    async with shows_thinking(services.platforms, asked.incoming.chat):
        request.decide(session, asked.incoming.person, asked.at)
        asked.ticket.leave()
        found = await services.searches.result(session, services.thinking.consider(session.problem(IDEAS_SECONDS)))
        if not found:
            return (answers.moves(session, asked.words),)
        shown = tuple(str(each.move) for each in found)
        here = AskIdeas(GameReference(session.code, session.ply), moves=shown)
        await keep(services, session, here, asked.incoming, lambda game: game.hints.ideas == shown)
    as_text = request.as_text or await reads_aloud(services, asked)
    return (advice.ideas_menu(session, found, asked.words, as_text),)


async def why(services: Services, session: Session, request: AskWhy, asked: Asked) -> Answers:
    """What matters in the position."""
    return in_its_place((advice.why(begun(session), asked.words, services.finished_buttons),), request, asked)


async def _given(services: Services, session: Session, request: AskHint) -> AnyHint:
    """The hint; the steps of one speak of the same move, unless the bot was started anew between them."""
    ply, kept = services.hints.get(session.code) or (None, None)
    if request.step and kept is not None and ply == session.ply:
        return kept
    thought = services.thinking.hint(session.problem(HINT_SECONDS), Level.STRONG)
    found = await services.searches.result(session, thought)
    services.hints.put(session.code, (session.ply, found))
    return found


async def plan(services: Services, session: Session, request: Plan, asked: Asked) -> Answers:
    """All that the asker has planned in a game, or why something cannot be planned there; no chat learns of it."""
    person = asked.incoming.person
    try:
        if request.decide(session, person, services.now()):
            session = await keep(services, session, request, asked.incoming)
    except Refusal as refused:
        said = refusal(refused, asked.words, session)
        return (replace(said, envelope=replace(said.envelope, secret=True)),)
    seat = session.seat_of(person)
    if seat is None:
        return ()
    return (plans_listed(session, seat, asked.words, bool(request.lines) and asked.incoming.overheard),)
