"""Starting positions for tests, from a line of text."""

from __future__ import annotations

import pytest

from engines.curves.options import start
from engines.curves.rules import Position
from engines.refusals import Illegal


def marked_sheet(points: str, size: str = "16x12") -> Position:
    """Return a sheet with the named points marked; if they are odd or fewer than four, the last corners as well."""
    names = points.split()
    position = start({"size": size, "points": str(max(4, len(names) + len(names) % 2))})
    spare = [str(move) for move in reversed(list(position.moves())) if str(move) not in names]
    return play_moves(position, *names, *spare[: position.points - len(names)])


def play_moves(position: Position, *texts: str) -> Position:
    """Return the position after these typed moves."""
    for text in texts:
        position = position.play(position.read(text))
    return position


def owners(position: Position) -> dict[str, str]:
    return dict(position.owners())


def refusal(position: Position, text: str) -> Illegal:
    """Return the refusal of a readable move."""
    with pytest.raises(Illegal) as error_info:
        play_moves(position, text)
    return error_info.value
