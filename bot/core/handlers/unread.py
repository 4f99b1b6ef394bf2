"""What is answered where no game can be chosen, and to a bare text that is no move: talk, if people are there."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.commands.finding import looks_like_a_move
from bot.core.commands.reading import command_word
from bot.core.game.people import Robot
from bot.core.game.referee import Accept, Decline, Play
from bot.core.game.requests import About
from bot.core.game.session import Session, Stage
from bot.core.handlers.asked import Asked
from bot.core.ports.platform import Message
from bot.core.view import answers, helping, lists, refusals
from engines.refusals import Illegal, Refusal

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


def in_no_game(request: About, asked: Asked) -> tuple[Message, ...]:
    """To what is no move, the way to a first game; raises `Illegal` for what wants a game."""
    meant = asked.incoming.chat.direct and looks_like_a_move(asked.incoming.text)
    if not isinstance(request, Play) or not request.bare or meant:
        if isinstance(request, Accept | Decline):
            raise Illegal("no-challenge-here")
        raise Illegal("no-game-here")
    return (helping.welcome(asked.words),) if asked.incoming.alone else ()


def in_several_games(sessions: Sequence[Session], request: About, asked: Asked) -> tuple[Message, ...]:
    """Which of them is meant; to what is no move, which there are."""
    if isinstance(request, Play) and request.bare and not looks_like_a_move(request.text):
        listed = lists.games(sessions, 0, {}, asked.incoming.person, asked.at, asked.words)
        return (listed,) if asked.incoming.alone else ()
    command, rest = command_word(asked.incoming.text)
    return (answers.which(sessions, command, rest, asked.words),)
