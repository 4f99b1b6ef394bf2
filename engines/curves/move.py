"""Moves as text: a mark (`e7`), a line (`a3-f7 via c.5 9.5`, `a3-f7 +2.5`) or a pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engines.curves.line import STEP, Line, Point, Spot, straight_line, symmetric_arc
from engines.notation import cell, check_length, clean, read_cell
from engines.refusals import Ambiguous, Unreadable

PASS = "pass"
VIA = "via"
WORDS, INNER_WORDS = (PASS,), (VIA,)


@dataclass(frozen=True)
class Mark:
    """A move that marks a lattice point, given as (column, row) counted from 0."""

    point: Point

    def __str__(self) -> str:
        return cell(*self.point)


@dataclass(frozen=True)
class Pass:
    """A move that draws no line."""

    def __str__(self) -> str:
        return PASS


Move = Mark | Line | Pass


_DECIMAL_COMMA = re.compile(r"(?<=\w),(?=\d)")
_END = r"[a-z]\s?[0-9]{1,2}"
_LINE = re.compile(rf"({_END})\s?-?\s?({_END})(?:$|(?=[ +-]|via))\s?(.*)")
_BEND = re.compile(r"([+-])\s?([0-9]{1,2}(?:\.[0-9]{0,2})?|\.[0-9]{1,2})")
_LETTER = re.compile(r"([a-z])(-(?=\s?0?\.))?\s?(.*)")
_DECIMALS = re.compile(r"\.([0-9]{1,2})")
_ROW = re.compile(r"(0|[1-9][0-9]?)(?:\.([0-9]{0,2}))?")
_EXAMPLE = "a3-f7"
_PASSES = {PASS, clean("пас"), clean("пасс"), clean("пасую"), "p"}


def read_move(text: str, rows: int) -> Move:
    """Read a move for a sheet with `rows` rows, legal or not; raise `Unreadable` or `Ambiguous`."""
    check_length(text)
    words = clean(_DECIMAL_COMMA.sub(".", text))
    if not words:
        raise Unreadable("empty")
    if words in _PASSES:
        return Pass()
    if point := read_cell(words):
        return Mark(point)
    return _read_line(words, rows)


def _read_line(words: str, rows: int) -> Line:
    match = _LINE.fullmatch(words)
    if not match:
        raise Unreadable("not-a-curve", part=words, expected="two-points", example=_EXAMPLE)
    start, end = _read_end(match[1]), _read_end(match[2])
    if not match[3]:
        return straight_line(start, end)
    if match[3] == VIA:
        raise Unreadable("no-middle", part="", expected="a-middle")
    if match[3].startswith(VIA):
        return Line(start, end, read_spot(match[3].removeprefix(VIA).strip(), rows))
    sign, steps = _read_bend(match[3])
    return replace(symmetric_arc(start, end, float(sign + steps)), typed=f"{cell(*start)}-{cell(*end)} {sign}{steps}")


def _read_end(word: str) -> Point:
    point = read_cell(word)
    if point is None:
        raise Unreadable("not-a-point", part=word, expected="a-point")
    return point


def _read_bend(word: str) -> tuple[str, str]:
    match = _BEND.fullmatch(word)
    if not match:
        raise Unreadable("not-a-bend", part=word, expected="a-bend")
    return match[1], match[2]


def read_spot(word: str, rows: int) -> Spot:
    """Read a middle point such as `c9`, `c.5 9.5` or `c.59.5`, in hundredths.

    If the text can be read in several ways, only places on the sheet count.
    """
    readings = set(_spots(word))
    readings = {spot for spot in readings if spot[1] <= STEP * rows} or readings
    if not readings:
        raise Unreadable("not-a-middle", part=word, expected="a-middle")
    if len(readings) > 1:
        raise Ambiguous("middle-unclear", part=word, expected="space-before-row")
    return readings.pop()


def _spots(word: str) -> Iterator[Spot]:
    match = _LETTER.fullmatch(word)
    if not match:
        return
    column = STEP * (ord(match[1]) - ord("a"))
    sign = -1 if match[2] else 1
    for offset, row in _row_splits(match[3]):
        if up := _ROW.fullmatch(row.strip()):
            yield column + sign * offset, STEP * (int(up[1]) - 1) + _hundredths(up[2] or "")


def _row_splits(word: str) -> Iterator[tuple[int, str]]:
    """Yield every way to cut the text into a column offset, in hundredths, and the text of the row."""
    if not word.startswith("."):
        yield 0, word
    if " " in word:
        word = word.removeprefix("0")
    for digits in (1, 2):
        decimals = _DECIMALS.fullmatch(word[: digits + 1])
        if decimals and len(decimals[1]) == digits:
            yield _hundredths(decimals[1]), word[digits + 1 :]


def _hundredths(decimals: str) -> int:
    return int(f"{decimals:0<2}")
