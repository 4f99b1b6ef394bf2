"""Sides in the notation of other programs: `P1(h,0,1)` of OpenSpiel, or `h 0 1`.

Those programs count rows from above.
"""

from __future__ import annotations

import re

from engines.dots.rules import Position
from engines.game import Seat
from engines.notation import cell

STYLES = ("ours", "openspiel", "rows")
_FOREIGN = re.compile(r"P[12]\(([hv]),([0-9]{1,2}),([0-9]{1,2})\)|(?<![\w-])([hv]) ([0-9]{1,2}) ([0-9]{1,2})(?![\w-])")
_NATIVE = re.compile(r"\b([a-z])([0-9]{1,2})-([a-z])([0-9]{1,2})\b")


def native_side(kind: str, col: int, row: int, rows: int) -> str:
    """Return the native name of a side, given by its column and its row counted from above."""
    if kind == "h":
        return f"{cell(col, rows - row)}-{cell(col + 1, rows - row)}"
    return f"{cell(col, rows - row - 1)}-{cell(col, rows - row)}"


def from_foreign(text: str, position: Position) -> str:
    """Translate a typed message into the native notation; the rest of the text stays as it is."""

    def translate(match: re.Match[str]) -> str:
        kind, row, col = match.groups()[:3] if match[1] else match.groups()[3:]
        return native_side(kind, int(col), int(row), position.grid.rows)

    return _FOREIGN.sub(translate, text)


def to_foreign(text: str, position: Position, style: str) -> str:
    """Translate sides, drawn in order from a position, to another notation."""

    def translate(match: re.Match[str]) -> str:
        nonlocal position
        player = 1 if position.turn is Seat.FIRST else 2
        if position.outcome is None:
            position = position.play(position.read(match[0]))
        level = match[1] != match[3]
        row = position.grid.rows - int(match[2]) + (1 if level else 0)
        col = ord(match[1]) - ord("a")
        kind = "h" if level else "v"
        return f"P{player}({kind},{row},{col})" if style == "openspiel" else f"{kind} {row} {col}"

    return _NATIVE.sub(translate, text)
