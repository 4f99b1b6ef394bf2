"""Moves and other requests that change a game: decided, appended to its log, shown, and a receipt for a press."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.core.commands.playing import by_number, legal_readings
from bot.core.commands.sentences import moves_within
from bot.core.game.entries import LogEntry
from bot.core.game.events import Accepted, Event
from bot.core.game.people import Chat, Person
from bot.core.game.reach import unreached_since
from bot.core.game.referee import Claim, OfferDraw, Play, Resign, decide
from bot.core.game.requests import Action
from bot.core.game.session import Session, Stage
from bot.core.handlers.in_place import shown_in_place
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.ports.platform import PRIVATE, Envelope, Incoming, Message
from bot.core.ports.store import OutboxEntry
from bot.core.view import refusals
from bot.core.view.answers import resigned, sure_to_resign
from bot.core.view.boards import line_that_stays
from bot.core.view.challenges import called_off
from bot.core.view.news import news, offered, result, standing
from engines.refusals import Illegal, Refusal, Unreadable

_TRIES = 100
_EARLY = frozenset({"no-clocks", "own-time", "time-not-over"})
"""The refusals of a claim that an opponent who has left would turn into a day of waiting."""


async def change(services: Services, session: Session, request: Action, asked: Asked) -> Answers:
    """Does what is asked; the board that follows tells it."""
    after = await commit(services, session, request, asked.incoming)
    return receipt(after, asked, lambda: outcome(after, asked))


async def claim(services: Services, session: Session, request: Claim, asked: Asked) -> Answers:
    """Claim a game; if it is too early, look first whether the opponent has left its chat."""
    try:
        return await change(services, session, request, asked)
    except Illegal as refused:
        seat = session.seat_of(asked.incoming.person)
        opponent = session.player(seat.opponent) if seat else None
        if refused.code not in _EARLY or seat is None or not isinstance(opponent, Person):
            raise
        if unreached_since(session, seat.opponent) or not await services.delivery.look_for_leaver(session, opponent):
            raise
    return await change(services, session, request, asked)


async def offer_draw(services: Services, session: Session, request: OfferDraw, asked: Asked) -> Answers:
    """Offers a draw, or answers an offer."""
    after = await commit(services, session, request, asked.incoming)
    return receipt(after, asked, lambda: _of_draw(after, asked))


async def resign(services: Services, session: Session, request: Resign, asked: Asked) -> Answers:
    """Gives up once the player is sure; raises `Refusal` for who could not resign anyway."""
    if not request.sure:
        request.decide(session, asked.incoming.person, services.now())
        question = sure_to_resign(session, asked.words)
        return (shown_in_place(services, session, asked, asks=question) if asked.incoming.chat.inline else question,)
    await commit(services, session, request, asked.incoming)
    return (resigned(asked.words),) if asked.incoming.pressed else ()


def expect_hints(services: Services, session: Session) -> None:
    """Gets searches ready for a game that goes on."""
    if session.stage is Stage.RUNNING:
        services.thinking.expect(session.rules)


async def commit(services: Services, session: Session, request: Action, incoming: Incoming) -> Session:
    """The game after the request, or as it is if the same request has led to something before."""
    after, entries = await _append(services, session, request, incoming, marked=True)
    for entry in entries:
        services.delivery.soon(entry)
    return after


async def keep(
    services: Services,
    session: Session,
    request: Action,
    incoming: Incoming,
    is_kept: Callable[[Session], bool] | None = None,
) -> Session:
    """As `commit`, but no chat is told of it, and nothing happens to a game that has it already."""
    after, _ = await _append(services, session, request, incoming, marked=False, is_kept=is_kept)
    return after


async def show_again(services: Services, session: Session, chat: Chat) -> None:
    """A player asks for the board where it stands: it comes anew, in the place of the last one."""
    services.delivery.soon(await services.store.boards.add(chat.key, session.code, services.now(), repost=True))


async def _append(
    services: Services,
    session: Session,
    request: Action,
    incoming: Incoming,
    marked: bool,
    is_kept: Callable[[Session], bool] | None = None,
) -> tuple[Session, Sequence[OutboxEntry]]:
    """The game after the request, and the marks of its chats if that is new and they are to be told.

    Those who write here at once take turns (the lock); who is slower than another process looks again (the version).
    """
    async with services.writing.setdefault(session.code, asyncio.Lock()):
        session = services.games.from_cache(session.code) or session
        for _ in range(_TRIES):
            if session.follows_from(incoming.cause) or (is_kept and is_kept(session)):
                return session, ()
            happened = await decide(session, request, incoming.person, services.now())
            entries = _outbox(services, session, happened) if marked else ()
            after = await services.games.append(session, LogEntry(happened, incoming.cause), entries)
            if after is not None:
                return after, entries
            session = await services.games.load(session.code) or session
    raise Illegal("busy", game=session.code)


def _outbox(services: Services, session: Session, happened: Sequence[Event]) -> tuple[OutboxEntry, ...]:
    """One for each chat where the game is shown after these events."""
    joined = next((event.chat for event in happened if isinstance(event, Accepted)), None)
    chats = (session.places.chat, joined) if joined else session.places.chats
    return tuple(services.store.boards.entry(chat.key, session.code, services.now()) for chat in chats)


def receipt(session: Session, asked: Asked, said: Callable[[], str]) -> Answers:
    """To a press, and to who types alone with the bot what happens in another chat: other askers see the board that
    follows. A menu gives way to it; a board gives way to the next one by itself."""
    incoming = asked.incoming
    elsewhere = incoming.in_private and incoming.chat.key not in (chat.key for chat in session.places.chats)
    if not (incoming.pressed or elsewhere):
        return ()
    text = called_off(session, asked.words).text if session.stage is Stage.OFF else said()
    if not incoming.pressed:
        return (Message(text, envelope=PRIVATE),)
    return (Message(text, envelope=Envelope(private=True, update=asked.known.replied_to is None, fleeting=True)),)


def outcome(session: Session, asked: Asked) -> str:
    """How a game stands after a change, in one line: its result once it is over, else the newest of it."""
    if session.stage is Stage.OVER:
        return result(session, asked.words)
    return [standing(session, asked.words, asked.incoming.person), *news(session, asked.words)][-1]


def _of_draw(session: Session, asked: Asked) -> str:
    if session.stage is not Stage.RUNNING:
        return outcome(session, asked)
    return next(offered(session, asked.words, asks=False), standing(session, asked.words, asked.incoming.person))


_OF_NO_MOVE = ("game-moved-on", "no-such-idea")


async def play(services: Services, session: Session, request: Play, asked: Asked) -> Answers:
    """Play a move; say why one cannot be played, on the board where that helps."""
    try:
        return await played(services, session, request, asked)
    except Refusal as refused:
        services.metrics.record_refusal(refused.code)
        return refused_move(services, session, request, refused, asked)


async def played(services: Services, session: Session, request: Play, asked: Asked) -> Answers:
    """Play a move, or raise `Refusal`; answer nothing to one that is typed, for its board follows.

    The searches that it makes useless end. A text that reads as two legal moves is asked about.
    """
    is_mine = session.seat_of(asked.incoming.person) is session.position.turn
    meant = legal_readings(session.position, request.text) if is_mine else ()
    if len(meant) > 1:
        return (refusals.which_reading(session, meant, asked.words),)
    if meant:
        request = replace(request, text=meant[0])
    request = by_number(session, request) if is_mine else request
    after = await commit(services, session, request, asked.incoming)
    services.hints.pop(after.code)
    services.searches.outdate(after)
    return receipt(after, asked, lambda: line_that_stays(after, asked.words))


def refused_move(services: Services, session: Session, request: Play, refused: Refusal, asked: Asked) -> Answers:
    """Say why a move cannot be played, with the board to who is to move, and the moves that may have been meant."""
    is_mine = session.seat_of(asked.incoming.person) is session.position.turn
    shown = session if is_mine and refused.code not in _OF_NO_MOVE else None
    meant = moves_within(session, request.text) if shown and isinstance(refused, Unreadable) else ()
    typed = services.commands.split(asked.incoming.text)[1]
    return (refusals.refusal(refused, asked.words, shown, request.text, typed, meant),)
