"""Answers that replace a message already in the chat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.core.game.requests import GameRequest
from bot.core.game.session import Session
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.language.speech import speech
from bot.core.ports.platform import Message
from bot.core.view.boards import with_time_left
from bot.core.view.inline_board import inline_board, with_question


def in_place_of_question(answers: Answers, request: GameRequest, interaction: Interaction) -> Answers:
    """Let the first answer to a press replace the question which game was meant."""
    is_which = (
        interaction.incoming.pressed and interaction.known.replied_to is None and request.reference.ply is not None
    )
    if not (is_which and answers):
        return answers
    return (replace(answers[0], envelope=replace(answers[0].envelope, update=True)), *answers[1:])


def inline_board_message(
    services: Services,
    session: Session,
    interaction: Interaction,
    steps: Sequence[str] = (),
    question: Message | None = None,
) -> Message:
    """Render the inline message `steps` into the move menu, or with a question, for all to see."""
    here = interaction.incoming.chat
    link = services.platforms[here.platform].invitation(session.code)
    speech_here = speech(interaction.known.chat_language or session.places.language_in(here))
    message = with_time_left(
        inline_board(session, speech_here, here, link, steps, services.finished_buttons),
        session,
        interaction.at,
        speech_here,
    )
    final_message = with_question(message, question, session, interaction.words) if question else message
    return replace(final_message, envelope=replace(final_message.envelope, update=True))
