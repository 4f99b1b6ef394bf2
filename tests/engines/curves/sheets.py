"""Starting positions for tests, from a line of text."""

from __future__ import annotations

from random import Random

import pytest

from engines.curves.line import Line
from engines.curves.menu import least_bent_lines, press
from engines.curves.options import start
from engines.curves.rules import Position
from engines.notation import cell
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


def busy_sheet(random: Random, lines: int, points: int = 12) -> Position:
    """Return a sheet with randomly placed points, and so many lines between them as fit."""
    position = start({"points": str(points)})
    while position.is_marking:
        position = position.play(random.choice([*position.moves()]))
    for _ in range(lines):
        pairs = [(one, another) for one in position.ends() for another in position.ends() if one < another]
        random.shuffle(pairs)
        fitting = (bends for pair in pairs if (bends := position.bends(*pair)))
        if bends := next(fitting, []):
            position = position.play(random.choice(bends))
    return position


def broken_rings(position: Position) -> list[str]:
    """Return the strokes from an open end to a point ringed as its partner that draw no legal line."""
    rings = [(cell(*end), cell(*partner)) for end in position.ends() for partner in least_bent_lines(position, end)]
    strokes = {
        f"{end} {another}": position.read(press(position, "", f"{end} {another}").text) for end, another in rings
    }
    return [stroke for stroke, line in strokes.items() if not isinstance(line, Line) or position.fault(line)]


def owners(position: Position) -> dict[str, str]:
    return dict(position.owners())


def refusal(position: Position, text: str) -> Illegal:
    """Return the refusal of a readable move."""
    with pytest.raises(Illegal) as error_info:
        play_moves(position, text)
    return error_info.value
