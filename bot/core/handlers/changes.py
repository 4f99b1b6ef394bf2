"""Moves and other requests that change a game: decided, appended to its log, shown, and a receipt for a press."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.core.commands.parsing import command_word, looks_like_a_move
from bot.core.commands.playing import by_number, legal_readings
from bot.core.commands.sentences import illegal_within, moves_within, wish_in
from bot.core.game.entries import LogEntry
from bot.core.game.events import Accepted, Event
from bot.core.game.people import Chat, Person, Robot
from bot.core.game.reach import unreached_since
from bot.core.game.referee import Claim, OfferDraw, Play, Resign, decided
from bot.core.game.requests import Deed
from bot.core.game.session import Session, Stage
from bot.core.handlers.in_place import shown_in_place
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.ports.platform import PRIVATE, Envelope, Incoming, Message
from bot.core.ports.store import OutboxEntry
from bot.core.view import answers, refusals
from bot.core.view.answers import resigned, sure_to_resign
from bot.core.view.boards import line_that_stays
from bot.core.view.buttons import tag
from bot.core.view.challenges import called_off
from bot.core.view.news import news, offered, result, standing
from engines.refusals import Illegal, Refusal, Unreadable

_TRIES = 100
_EARLY = frozenset({"no-clocks", "own-time", "time-not-over"})
"""The refusals of a claim that an opponent who has left would turn into a day of waiting."""


async def change(services: Services, session: Session, request: Deed, asked: Asked) -> Answers:
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


async def commit(services: Services, session: Session, request: Deed, incoming: Incoming) -> Session:
    """The game after the request, or as it is if the same request has led to something before."""
    after, entries = await _append(services, session, request, incoming, marked=True)
    for entry in entries:
        services.delivery.soon(entry)
    return after


async def keep(
    services: Services,
    session: Session,
    request: Deed,
    incoming: Incoming,
    is_kept: Callable[[Session], bool] | None = None,
) -> Session:
    """As `commit`, but no chat is told of it, and nothing happens to a game that has it already."""
    after, _ = await _append(services, session, request, incoming, marked=False, is_kept=is_kept)
    return after


async def show_again(services: Services, session: Session, chat: Chat) -> None:
    """A player asks for the board where it stands: it comes anew, in the place of the last one."""
    services.delivery.soon(await services.store.boards.add(chat.key, session.code, services.now(), anew=True))


async def _append(
    services: Services,
    session: Session,
    request: Deed,
    incoming: Incoming,
    marked: bool,
    is_kept: Callable[[Session], bool] | None = None,
) -> tuple[Session, Sequence[OutboxEntry]]:
    """The game after the request, and the marks of its chats if that is new and they are to be told.

    Those who write here at once take turns (the lock); who is slower than another process looks again (the version).
    """
    async with services.writing.setdefault(session.code, asyncio.Lock()):
        session = services.games.newest(session.code) or session
        for _ in range(_TRIES):
            if session.follows_from(incoming.cause) or (is_kept and is_kept(session)):
                return session, ()
            happened = await decided(session, request, incoming.person, services.now())
            entries = _outbox(services, session, happened) if marked else ()
            after = await services.games.append(session, LogEntry(happened, incoming.cause), entries)
            if after is not None:
                return after, entries
            session = await services.games.load(session.code) or session
    raise Illegal("busy", game=session.code)


def _outbox(services: Services, session: Session, happened: Sequence[Event]) -> tuple[OutboxEntry, ...]:
    """One for each chat where the game is shown after these events."""
    joined = next((event.chat for event in happened if isinstance(event, Accepted)), None)
    chats = (session.places.chat, joined) if joined else session.places.shown
    return tuple(services.store.boards.entry(chat.key, session.code, services.now()) for chat in chats)


def receipt(session: Session, asked: Asked, said: Callable[[], str]) -> Answers:
    """To a press, and to who types alone with the bot what happens in another chat: other askers see the board that
    follows. A menu gives way to it; a board gives way to the next one by itself."""
    incoming = asked.incoming
    elsewhere = incoming.in_private and incoming.chat.key not in (chat.key for chat in session.places.shown)
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
_ONLY_A_WORD = "not-now"
_LONGEST_QUOTED = 40


async def play(services: Services, session: Session, request: Play, asked: Asked) -> Answers:
    """Nothing for a move that is typed and played, as its board follows; the searches that it makes useless end."""
    is_mine = session.seat_of(asked.incoming.person) is session.position.turn
    meant = legal_readings(session.position, request.text) if is_mine else ()
    if len(meant) > 1:
        return (refusals.which_reading(session, meant, asked.words),)
    if meant:
        request = replace(request, text=meant[0])
    try:
        request = by_number(session, request) if is_mine else request
        played = await commit(services, session, request, asked.incoming)
    except Refusal as refused:
        services.metrics.refused(refused.code)
        return _refused(session, request, refused, asked)
    services.hints.pop(played.code)
    services.searches.outdate(played)
    return receipt(played, asked, lambda: line_that_stays(played, asked.words))


def _refused(session: Session, request: Play, refused: Refusal, asked: Asked) -> Answers:
    if request.bare and (refused.code == _ONLY_A_WORD or not looks_like_a_move(request.text)):
        return _talk(session, request, refused, asked)
    is_mine = session.seat_of(asked.incoming.person) is session.position.turn
    shown = session if is_mine and refused.code not in _OF_NO_MOVE else None
    meant = moves_within(session, request.text) if shown and isinstance(refused, Unreadable) else ()
    return (refusals.refusal(refused, asked.words, shown, request.text, _spelled(asked), meant),)


def _spelled(asked: Asked) -> str:
    """What was typed after the command, as it was typed."""
    return command_word(asked.incoming.text)[1]


def _talk(session: Session, request: Play, refused: Refusal, asked: Asked) -> Answers:
    """To a sentence: the moves in it, as buttons; what it wishes; else how a move looks and what helps to one, to whose
    turn it is, or what stands in the way, to who speaks to the bot alone. Talk among people is left to them."""
    incoming, words = asked.incoming, asked.words
    seat = session.seat_of(incoming.person) if session.stage is Stage.RUNNING else None
    against_bot = incoming.chat.direct and seat is not None and isinstance(session.player(seat.opponent), Robot)
    if seat is None or not (incoming.alone or asked.known.replied_to or against_bot):
        return (refusals.refusal(refused, words),) if incoming.alone else ()
    is_mine = seat is session.position.turn
    if is_mine and (meant := moves_within(session, request.text)):
        return (refusals.did_you_mean(f"/move {tag(session)}", meant, words),)
    if wish := wish_in(incoming.text):
        return (answers.led(session, wish, incoming.person, words),)
    if is_mine and (found := illegal_within(session, request.text)):
        return (refusals.refusal(found[1], words, session, found[0], _spelled(asked)),)
    if is_mine and (incoming.alone or against_bot):
        example = str(next(iter(session.position.moves())))
        return (answers.no_move_read(session, _spelled(asked)[:_LONGEST_QUOTED], example, words),)
    return (refusals.refusal(refused, words),) if incoming.alone else ()
