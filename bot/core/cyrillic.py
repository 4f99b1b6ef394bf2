"""Columns in Cyrillic letters, which can be meant by their look (в is b) or by their place in the alphabet (c)."""

from __future__ import annotations

import re
from contextlib import suppress

from bot.core.session import play
from engines.game import AnyPosition
from engines.notation import clean
from engines.refusals import Refusal, Unreadable

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
