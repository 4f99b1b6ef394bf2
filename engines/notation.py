"""Reading typed text generously: case, dashes, spaces, Cyrillic look-alikes; cells named as in chess."""

from __future__ import annotations

import re
import unicodedata

from engines.refusals import Unreadable

LONGEST_TEXT = 2000
_CYRILLIC = str.maketrans("авсекмнортухіјѕбдфглцґ", "abcekmhoptyxijsbdfglcg")
_DASHES = re.compile(r" ?[-\u2010-\u2015\u2212\u2043\uFE58\uFE63\uFF0D:>→~]+ ?")
_WORD = re.compile(r"[^\s-]+")
_SEPARATORS = re.compile(r"[\s,;]+")
_MARKS = re.compile(r"([^\w\s\x00-\x7f]{30})[^\w\s\x00-\x7f]+")
_AROUND = str.maketrans(dict.fromkeys('()[]{}"“”„«»|', " ") | dict.fromkeys("\ufe0e\ufe0f\u20e3", ""))
"""Brackets, quotes and Discord's bars; and what makes a keycap or an emoji of a letter or digit."""
_ROWS_FIRST = re.compile(r"[0-9]{1,2}[a-z](?:[ -][0-9]{1,2}[a-z])*")


def clean(text: str) -> str:
    """The text in lower-case ASCII look-alikes, digits of any script as 0 to 9, each run of dashes (also `:` and `>`)
    as one `-`, single spaces for spaces, commas, brackets and double quotes.

    Raises `Unreadable("too-long")` for more than LONGEST_TEXT characters.
    """
    check_length(text)
    text = "".join(map(_as_digit, normalize(text).casefold().translate(_AROUND)))
    text = " ".join("".join(c for c in text if c.isspace() or c.isprintable()).split())
    return _WORD.sub(_as_latin, _SEPARATORS.sub(" ", _DASHES.sub("-", text)).strip())


def normalize(text: str) -> str:
    """Return the text in Unicode's form NFKC; of marks above each other the first thirty stay, for Unicode sorts them,
    which takes time by the square of their number."""
    return unicodedata.normalize("NFKC", _MARKS.sub(r"\1", text))


def check_length(text: str, most: int = LONGEST_TEXT) -> None:
    """Raise `Unreadable("too-long")` for more than `most` characters."""
    if len(text) > most:
        raise Unreadable("too-long", length=len(text), most=most)


def _as_digit(letter: str) -> str:
    return str(unicodedata.decimal(letter)) if letter.isdecimal() else letter


def _as_latin(word: re.Match[str]) -> str:
    """A word of look-alikes in Latin letters; a Cyrillic word stays as it is, so that a refusal can quote it."""
    latin = word[0].translate(_CYRILLIC)
    return latin if latin.isascii() else word[0]


def letters_first(cleaned: str) -> str:
    """A cleaned text of nothing but cells with the row in front, `1a-2a`, in the usual order; any other as it is."""
    return re.sub(r"([0-9]{1,2})([a-z])", r"\2\1", cleaned) if _ROWS_FIRST.fullmatch(cleaned) else cleaned


def column(index: int) -> str:
    """The letter of a column, counted from 0: a, b, c …"""
    return chr(ord("a") + index)


def cell(col: int, row: int) -> str:
    """The name of a cell or point, both counted from 0: (0, 0) is a1."""
    return f"{column(col)}{row + 1}"


_CELL = re.compile(r"([a-z])\s?([1-9][0-9]?)")


def read_cell(word: str) -> tuple[int, int] | None:
    """Column and row, counted from 0, of a cleaned word such as `b3`; None if it is no cell."""
    match = _CELL.fullmatch(word)
    return (ord(match[1]) - ord("a"), int(match[2]) - 1) if match else None
