"""Moves as they are typed or pressed: read in the one way that is legal, by a number of the ideas shown, or refused."""

from __future__ import annotations

from dataclasses import replace

from bot.core.commands.parsing import command_word, looks_like_a_move
from bot.core.commands.playing import by_number, legal_readings
from bot.core.game.people import Robot
from bot.core.game.referee import Play
from bot.core.game.session import Session, Stage
from bot.core.handlers.changes import commit, receipt
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.view import answers, refusals
from bot.core.view.boards import left
from engines.refusals import Refusal

_OF_NO_MOVE = ("game-moved-on", "no-such-idea")
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
        return _refused(session, request, refused, asked)
    services.hints.pop(played.code, None)
    services.searches.outdate(played)
    return receipt(played, asked, lambda: left(played, asked.words))


def _refused(session: Session, request: Play, refused: Refusal, asked: Asked) -> Answers:
    if request.bare and not looks_like_a_move(request.text):
        return _talk(session, request, refused, asked)
    is_mine = session.seat_of(asked.incoming.person) is session.position.turn
    shown = session if is_mine and refused.code not in _OF_NO_MOVE else None
    _, spelled = command_word(asked.incoming.text)
    return (refusals.refusal(refused, asked.words, shown, request.text, spelled),)


def _talk(session: Session, request: Play, refused: Refusal, asked: Asked) -> Answers:
    """To a bare text that is no move: how one looks, to whose turn it is; to others what stands in the way, where they
    speak to the bot alone."""
    incoming, turn = asked.incoming, session.position.turn
    mine = session.stage is Stage.RUNNING and session.seat_of(incoming.person) is turn
    listens = incoming.alone or (incoming.chat.direct and isinstance(session.player(turn.other), Robot))
    if mine and listens:
        example = str(next(iter(session.position.moves())))
        return (answers.said("no-move-read", asked.words, part=request.text[:_LONGEST_QUOTED], example=example),)
    return (refusals.refusal(refused, asked.words),) if incoming.alone else ()
