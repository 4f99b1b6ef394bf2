"""Names on the page: whose they are, which ones are the same to the eye, and who is meant by `@name`."""

from __future__ import annotations

import hashlib
import unicodedata

from bot.core.language.invisible import tidy

LONGEST_NAME = 32

_LOOKS = str.maketrans(
    dict(zip("аеорсухіјѕԁԛԝһӏвкмнт", "aeopcyxijsdqwhlbkmht", strict=True))
    | dict(zip("αβεηικνορτχ", "abenikvoptx", strict=True))
)
"""Cyrillic and Greek letters, small, that look like Latin ones when they are written small or large."""


class NameRefused(Exception):
    """The name cannot be had; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def proper(name: str) -> str:
    """The name as it is shown; raises `NameRefused` for one of which nothing is seen, or the bot's own."""
    name = tidy(name, LONGEST_NAME).lstrip("@ ")
    if not fold(name):
        raise NameRefused("name-empty")
    if fold(name) in RESERVED:
        raise NameRefused("name-taken")
    return name


def handle(name: str) -> str:
    """The name as one word, as it is written after @."""
    return name.replace(" ", "_")


def fold(name: str) -> str:
    """Names are the same when this is: neither case nor compatibility forms count, nor an alphabet's look-alikes."""
    plain = unicodedata.normalize("NFKC", handle(name)).casefold()
    return plain.translate(_LOOKS)


def identity(token: str) -> str:
    """The public id of whoever holds a private token; the token cannot be found from it."""
    return hashlib.sha256(token.encode()).hexdigest()[:20]


RESERVED = frozenset(map(fold, ("bot", "бот", "tetradka", "тетрадка")))
