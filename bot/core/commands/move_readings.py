"""Ambiguous moves: columns in Cyrillic, by look (в is b) or by place in the alphabet (c), and numbers of a menu."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

from bot.core.game.referee import Play
from bot.core.game.session import Session, play
from bot.core.game.terms import IDEAS, Consent
from engines.game import AnyPosition
from engines.notation import clean
from engines.refusals import Illegal, Refusal, Unreadable

_BY_PLACE = str.maketrans("абвгдежзиклмнопр", "abcdefghijklmnop")
_COLUMN = re.compile(r"[а-яёіїєґ](?=\s?\.?\d)")


def readings(text: str) -> tuple[str, ...]:
    """By look, then by place in the alphabet, where the two differ; nothing for a text that reads in one way only."""
    low = text.casefold()
    by_place = _COLUMN.sub(lambda letter: letter[0].translate(_BY_PLACE), low)
    if by_place == low or not by_place.isascii():
        return ()
    with suppress(Refusal):
        by_look = clean(low)
        return (by_look, by_place) if by_look != clean(by_place) else ()
    return ()


def legal_readings(position: AnyPosition, text: str) -> tuple[str, ...]:
    """The legal moves that a text in Cyrillic letters can mean, in canonical text; nothing where only the usual
    reading, by look, is one, or is understood and against the rules."""
    legal: list[str] = []
    for reading in readings(text):
        try:
            legal.append(str(play(position, reading).move))
        except Unreadable:
            continue
        except Refusal:
            break
    return tuple(dict.fromkeys(legal))


_MOST = 9


def by_number(session: Session, request: Play) -> Play:
    """The move that a number means; any other request, and what the game reads as a move itself, as it is.

    Raises `Illegal` for a number that means none here: a menu of another position plays nothing.
    """
    number = request.idea or _number(session, request.text)
    if not number or (IDEAS, Consent.NO) in session.terms:
        return request
    if number > len(session.hints.ideas):
        raise Illegal("no-such-idea", part=str(number), game=session.code)
    return replace(request, text=session.hints.ideas[number - 1])


def _number(session: Session, text: str) -> int:
    """The number that a text is and that the game cannot read; 0 for any other."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:2]) <= _MOST):
        return 0
    try:
        session.position.read(text)
    except Refusal:
        return int(text)
    return 0
