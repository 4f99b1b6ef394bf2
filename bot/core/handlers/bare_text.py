"""Texts without a command: answers to what is open, moves, sentences with moves in them, wishes, and talk."""

from __future__ import annotations

from bot.core.commands.finding import SeveralGames, looks_like_a_move, only_reader
from bot.core.commands.playing import BareText
from bot.core.commands.sentences import illegal_move_within, moves_within, wish_in
from bot.core.game.people import Robot
from bot.core.game.referee import Play
from bot.core.game.requests import Request
from bot.core.game.session import Session, Stage
from bot.core.handlers import changes, questions
from bot.core.handlers.handling import find_game, no_game, recognized, which_game
from bot.core.handlers.services import Answers, Asked, Services, handle
from bot.core.language.invisible import trim
from bot.core.ports.platform import Message
from bot.core.view import answers, lists, refusals
from bot.core.view.buttons import tag
from engines.refusals import Refusal

_ONLY_A_WORD = "not-now"
_LONGEST_QUOTED = 40


async def bare_text(services: Services, request: BareText, asked: Asked) -> Answers:
    """Answer a text without a command: a move where it can be one; nothing to talk among people."""
    for extension in services.extensions:
        if extension.read_bare and (answer := await extension.read_bare(services, request, asked)):
            return await handle(services, answer, asked)
    try:
        session = await find_game(services, request, asked)
    except SeveralGames as several:
        session = only_reader(several.sessions, request)
        if session is None:
            return _in_several_games(services, several, request, asked)
    if session is None:
        return await _in_no_game(services, request, asked)
    changes.expect_hints(services, session)
    return await _played(services, session, request, await recognized(services, session, asked))


async def _played(services: Services, session: Session, request: BareText, asked: Asked) -> Answers:
    move = Play(request.reference, request.text)
    try:
        return await changes.played(services, session, move, asked)
    except Refusal as refused:
        services.metrics.record_refusal(refused.code)
        if refused.code == _ONLY_A_WORD or not looks_like_a_move(request.text):
            return _talk(session, request, refused, asked)
        return changes.refused_move(services, session, move, refused, asked)


async def _in_no_game(services: Services, request: BareText, asked: Asked) -> Answers:
    """Return what a sentence wishes, or the way to a first game; raise `Illegal` for a move."""
    if asked.incoming.chat.direct and looks_like_a_move(asked.incoming.text):
        raise no_game(request)
    if not asked.incoming.alone:
        return ()
    answer = _understood(services, asked) or questions.wish_of(asked)
    if isinstance(answer, Request):
        return await handle(services, answer, asked)
    return (answer or lists.welcome(asked.words, asked.incoming.chat.direct),)


def _understood(services: Services, asked: Asked) -> Request | Message | None:
    """Return what the first extension that understands a sentence makes of it."""
    for extension in services.extensions:
        if extension.understand and (answer := extension.understand(asked)):
            return answer
    return None


def _in_several_games(services: Services, several: SeveralGames, request: BareText, asked: Asked) -> Answers:
    """Return the question which game a move is for; the list of games for any other text."""
    if looks_like_a_move(request.text):
        return (which_game(services, several.sessions, asked),)
    listed = lists.games(several.sessions, 0, {}, asked.incoming.person, asked.at, asked.words)
    return (listed,) if asked.incoming.alone else ()


def _talk(session: Session, request: BareText, refused: Refusal, asked: Asked) -> Answers:
    """Answer a sentence: the moves in it, as buttons; what it wishes; else how a move looks and what helps to one, to
    whose turn it is, or what stands in the way, to who speaks to the bot alone. Talk among people is left to them."""
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
    if is_mine and (found := illegal_move_within(session, request.text)):
        return (refusals.refusal(found[1], words, session, found[0], trim(incoming.text)),)
    if is_mine and (incoming.alone or against_bot):
        example = str(next(iter(session.position.moves())))
        return (answers.no_move_read(session, trim(incoming.text)[:_LONGEST_QUOTED], example, words),)
    return (refusals.refusal(refused, words),) if incoming.alone else ()
