"""Lenient reading of typed text: case, dashes, spaces, Cyrillic look-alikes; cells named as in chess."""

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
"""Brackets, quotes and Discord's bars; and the marks that turn a letter or digit into a keycap or an emoji."""
_ROWS_FIRST = re.compile(r"[0-9]{1,2}[a-z](?:[ -][0-9]{1,2}[a-z])*")


def clean(text: str) -> str:
    """Return the text in lower case, with look-alike letters mapped to ASCII.

    Digits of any script become 0 to 9, each run of dashes (also `:` and `>`) one `-`, and spaces, commas, brackets and
    double quotes single spaces. Raises `Unreadable("too-long")` for more than LONGEST_TEXT characters.
    """
    check_length(text)
    text = "".join(map(_as_digit, normalize(text).casefold().translate(_AROUND)))
    text = " ".join("".join(c for c in text if c.isspace() or c.isprintable()).split())
    return _WORD.sub(_as_latin, _SEPARATORS.sub(" ", _DASHES.sub("-", text)).strip())


def normalize(text: str) -> str:
    """Return the text in NFKC form, with at most thirty combining marks each.

    Unicode sorts such marks, which takes time quadratic in their number.
    """
    return unicodedata.normalize("NFKC", _MARKS.sub(r"\1", text))


def check_length(text: str, most: int = LONGEST_TEXT) -> None:
    """Raise `Unreadable("too-long")` for more than `most` characters."""
    if len(text) > most:
        raise Unreadable("too-long", length=len(text), most=most)


def _as_digit(letter: str) -> str:
    return str(unicodedata.decimal(letter)) if letter.isdecimal() else letter


def _as_latin(word: re.Match[str]) -> str:
    """Return a word of look-alikes in Latin letters; a Cyrillic word stays unchanged so that a refusal can quote it."""
    latin = word[0].translate(_CYRILLIC)
    return latin if latin.isascii() else word[0]


def letters_first(text: str) -> str:
    """Swap column and row in a text that consists of cells with the row first (`1a-2a`), else return it as is."""
    return re.sub(r"([0-9]{1,2})([a-z])", r"\2\1", text) if _ROWS_FIRST.fullmatch(text) else text


def column(index: int) -> str:
    """Return the letter of a column, counted from 0: a, b, c and so on."""
    return chr(ord("a") + index)


def cell(col: int, row: int) -> str:
    """Return the name of a cell or point, both counted from 0: (0, 0) is a1."""
    return f"{column(col)}{row + 1}"


_CELL = re.compile(r"([a-z])\s?([1-9][0-9]?)")


def read_cell(word: str) -> tuple[int, int] | None:
    """Return column and row, counted from 0, of a cleaned word such as `b3`; None if it is not a cell."""
    match = _CELL.fullmatch(word)
    return (ord(match[1]) - ord("a"), int(match[2]) - 1) if match else None
