"""The menu of moves worth considering: one picture of numbered ghosts, or the same in words; each number plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.core.ports import Button, Message
from bot.core.session import Session
from bot.core.speech import Speech
from bot.core.view import buttons
from bot.core.view.alt import board_in_words
from bot.core.view.boards import picture
from bot.core.view.names import in_words, names, title
from engines.game import AnyCandidate
from renderers import DRAWINGS
from renderers.scene import Scene


def menu(session: Session, found: Sequence[AnyCandidate], speech: Speech, as_text: bool = False) -> Message:
    """Each move under its number, with what it gains and risks; in the picture's alt text, or `as_text`, also what it
    looks like."""
    said = [_line(number, each, session, speech) for number, each in enumerate(found, 1)]
    told = [" ".join((line, *_looks(session, each, speech))) for line, each in zip(said, found, strict=True)]
    head, foot = speech.say("ideas-shown"), speech.say("ideas-how")
    about, rows = title(session, speech), (_numbers(session, found),)
    if as_text:
        return Message("\n".join((head, *told, foot)), buttons=rows, private=True, about=about)
    scene = _drawn(session, found, speech)
    alt = " ".join((board_in_words(scene, session, speech), *told))
    return Message("\n".join((head, *said, foot)), scene, alt, rows, private=True, about=about)


def _drawn(session: Session, found: Sequence[AnyCandidate], speech: Speech) -> Scene:
    scene = picture(session, speech)
    moves = [(str(number), each.move) for number, each in enumerate(found, 1)]
    return replace(scene, items=(*scene.items, *DRAWINGS[session.game].numbered(session.position, moves)))


def _line(number: int, each: AnyCandidate, session: Session, speech: Speech) -> str:
    seats = names(session, speech)
    reasons = ", ".join(in_words(reason, speech, seats) for reason in (*each.gain, *each.risk))
    move = buttons.move_label(str(each.move), speech)
    return speech.say("idea-line", number=str(number), move=move, reasons=reasons)


def _looks(session: Session, each: AnyCandidate, speech: Speech) -> Iterator[str]:
    seats = names(session, speech)
    phrases = DRAWINGS[session.game].described(session.position, each.move)
    return (in_words(phrase, speech, seats) for phrase in phrases)


def _numbers(session: Session, found: Sequence[AnyCandidate]) -> buttons.Row:
    """A button for each move, which types the move itself: pressed too late it plays nothing else."""
    made = (Button(str(number), f"/move {buttons.tag(session)} {each.move}") for number, each in enumerate(found, 1))
    return tuple(filter(buttons.fits, made))
