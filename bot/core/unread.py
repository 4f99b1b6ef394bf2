"""What is answered to a bare text that is no move: nothing among people, the next step to who is alone with the bot."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.asked import Asked
from bot.core.commands.playing import Play
from bot.core.people import Robot
from bot.core.ports import Message
from bot.core.session import Session, Stage
from bot.core.view import answers, refusals
from engines.refusals import Refusal

_LONGEST_QUOTED = 40


def in_a_game(session: Session, request: Play, refused: Refusal, asked: Asked) -> tuple[Message, ...]:
    """How a move looks, to whose turn it is; whose turn it is, or what else stands in the way, to others."""
    incoming, turn = asked.incoming, session.position.turn
    mine = session.stage is Stage.RUNNING and session.seat_of(incoming.person) is turn
    listens = incoming.alone or (incoming.chat.direct and isinstance(session.player(turn.other), Robot))
    if mine and listens:
        example = str(next(iter(session.position.moves())))
        return (answers.said("no-move-read", asked.words, part=request.text[:_LONGEST_QUOTED], example=example),)
    return (refusals.refusal(refused, asked.words),) if incoming.alone else ()


def in_no_game(asked: Asked) -> tuple[Message, ...]:
    """The way to a first game."""
    return (answers.welcome(asked.words),) if asked.incoming.alone else ()


def in_several_games(sessions: Sequence[Session], asked: Asked) -> tuple[Message, ...]:
    """Which games there are."""
    return (answers.games(sessions, asked.at, asked.words),) if asked.incoming.alone else ()
