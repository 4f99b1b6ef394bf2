"""The shape of a board, read from text: one that has a name, or one's own, drawn row by row."""

from __future__ import annotations

import re

from engines.digits.grid import LARGEST, SHAPES, SMALLEST
from engines.notation import check_length, clean, normalize
from engines.refusals import Unreadable

EXAMPLE = ".##./####/####/.##."


def read_shape(text: str) -> str:
    """The name of a shape, or its rows from the top with `/` between them, `#` a cell and `.` none.

    Raises `Unreadable` for another name, for other signs, and for rows that differ in length or are too many or few.
    """
    check_length(text)
    drawn = "".join(normalize(text).split())
    if "/" not in drawn and "#" not in drawn:
        return _named(text)
    if strange := re.search("[^#./]", drawn):
        raise Unreadable("shape-sign", option="shape", part=strange[0], example=EXAMPLE)
    _check_rows(drawn.split("/"))
    return drawn


def edges_of(shape: str) -> tuple[int, int]:
    """Columns and rows of a shape of one's own."""
    lines = shape.split("/")
    return len(lines[0]), len(lines)


def _named(text: str) -> str:
    word = clean(text)
    if word not in SHAPES:
        raise Unreadable("bad-option", option="shape", value=text, expected=" ".join((*SHAPES, EXAMPLE)))
    return word


def _check_rows(lines: list[str]) -> None:
    wanted = len(lines[0])
    for line in lines:
        if len(line) != wanted:
            raise Unreadable("shape-uneven", option="shape", part=line, count=len(line), wanted=wanted)
    if not all(SMALLEST <= edge <= LARGEST for edge in (wanted, len(lines))):
        raise Unreadable("shape-edges", option="shape", cols=wanted, rows=len(lines), least=SMALLEST, most=LARGEST)
