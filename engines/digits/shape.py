"""The shape of a board, read from text: a named shape, or a custom one, row by row."""

from __future__ import annotations

import re

from engines.digits.grid import LARGEST, SHAPES, SMALLEST
from engines.notation import check_length, clean, normalize
from engines.refusals import Unreadable

EXAMPLE = ".##./####/####/.##."


def read_shape(text: str) -> str:
    """Return the name of a shape, or its rows from the top joined by `/`, with `#` for a cell and `.` for none.

    Raises `Unreadable` for unknown names, other signs, and rows that are uneven, too few or too many.
    """
    check_length(text)
    rows = "".join(normalize(text).split())
    if "/" not in rows and "#" not in rows:
        return _read_name(text)
    if bad_sign := re.search("[^#./]", rows):
        raise Unreadable("shape-sign", option="shape", part=bad_sign[0], example=EXAMPLE)
    _check_rows(rows.split("/"))
    return rows


def edges_of(shape: str) -> tuple[int, int]:
    """Return the columns and rows of a custom shape."""
    lines = shape.split("/")
    return len(lines[0]), len(lines)


def _read_name(text: str) -> str:
    word = clean(text)
    if word not in SHAPES:
        raise Unreadable("bad-option", option="shape", value=text, expected=" ".join((*SHAPES, EXAMPLE)))
    return word


def _check_rows(lines: list[str]) -> None:
    width = len(lines[0])
    for line in lines:
        if len(line) != width:
            raise Unreadable("shape-uneven", option="shape", part=line, count=len(line), wanted=width)
    if not all(SMALLEST <= edge <= LARGEST for edge in (width, len(lines))):
        raise Unreadable("shape-edges", option="shape", cols=width, rows=len(lines), least=SMALLEST, most=LARGEST)
