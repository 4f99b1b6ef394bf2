"""What is told to who has pressed a button: in a few words what it did, in the place of the menu that led there."""

from __future__ import annotations

from dataclasses import replace

from bot.core.commands.challenges import Again
from bot.core.game.referee import Accept, OfferDraw, Play
from bot.core.game.requests import About, Deed
from bot.core.game.session import Session, Stage
from bot.core.handlers.asked import Asked
from bot.core.ports.platform import Message
from bot.core.view.boards import left, result, standing
from bot.core.view.challenges import accepted, called_off, rematch_offered
from bot.core.view.news import news, offered


def receipts(session: Session, deed: Deed | Again, asked: Asked) -> tuple[Message, ...]:
    """To a press, and to who types alone with the bot what happens in another chat: anybody else sees the board that
    follows. A board gives way to the next one by itself."""
    if not asked.incoming.pressed:
        keys = {chat.key for chat in session.places.shown}
        elsewhere = asked.incoming.in_private and asked.incoming.chat.key not in keys
        return (Message(_said(session, deed, asked), private=True),) if elsewhere else ()
    is_menu = asked.known.replied_to is None
    return (Message(_said(session, deed, asked), private=True, update=is_menu, fleeting=True),)


def in_its_place(answers: tuple[Message, ...], request: About, asked: Asked) -> tuple[Message, ...]:
    """The first answer to a press takes the place of the question which game was meant."""
    is_which = asked.incoming.pressed and asked.known.replied_to is None and request.which.ply is not None
    if not (is_which and answers):
        return answers
    return (replace(answers[0], update=True), *answers[1:])


def beside_boards(answers: tuple[Message, ...], asked: Asked) -> tuple[Message, ...]:
    """A board that all see gives way to the next one only, whatever somebody lets its buttons type."""
    if asked.known.replied_to is None:
        return answers
    return tuple(replace(answer, update=False) if answer.private else answer for answer in answers)


def _said(session: Session, deed: Deed | Again, asked: Asked) -> str:
    words, reader = asked.words, asked.incoming.person
    if session.stage is Stage.OFF:
        return called_off(session, words).text
    match deed:
        case Play():
            return left(session, words)
        case Again() if session.stage is Stage.OFFERED:
            return rematch_offered(session, words)
        case Accept() | Again():
            return accepted(session, words)
        case OfferDraw() if session.stage is Stage.RUNNING:
            return next(offered(session, words, asks=False), standing(session, words, reader))
        case _ if session.stage is Stage.OVER:
            return result(session, words)
        case _:
            return [standing(session, words, reader), *news(session, words)][-1]
