"""A move without typing, by a menu or pressed on the sheet: a point, or one end of a line, the other, then the bend.

The bends of the sample stand under letters; from there on a bend is moved press by press, so that all are reached.
"""

from __future__ import annotations

from string import ascii_uppercase

from engines.curves.bend import Bend, read_bend
from engines.curves.line import Line, Point, halfway
from engines.curves.move import PASS, VIA
from engines.curves.near import near
from engines.curves.rules import Position
from engines.curves.shape import height
from engines.menus import Menu, Pick, Press, move_menu
from engines.notation import cell, read_cell
from engines.refusals import Refusal

_ASKED = ("from", "to", "bend")
OTHER = "other-bend"


def menu(position: Position, steps: tuple[str, ...]) -> Menu:
    """What is asked after the steps so far, and the choices."""
    if position.marking:
        return move_menu("point", [str(move) for move in position.moves()], steps)
    if bend := making(position, steps):
        return _making(position, bend)
    return Menu(_ASKED[min(len(steps), 2)], picks(position, steps))


def picks(position: Position, steps: tuple[str, ...]) -> tuple[Pick, ...]:
    """The choices after the points chosen so far (0 to 2 names): points as steps, then lines as moves.

    While points are marked there are none. A pair between which nothing can be drawn is not offered.
    """
    if position.marking or position.outcome is not None:
        return ()
    points = [point for step in steps if (point := read_cell(step))]
    if not points:
        return (*(Pick(cell(*point), step=cell(*point)) for point in position.ends()), Pick(PASS, move=PASS))
    if len(points) == 1:
        return tuple(Pick(cell(*other), step=cell(*other)) for other in partners(position, points[0]))
    return _bends(position, *points[:2])


def _bends(position: Position, start: Point, end: Point) -> tuple[Pick, ...]:
    """The bends under their letters, and the way to all others."""
    bends = lettered(position, start, end)
    others = [Pick(OTHER, step=Bend(start, end, position.sheet, line.middle).word) for _, line in bends[:1]]
    return (*_as_moves(bends), *others)


def _making(position: Position, bend: Bend) -> Menu:
    """The ways on from a bend in the making, and the line as it is, or those nearest to it that may be drawn."""
    fault = position.fault(bend.line)
    if fault is None:
        return Menu("bend-on", (*bend.presses, Pick(str(bend.line), move=str(bend.line))))
    found = instead(position, bend)
    return Menu("bend-off" if found else "bend-none", (*bend.presses, *_as_moves(found)), fault)


def _as_moves(bends: list[tuple[str, Line]]) -> tuple[Pick, ...]:
    return tuple(Pick(f"{letter} {label(line)}", move=str(line)) for letter, line in bends)


def making(position: Position, steps: tuple[str, ...]) -> Bend | None:
    """The bend in the making after two points and one more step."""
    if position.marking or position.outcome is not None or len(steps) < len(_ASKED):
        return None
    start, end = (read_cell(step) for step in steps[:2])
    return read_bend(steps[-1], start, end, position.sheet) if start and end and start != end else None


def instead(position: Position, bend: Bend) -> list[tuple[str, Line]]:
    """The lines nearest to a bend that may not be drawn, under letters."""
    found = [position.read(text) for text in near(position, str(bend.line))]
    return list(zip(ascii_uppercase, [line for line in found if isinstance(line, Line)], strict=False))


def lettered(position: Position, start: Point, end: Point) -> list[tuple[str, Line]]:
    """The lines offered between two points, each with the letter that its button and its picture bear."""
    return list(zip(ascii_uppercase, position.bends(start, end), strict=False))


def partners(position: Position, point: Point) -> list[Point]:
    """The points to which a line can be drawn from this one."""
    others = [end for end in position.ends() if end != point]
    return [other for other in others if position.bends(point, other)]


def label(line: Line) -> str:
    """A line without its ends: `—` for straight, else an arrow towards its middle and how high it rises, in steps."""
    if line.straight:
        return "—"
    (x, y), (hx, hy) = line.middle, halfway(line.start, line.end)
    return f"{_arrow(x - hx, y - hy)} {height(line):.1f}".removesuffix(".0")


def _arrow(right: int, up: int) -> str:
    level = "→" if right > 0 else "←"
    upright = "↑" if up > 0 else "↓"
    if abs(right) > 2 * abs(up):
        return level
    if abs(up) > 2 * abs(right):
        return upright
    return {"→↑": "↗", "→↓": "↘", "←↑": "↖", "←↓": "↙"}[level + upright]


WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
"""Words for the ways in which the middle of a line is moved by half a step."""


def press(position: Position, text: str, pressed: str) -> Press:
    """A point to mark; or both ends of a line. Then it passes through a place that is named (`via c9`), or goes by half
    a step one of the `WAYS`."""
    if position.marking:
        return Press(pressed.rsplit(maxsplit=1)[-1])
    line = _line(position, text)
    if line and pressed.startswith(VIA):
        return Press(str(position.read(f"{cell(*line.start)}-{cell(*line.end)} {pressed}")), "bend")
    if line and pressed in WAYS:
        bend = Bend(line.start, line.end, position.sheet, line.middle)
        return Press(str(bend.moved(*WAYS[pressed]).line), "bend")
    first, *_, last = pressed.split() * 2
    start = first if first != last else text.removesuffix("-") if text.endswith("-") else ""
    if start == last:
        return Press("", "from", is_complete=False)
    return Press(f"{start}-{last}", "bend") if start else Press(f"{last}-", "to", is_complete=False)


def _line(position: Position, text: str) -> Line | None:
    """The line that a text means, if it does."""
    try:
        line = position.read(text)
    except Refusal:
        return None
    return line if isinstance(line, Line) else None
