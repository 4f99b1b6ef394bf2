"""Sides as other programs write them: `P1(h,0,1)` as OpenSpiel does, or `h 0 1`; rows are counted from above there."""

from __future__ import annotations

import re

from engines.dots.rules import Position
from engines.game import Seat
from engines.notation import cell

STYLES = ("ours", "openspiel", "rows")
_THEIRS = re.compile(r"P[12]\(([hv]),([0-9]{1,2}),([0-9]{1,2})\)|(?<![\w-])([hv]) ([0-9]{1,2}) ([0-9]{1,2})(?![\w-])")
_OURS = re.compile(r"\b([a-z])([0-9]{1,2})-([a-z])([0-9]{1,2})\b")


def side(kind: str, col: int, row: int, rows: int) -> str:
    """Our name of a side by its column and its row from above."""
    if kind == "h":
        return f"{cell(col, rows - row)}-{cell(col + 1, rows - row)}"
    return f"{cell(col, rows - row - 1)}-{cell(col, rows - row)}"


def to_ours(text: str, position: Position) -> str:
    """A typed message in our notation; what is in no other one stays as it is."""

    def named(found: re.Match[str]) -> str:
        kind, row, col = found.groups()[:3] if found[1] else found.groups()[3:]
        return side(kind, int(col), int(row), position.grid.rows)

    return _THEIRS.sub(named, text)


def from_ours(text: str, position: Position, style: str) -> str:
    """Sides that are drawn one after the other from a position on, in another style."""

    def named(found: re.Match[str]) -> str:
        nonlocal position
        player = 1 if position.turn is Seat.FIRST else 2
        if position.outcome is None:
            position = position.play(position.read(found[0]))
        level = found[1] != found[3]
        row = position.grid.rows - int(found[2]) + (1 if level else 0)
        col = ord(found[1]) - ord("a")
        kind = "h" if level else "v"
        return f"P{player}({kind},{row},{col})" if style == "openspiel" else f"{kind} {row} {col}"

    return _OURS.sub(named, text)
