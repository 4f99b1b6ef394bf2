"""Advice for one player: hints, ideas, explanations, and conditional moves."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from bot.core.boards.bot_player import shows_thinking
from bot.core.commands.playing import AskWhy
from bot.core.game.referee import AskHint, AskIdeas, Plan
from bot.core.game.requests import Action, GameReference
from bot.core.game.session import Session, Stage
from bot.core.handlers.boards import wants_boards_in_words
from bot.core.handlers.changes import commit, in_place_of_question
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.ports.thinking import problem_of
from bot.core.view import advice, answers
from bot.core.view.refusals import refusal
from engines.game import AnyHint, Level
from engines.refusals import Illegal, Refusal

HINT_SECONDS = 2.0
IDEAS_SECONDS = 0.3
T = TypeVar("T")


async def hint(services: Services, session: Session, request: AskHint, interaction: Interaction) -> Answers:
    """Answer with a hint, counted once per position; the player's next message need not wait for it.

    Raise `Illegal` if the player may not ask, or if the game has moved on.
    """
    async with shows_thinking(services.platforms, interaction.incoming.chat):
        request.decide(session, interaction.player, interaction.at)
        interaction.ticket.leave()
        computed_hint = await _find_hint(services, session, request)
        pinned_request = replace(request, reference=GameReference(session.code, session.ply))
        current = await _log_advice(
            services, session, pinned_request, interaction, lambda game: game.hints.newest_position == session.position
        )
    if current.ply != session.ply:
        raise Illegal("game-moved-on", game=session.code)
    messages = (advice.hint(current, computed_hint, interaction.words, request.step),)
    return messages if request.step else in_place_of_question(messages, request, interaction)


async def _find_hint(services: Services, session: Session, request: AskHint) -> AnyHint:
    """Return a hint; its steps describe the same move unless the bot restarted between them."""
    ply, cached_hint = services.hints.get(session.code) or (None, None)
    if request.step and cached_hint is not None and ply == session.ply:
        return cached_hint
    search = services.thinking.hint(problem_of(session, HINT_SECONDS), Level.STRONG)
    fresh_hint = await _search(services, session, search)
    services.hints.put(session.code, (session.ply, fresh_hint))
    return fresh_hint


async def show_ideas(services: Services, session: Session, request: AskIdeas, interaction: Interaction) -> Answers:
    """Answer with candidate moves, and log them so that a number can play one; this does not count as a hint.

    Raise `Illegal` if the player may not ask, or if the game has moved on.
    """
    async with shows_thinking(services.platforms, interaction.incoming.chat):
        request.decide(session, interaction.player, interaction.at)
        interaction.ticket.leave()
        candidates = await _search(services, session, services.thinking.consider(problem_of(session, IDEAS_SECONDS)))
        if not candidates:
            return (answers.moves(session, interaction.words),)
        moves_shown = tuple(str(each.move) for each in candidates)
        pinned_request = AskIdeas(GameReference(session.code, session.ply), moves=moves_shown)
        await _log_advice(services, session, pinned_request, interaction, lambda game: game.hints.ideas == moves_shown)
    as_text = request.as_text or await wants_boards_in_words(services, interaction)
    return (advice.ideas_menu(session, candidates, interaction.words, as_text),)


async def _log_advice(
    services: Services, session: Session, request: Action, interaction: Interaction, is_kept: Callable[[Session], bool]
) -> Session:
    """Log that the player got advice, which no board shows; return the game unchanged if it `is_kept`."""
    sender, incoming = interaction.player, interaction.incoming
    return await commit(services, session, request, incoming, with_boards=False, is_kept=is_kept, sender=sender)


async def _search(services: Services, session: Session, computation: Awaitable[T]) -> T:
    """Await a search; raise `Illegal` if a move in the game cancels it."""
    searches, search = services.searches[session.code], asyncio.ensure_future(computation)
    searches.add(search)
    try:
        await asyncio.wait([search])
    finally:
        search.cancel()
        searches.discard(search)
        if not searches and services.searches.get(session.code) is searches:
            del services.searches[session.code]
    if search.cancelled():
        raise Illegal("game-moved-on", game=session.code)
    return search.result()


async def explain(services: Services, session: Session, request: AskWhy, interaction: Interaction) -> Answers:
    """Explain the position without naming a move; raise `Illegal` if the game has not begun."""
    if session.stage is Stage.OFFERED:
        raise Illegal("not-accepted-yet", game=session.code)
    if session.stage is Stage.OFF:
        raise Illegal("game-over", game=session.code)
    message = advice.explanation(session, interaction.words, services.finished_buttons)
    return in_place_of_question((message,), request, interaction)


async def plan(services: Services, session: Session, request: Plan, interaction: Interaction) -> Answers:
    """Update and list the player's conditional moves, or explain the error; other chats are not told."""
    person = interaction.incoming.person
    try:
        if request.decide(session, person, services.now()):
            session = await commit(services, session, request, interaction.incoming, with_boards=False)
    except Refusal as error:
        return (refusal(error, interaction.words, session).with_delivery(secret=True),)
    seat = session.seat_of(person)
    if seat is None:
        return ()
    return (advice.plan_list(session, seat, interaction.words, bool(request.lines) and interaction.incoming.overheard),)
