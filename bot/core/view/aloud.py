"""The board without its picture (for screen readers): in words, in characters, what is new on it, one place of it."""

from __future__ import annotations

from bot.core.game.session import Session, Stage
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, Message
from bot.core.view import buttons
from bot.core.view import news as due
from bot.core.view.boards import picture, result, sentences
from bot.core.view.names import in_words, names, title
from bot.core.view.news import since
from engines.game import Seat
from engines.refusals import Unreadable

_LONGEST_QUOTED = 40


def text(session: Session, speech: Speech) -> Message:
    """All of the board in words, a sentence a line: enough to play without seeing."""
    seats = names(session, speech)
    said = sentences(picture(session, speech), session, speech)
    who = speech.say("seats", first=seats[Seat.FIRST], second=seats[Seat.SECOND])
    lines = (title(session, speech), who, *said)
    return Message("\n".join(lines), buttons=buttons.of_text(session, speech), envelope=PRIVATE)


def characters(session: Session, speech: Speech) -> Message:
    """What the signs mean, then the board drawn in them."""
    seats = names(session, speech)
    legend = " ".join(in_words(phrase, speech, seats) for phrase in session.rules.legend(session.position))
    grid = session.rules.text(session.position)
    lines = (title(session, speech), _standing(session, speech), legend, grid)
    return Message("\n".join(line for line in lines if line), grid=grid, envelope=PRIVATE)


def changes(session: Session, seat: Seat | None, speech: Speech) -> Message:
    """What has happened since the last turn of a seat, and whose turn it is now."""
    told = list(since(seat, session, speech)) or [speech.say("nothing-new")]
    return Message("\n".join((title(session, speech), *told, _standing(session, speech))), envelope=PRIVATE)


def _standing(session: Session, speech: Speech) -> str:
    """Who is to do what, or how the game ended, to any reader."""
    return result(session, speech) if session.stage is Stage.OVER else due.told(session, speech)


def place(session: Session, name: str, speech: Speech) -> Message:
    """What is at one place, what touches it, and what is legal there; raises `Unreadable` for what is no place."""
    found = session.rules.place(session.position, name)
    if not found:
        raise Unreadable("not-a-place", part=name[:_LONGEST_QUOTED])
    seats = names(session, speech)
    said = (in_words(phrase, speech, seats) for phrase in found)
    return Message("\n".join((title(session, speech), *said)), envelope=PRIVATE)
