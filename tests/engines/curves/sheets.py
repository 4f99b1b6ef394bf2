"""Positions set up by a line of text, for tests to begin with."""

from __future__ import annotations

import pytest

from engines.curves.options import start
from engines.curves.rules import Position
from engines.refusals import Illegal


def marked(points: str, size: str = "16x12") -> Position:
    """A sheet on which the named points are marked; if their number is odd or below four, the last corners are too."""
    names = points.split()
    position = start({"size": size, "points": str(max(4, len(names) + len(names) % 2))})
    spare = [str(move) for move in reversed(list(position.moves())) if str(move) not in names]
    return played(position, *names, *spare[: position.points - len(names)])


def played(position: Position, *texts: str) -> Position:
    """The position after these typed moves."""
    for text in texts:
        position = position.play(position.read(text))
    return position


def owners(position: Position) -> dict[str, str]:
    return dict(position.owners())


def refusal(position: Position, text: str) -> Illegal:
    """The refusal that a readable move meets."""
    with pytest.raises(Illegal) as caught:
        played(position, text)
    return caught.value
