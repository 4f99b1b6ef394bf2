"""Handlers of the command table: they check the type of a request, and find its game if it is about one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from bot.core.boards.occasions import occasion_of
from bot.core.boards.showing import recognize
from bot.core.commands.command import is_open_challenge
from bot.core.commands.finding import SeveralGames, looks_like_a_move, match_game, only_reader
from bot.core.commands.playing import BareText, ShowBoard
from bot.core.game import referee
from bot.core.game.requests import Action, GameRequest, Request
from bot.core.game.session import Session, Stage
from bot.core.handlers import changes
from bot.core.handlers.services import Answering, Answers, Asked, Services
from bot.core.ports.platform import Message
from bot.core.ports.store import Shown
from bot.core.view import answers
from bot.core.view.buttons import board_of
from engines.refusals import Illegal, Unreadable

R = TypeVar("R", bound=Request)
A = TypeVar("A", bound=GameRequest)


def to(kind: type[R], handler: Callable[[Services, R, Asked], Awaitable[Answers]]) -> Answering:
    """Return a request about no game in particular with its handler."""

    async def answered(services: Services, request: Request, asked: Asked) -> Answers:
        assert isinstance(request, kind)
        return await handler(services, request, asked)

    return kind, answered


def about_game(kind: type[A], handler: Callable[[Services, Session, A, Asked], Awaitable[Answers]]) -> Answering:
    """Return a request about one game, which is found first, with its handler."""

    async def answered(services: Services, request: Request, asked: Asked) -> Answers:
        assert isinstance(request, kind)
        try:
            session = await find_game(services, request, asked)
        except SeveralGames as several:
            session = only_reader(several.sessions, request)
            if session is None:
                return (which_game(services, several.sessions, asked),)
        if session is None:
            raise no_game(request)
        changes.expect_hints(services, session)
        return await handler(services, session, request, await recognized(services, session, asked))

    return kind, answered


async def recognized(services: Services, session: Session, asked: Asked) -> Asked:
    """Return what is known once a pressed board whose sending was cut off is noted: no answer takes its place."""
    incoming = asked.incoming
    here = next((chat for chat in session.places.chats if chat.key == incoming.chat.key), None)
    ply = board_of(session.code, incoming.beside) if here and asked.known.replied_to is None else None
    if here is None or ply is None:
        return asked
    is_newest = ply == session.ply
    version, posted_for = (
        (session.version, str(occasion_of(session))) if is_newest else (max(1, session.version - 1), "")
    )
    pressed = Shown(here.key, incoming.replies_to, session.code, version, posted_for, services.now())
    await services.delivery.tidying.begin(await recognize(services, session, here, pressed))
    return replace(asked, known=replace(asked.known, replied_to=session.code))


def no_game(request: Request) -> Illegal:
    """Return the refusal of a request that needs a game where there is none."""
    if isinstance(request, referee.Accept | referee.Decline):
        return Illegal("no-challenge-here")
    return Illegal("no-game-here")


def which_game(services: Services, sessions: Sequence[Session], asked: Asked) -> Message:
    """Return the question which of several games is meant."""
    command, rest = services.commands.split(asked.incoming.text)
    return answers.which(sessions, command, rest, asked.words)


async def find_game(services: Services, request: GameRequest, asked: Asked) -> Session | None:
    """Return the game of a request; None if no game here waits for it.

    Raises `SeveralGames`, and `Unreadable` for an unknown code.
    """
    code = request.reference.code or asked.known.replied_to
    if not code:
        here = await services.games.open_sessions(asked.known.games)
        if repeated := await _changed_before(services, request, asked):
            return repeated
        fits = services.commands.fits(request)
        session = match_game(here, request, fits, asked.incoming.person)
        session = session or await _find_elsewhere(services, request, asked)
        if session or asked.known.over is None:
            return session
        if not request.fits_finished_games:
            return await _filed_game(services, asked.known.over, request)
        code = asked.known.over
    session = await services.games.load(code)
    if session is None or not await _is_known_to(services, session, request, asked):
        raise Unreadable("unknown-code", part=code)
    return session


async def _changed_before(services: Services, request: GameRequest, asked: Asked) -> Session | None:
    """Return the game that this very text has changed already, when it was delivered before; it may have ended."""
    cause = asked.incoming.cause
    if not (cause and isinstance(request, Action | BareText)):
        return None
    listed = (services.games.from_cache(code) for code in asked.known.games)  # one that has just ended is listed still
    if changed := next((session for session in listed if session and session.follows_from(cause)), None):
        return changed
    ended = [await _last_game(services, code) for code in (asked.known.over, asked.known.off) if code]
    return next((session for session in ended if session and session.follows_from(cause)), None)


async def _last_game(services: Services, code: str) -> Session | None:
    """Return a game of a chat that has ended; None for one that cannot be read, which is in no game's way."""
    if session := services.games.from_cache(code):
        return session
    with suppress(Illegal):
        return await services.games.load(code)
    return None


async def _filed_game(services: Services, code: str, request: GameRequest) -> Session | None:
    """Return the chat's last game if it was filed away and the request can wake it."""
    wakes = isinstance(request, referee.Wake | referee.Play | BareText)
    session = await services.games.load(code) if wakes else None
    return session if session and session.stage is Stage.FILED else None


async def _find_elsewhere(services: Services, request: GameRequest, asked: Asked) -> Session | None:
    """Return the game of a request among all games of a person who talks to the bot alone."""
    incoming = asked.incoming
    is_alone = incoming.chat.direct and incoming.alone
    if not is_alone or (isinstance(request, BareText) and not looks_like_a_move(request.text)):
        return None
    games = await services.games.of(incoming.person)
    return match_game(games, request, services.commands.fits(request), incoming.person)


async def _is_known_to(services: Services, session: Session, request: GameRequest, asked: Asked) -> bool:
    """Return whether a code opens a game: to its players, in its chat, and to those whom it invites."""
    person = asked.incoming.person
    if session.involves(person) or (
        isinstance(request, referee.Accept | ShowBoard) and is_open_challenge(session, person)
    ):
        return True
    return await services.games.is_in(session, asked.known.chat)
