"""A move by its number among the ideas that were shown in this very position; pure."""

from __future__ import annotations

from dataclasses import replace

from bot.core.commands.consent import Consent
from bot.core.commands.playing import Play
from bot.core.commands.terms import IDEAS
from bot.core.session import Session
from engines.refusals import Illegal, Refusal

_MOST = 9


def by_number(session: Session, request: Play) -> Play:
    """The move that a number means; any other request, and what the game reads as a move itself, as it is.

    Raises `Illegal` for a number that means none here: nobody plays by a menu of another position.
    """
    number = request.idea or _number(session, request.text)
    if not number or (IDEAS, Consent.NO) in session.terms:
        return request
    if number > len(session.ideas):
        raise Illegal("no-such-idea", part=str(number), game=session.code)
    return replace(request, text=session.ideas[number - 1])


def _number(session: Session, text: str) -> int:
    """The number that a text is and that the game cannot read; 0 for any other."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:2]) <= _MOST):
        return 0
    try:
        session.position.read(text)
    except Refusal:
        return int(text)
    return 0
