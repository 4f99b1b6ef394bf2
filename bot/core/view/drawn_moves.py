"""Pictures of moves that are not made yet: a refused one with what is in its way, a curve that is being composed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot.core.game.session import Session
from bot.core.language.speech import Speech
from bot.core.ports.platform import Message, Picture
from bot.core.view.boards import board_in_words, picture
from bot.core.view.boards import picture as board_picture
from engines.game import AnyMove
from engines.phrases import Phrase
from engines.refusals import Refusal
from renderers import DRAWINGS
from renderers.scene import Item, Scene


def refused_picture(session: Session, typed: str, near: Sequence[str], speech: Speech) -> Scene | None:
    """The board with the move as it was meant; None for a text that means no move, or none that can be drawn."""
    move = _read(session, typed)
    items = tuple(DRAWINGS[session.game].wrong(session.position, move)) if move is not None else ()
    return overlaid(nearest_board(session, near, speech), items) if items else None


def nearest_board(session: Session, near: Sequence[str], speech: Speech) -> Scene:
    """The board with the nearest legal move dashed, which is no hint."""
    scene = board_picture(session, speech, next((_read(session, text) for text in near), None))
    return replace(scene, alt=tuple(map(_no_hint, scene.alt)))


def overlaid(scene: Scene, items: Sequence[Item]) -> Scene:
    """A scene with more laid over it."""
    return replace(scene, items=(*scene.items, *items))


def with_picture(message: Message, scene: Scene | None, session: Session, speech: Speech) -> Message:
    """A refusal with its picture, if there is one."""
    if scene is None:
        return message
    return replace(message, picture=Picture(scene, board_in_words(scene, session, speech)))


def _read(session: Session, text: str) -> AnyMove | None:
    with suppress(Refusal):
        return session.position.read(text)
    return None


def _no_hint(phrase: Phrase) -> Phrase:
    return Phrase("picture-nearest", **dict(phrase.fields)) if phrase.code == "picture-hint" else phrase


def composed(message: Message, session: Session, steps: Sequence[str], speech: Speech) -> Message:
    """A step of a menu with the move as far as it has come; as it is where a game draws none."""
    items = tuple(DRAWINGS[session.game].composed(session.position, tuple(steps)))
    if not items:
        return message
    scene = overlaid(picture(session, speech), items)
    return replace(message, picture=Picture(scene, board_in_words(scene, session, speech)))
