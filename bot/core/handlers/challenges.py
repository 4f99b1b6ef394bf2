"""Challenges, the answers to them, and rematches."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

from bot.core.commands.challenges import Again, Challenge, Join
from bot.core.game.people import Robot
from bot.core.game.referee import Accept, Cancel, Decline
from bot.core.game.requests import Which
from bot.core.game.session import Session, Stage
from bot.core.handlers.admission import may_sit_down
from bot.core.handlers.beginnings import begin_challenge, begin_rematch
from bot.core.handlers.changes import commit, expect_hints, outcome, receipt
from bot.core.handlers.chat_settings import played_here
from bot.core.handlers.invitations import INVITATION_OVER, is_unopened, opened
from bot.core.handlers.rights import missing_rights, rights_remarks
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.ports.platform import IN_PLACE, Message
from bot.core.view.answers import which_level
from bot.core.view.challenges import accepted, invitation_over, rematch_offered
from engines.refusals import Illegal


async def challenge(services: Services, request: Challenge, asked: Asked) -> Answers:
    """A menu that has led to a game gives way to what one would have typed; pressed twice, it leads to one game."""
    if request.level_open and request.game in asked.known.won:
        return (which_level(asked.incoming.text, asked.words),)
    if missing := await missing_rights(services, request, asked):
        return missing
    under = asked.incoming.replies_to
    if request.typed and under:
        once = replace(asked.incoming, cause=f"{asked.incoming.chat.key} {under} {request.typed}")
        asked = replace(asked, incoming=once)
    expect_hints(services, await begin_challenge(services, request, asked))
    typed = (Message(request.typed, envelope=IN_PLACE),) if request.typed else ()
    return (*typed, *await rights_remarks(services, request, asked))


async def join(services: Services, request: Join, asked: Asked) -> Answers:
    """Sits down at the game of an invitation; a message that began no game in time says so.

    Against the bot there is no other who has to accept.
    """
    try:
        session = await opened(services, request, asked)
    except Illegal as refused:
        if refused.code == INVITATION_OVER and is_unopened(asked):
            return invitation_over(asked.words)
        raise
    if isinstance(session.opponent, Robot):
        return receipt(session, asked, lambda: accepted(session, asked.words))
    return await accept(services, session, Accept(Which(session.code)), asked)


async def rematch(services: Services, session: Session, request: Again, asked: Asked) -> Answers:
    """Two who ask each other for a rematch have agreed on one."""
    after = await begin_rematch(services, session, asked)
    if after.stage is Stage.OFFERED and not after.challenger.is_same(asked.incoming.person):
        sits_down = await _from_here(services, after, Accept(Which(after.code)), asked)
        after = await commit(services, after, sits_down, asked.incoming)
    expect_hints(services, after)
    said = rematch_offered if after.stage is Stage.OFFERED else accepted
    return receipt(after, asked, lambda: said(after, asked.words))


async def accept(services: Services, session: Session, request: Accept, asked: Asked) -> Answers:
    """The question gives way to its answer, however it was given, and however often it is delivered."""
    after = session
    if not session.follows_from(asked.incoming.cause):
        request = await _from_here(services, session, request, asked)
        await may_sit_down(services, asked.incoming.person, session, asked.known.games if request.chat else ())
        after = await _settled(services, session, request, asked)
    return receipt(after, asked, lambda: accepted(after, asked.words))


async def call_off(services: Services, session: Session, request: Decline | Cancel, asked: Asked) -> Answers:
    """As `accept`, for a challenge that comes to nothing."""
    repeated = session.follows_from(asked.incoming.cause)
    after = session if repeated else await _settled(services, session, request, asked)
    return receipt(after, asked, lambda: outcome(after, asked))


async def _settled(services: Services, session: Session, request: Accept | Decline | Cancel, asked: Asked) -> Session:
    """The game after the answer, which is told in a chat that it has left as well."""
    after = await commit(services, session, request, asked.incoming)
    if session.places.second and session.places.second not in after.places.shown:
        await services.delivery.leave(after, session.places.second)
    expect_hints(services, after)
    return after


async def _from_here(services: Services, session: Session, request: Accept, asked: Asked) -> Accept:
    """What is asked for, with the chat if it is none where the question stands; raises `Illegal` if that chat does
    not play the game."""
    if await services.games.is_in(session, asked.known.chat):
        return request
    played_here(session.game, asked.known.settings)
    chat = asked.incoming.chat
    await services.store.settings.remember_chat(asked.known.chat, json.dumps(asdict(chat)))
    return replace(request, chat=chat, language=asked.known.chat_language or asked.words.language)
