"""A move in the making, drawn at every step of the menu that leads to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.core.ports import Message
from bot.core.session import Session
from bot.core.speech import Speech
from bot.core.view.alt import board_in_words
from bot.core.view.boards import picture
from bot.core.view.wrong import over
from renderers import DRAWINGS


def composed(message: Message, session: Session, steps: Sequence[str], speech: Speech) -> Message:
    """A step of a menu with the move as far as it has come; as it is where a game draws none."""
    items = tuple(DRAWINGS[session.game].composed(session.position, tuple(steps)))
    if not items:
        return message
    scene = over(picture(session, speech), items)
    return replace(message, picture=scene, alt=board_in_words(scene, session, speech))
