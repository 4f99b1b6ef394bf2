"""Tournament standings as a table on a notebook page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from renderers.paper import LETTERING, SQUARE, WIDTH
from renderers.scene import Anchor, Disc, Ink, Item, Label, Ruling, Scene, Shape, Stroke

_TITLE, _NOTE, _TEXT, _HEAD = 40.0, 30.0, 36.0, 26.0
_TOP, _ROW, _BOTTOM = 192, 72, 36
_PLACE, _NAME, _RIGHT = 72.0, 128.0, WIDTH - 48.0
_POINTS = 100.0
_TIE = 132.0


@dataclass(frozen=True)
class Line:
    """One player's row: the place, the name (also in `plain` letters), the points and the tie-breaks.

    `is_gone` marks a player who left the tournament.
    """

    place: int
    name: str
    plain: str
    points: str
    ties: tuple[str, ...] = ()
    is_gone: bool = False


@dataclass(frozen=True)
class Columns:
    """The headings of the columns: names, points and each tie-break."""

    name: str
    points: str
    ties: tuple[str, ...] = ()


def draw(title: str, note: str, columns: Columns, lines: Sequence[Line]) -> Scene:
    """Return the table, 900 pixels wide: a title, a note below it, and a row for each line."""
    height = _TOP + _ROW * len(lines) + _BOTTOM
    items = (*_heading(title, note, columns), *(item for at, line in enumerate(lines) for item in _line(at, line)))
    return Scene(WIDTH, height, (Ruling((0, 0), SQUARE),), items)


def _heading(title: str, note: str, columns: Columns) -> Iterator[Item]:
    yield Label(title, (_PLACE - 24, 44), _TITLE, Ink.TEXT, Anchor.LEFT, bold=True, room=_RIGHT - _PLACE + 24)
    yield Label(note, (_PLACE - 24, 92), _NOTE, Ink.PENCIL, Anchor.LEFT, room=_RIGHT - _PLACE + 24)
    y = _TOP - 34.0
    yield Label(columns.name, (_NAME, y), _HEAD, Ink.PENCIL, Anchor.LEFT)
    for text, x in zip((columns.points, *columns.ties), _ends(len(columns.ties)), strict=True):
        yield Label(text, (x, y), _HEAD, Ink.PENCIL, Anchor.RIGHT, room=_TIE - 24)
    yield Stroke(((0, _TOP - 6), (WIDTH, _TOP - 6)), Ink.MARGIN, 3)


def _line(at: int, line: Line) -> Iterator[Item]:
    top = _TOP + _ROW * at
    y = top + _ROW / 2
    if line.place == 1:
        corners = ((12.0, top + 2.0), (WIDTH - 12.0, top + 2.0), (WIDTH - 12.0, top + _ROW - 2), (12.0, top + _ROW - 2))
        yield Shape(corners, Ink.HINT_WASH, radius=10)
    yield Disc((_PLACE, y), 24, outline=Ink.HINT if line.place == 1 else Ink.PENCIL, width=4 if line.place == 1 else 2)
    yield Label(str(line.place), (_PLACE, y), LETTERING, Ink.TEXT, bold=line.place == 1)
    ink, (points_end, *tie_ends) = Ink.PENCIL if line.is_gone else Ink.TEXT, _ends(len(line.ties))
    room = points_end - _POINTS - _NAME
    bold = line.place == 1
    yield Label(line.name, (_NAME, y), _TEXT, ink, Anchor.LEFT, bold=bold, room=room, plain=line.plain)
    yield Label(line.points, (points_end, y), _TEXT, ink, Anchor.RIGHT, bold=True)
    for text, x in zip(line.ties, tie_ends, strict=True):
        yield Label(text, (x, y), LETTERING, Ink.PENCIL, Anchor.RIGHT)


def _ends(ties: int) -> list[float]:
    """Return the right edges of the number columns: the points, then each tie-break."""
    return [_RIGHT - _TIE * (ties - number) for number in range(ties + 1)]
