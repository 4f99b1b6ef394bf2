"""Answers that take the place of a message that stands in the chat already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.core.game.requests import GameRequest
from bot.core.game.session import Session
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.language.speech import speech
from bot.core.ports.platform import Message
from bot.core.view.boards import with_time_left
from bot.core.view.inline_board import inline_board, with_question


def in_its_place(answers: Answers, request: GameRequest, asked: Asked) -> Answers:
    """The first answer to a press takes the place of the question which game was meant."""
    is_which = asked.incoming.pressed and asked.known.replied_to is None and request.reference.ply is not None
    if not (is_which and answers):
        return answers
    return (replace(answers[0], envelope=replace(answers[0].envelope, update=True)), *answers[1:])


def shown_in_place(
    services: Services, session: Session, asked: Asked, steps: Sequence[str] = (), asks: Message | None = None
) -> Message:
    """The inline message with the next step to a move, or with a question to who has pressed, for all to see."""
    here = asked.incoming.chat
    link = services.platforms[here.platform].invitation(session.code)
    spoken = speech(asked.known.chat_language or session.places.language_in(here))
    shown = with_time_left(
        inline_board(session, spoken, here, link, steps, services.finished_buttons), session, asked.at, spoken
    )
    said = with_question(shown, asks, session, asked.words) if asks else shown
    return replace(said, envelope=replace(said.envelope, update=True))
