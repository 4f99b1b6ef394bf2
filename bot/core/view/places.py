"""Buttons for the places of a board, laid out as the board is."""

from __future__ import annotations

import re

from bot.core.ports import Button
from bot.core.view.buttons import Row

_PLACE = re.compile(r"([a-z])(\d+)")
_WIDEST = 8
"""Buttons that stand in a row on a phone."""
_TAKEN = "·"


def as_board(rows: tuple[Row, ...], types: str) -> tuple[Row, ...]:
    """A row for each row of the board, where all buttons are for places of one that is not too wide; else as it was.

    A place without a button has one without a name, which `types` something harmless.
    """
    found = {(place[1], int(place[2])): b for row in rows for b in row if (place := _PLACE.fullmatch(b.label))}
    columns, lines = sorted({column for column, _ in found}), sorted({line for _, line in found}, reverse=True)
    if len(found) < sum(map(len, rows)) or not _is_a_board(len(columns), len(lines), len(found)):
        return rows
    taken = Button(_TAKEN, types)
    return tuple(tuple(found.get((column, line), taken) for column in columns) for line in lines)


def _is_a_board(columns: int, lines: int, places: int) -> bool:
    """Whether so many places may be what is free of a board."""
    return 2 < columns <= _WIDEST and lines > 2 and 4 * places > columns * lines
