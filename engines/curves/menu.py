"""Moves without typing, by menu or on the board: a point, or the two ends of a line and then its bend.

The bends of the sample are listed under letters; from there, further presses move a bend to any line.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase

from engines.curves.bend import Bend, read_bend
from engines.curves.line import Line, Point, halfway
from engines.curves.move import PASS, VIA
from engines.curves.near import nearby_moves
from engines.curves.rules import Position
from engines.curves.shape import height
from engines.menus import Menu, Pick, Press, move_menu
from engines.notation import cell, read_cell
from engines.refusals import Refusal

_ASKED = ("from", "to", "bend")
OTHER = "other-bend"


def menu(position: Position, steps: tuple[str, ...]) -> Menu:
    """Return the next question after the steps so far, with its choices."""
    if position.is_marking:
        return move_menu("point", [str(move) for move in position.moves()], steps)
    if bend := unfinished_bend(position, steps):
        return _bend_menu(position, bend)
    return Menu(_ASKED[min(len(_points(steps)), 2)], picks(position, steps))


def picks(position: Position, steps: tuple[str, ...]) -> tuple[Pick, ...]:
    """Return the choices after 0 to 2 chosen points: points as steps, then lines as moves.

    There are none while points are marked. A pair of points without a legal line is not offered. The second point draws
    the line that is bent least; one more step leads to all bends of the line to it.
    """
    if position.is_marking or position.outcome is not None:
        return ()
    points = _points(steps)
    if not points:
        return (*(Pick(cell(*point), step=cell(*point)) for point in position.ends()), Pick(PASS, move=PASS))
    if len(points) == 1:
        return tuple(_partner_picks(position, points[0], steps))
    return _bends(position, *points[:2])


def _points(steps: tuple[str, ...]) -> list[Point]:
    return [point for step in steps if (point := read_cell(step))]


def _partner_picks(position: Position, point: Point, steps: tuple[str, ...]) -> Iterator[Pick]:
    """Yield the reachable points, each with its straightest line as the move, or as a step to all its bends."""
    lines = least_bent_lines(position, point)
    if steps[-1] == OTHER:
        yield from (Pick(cell(*end), step=cell(*end), replaces_last=True) for end in lines)
    elif lines:
        yield from (Pick(cell(*end), move=str(line)) for end, line in lines.items())
        yield Pick(OTHER, step=OTHER)


def _bends(position: Position, start: Point, end: Point) -> tuple[Pick, ...]:
    """Return the lettered bends, and the choice that leads to all other bends."""
    bends = lines_by_letter(position, start, end)
    others = [Pick(OTHER, step=Bend(start, end, position.sheet, line.middle).word) for _, line in bends[:1]]
    return (*_move_picks(bends), *others)


def _bend_menu(position: Position, bend: Bend) -> Menu:
    """Return the next choices for an unfinished bend, and its line, or the nearest legal lines if it is illegal."""
    fault = position.fault(bend.line)
    if fault is None:
        return Menu("bend-on", (*bend.presses, Pick(str(bend.line), move=str(bend.line))))
    lines = nearby_lines(position, bend)
    return Menu("bend-off" if lines else "bend-none", (*bend.presses, *_move_picks(lines)), fault)


def _move_picks(bends: list[tuple[str, Line]]) -> tuple[Pick, ...]:
    return tuple(Pick(f"{letter} {line_label(line)}", move=str(line)) for letter, line in bends)


def unfinished_bend(position: Position, steps: tuple[str, ...]) -> Bend | None:
    """Return the unfinished bend after two points and one more step, if the steps describe one."""
    if position.is_marking or position.outcome is not None or len(steps) < len(_ASKED):
        return None
    start, end = (read_cell(step) for step in steps[:2])
    return read_bend(steps[-1], start, end, position.sheet) if start and end and start != end else None


def nearby_lines(position: Position, bend: Bend) -> list[tuple[str, Line]]:
    """Return the legal lines nearest to an illegal bend, each with its letter."""
    lines = [position.read(text) for text in nearby_moves(position, str(bend.line))]
    return list(zip(ascii_uppercase, [line for line in lines if isinstance(line, Line)], strict=False))


def lines_by_letter(position: Position, start: Point, end: Point) -> list[tuple[str, Line]]:
    """Return the lines offered between two points, each with the letter on its button and in its picture."""
    return list(zip(ascii_uppercase, position.bends(start, end), strict=False))


def least_bent_lines(position: Position, point: Point) -> dict[Point, Line]:
    """Return the straightest legal line to each point that is reachable from this one."""
    return {end: lines[0] for end in position.ends() if end != point and (lines := position.bends(point, end))}


def line_label(line: Line) -> str:
    """Label a line without its ends: `—` if straight, else an arrow towards its middle and its height in steps."""
    if line.is_straight:
        return "—"
    (x, y), (hx, hy) = line.middle, halfway(line.start, line.end)
    return f"{_arrow(x - hx, y - hy)} {height(line):.1f}".removesuffix(".0")


def _arrow(dx: int, dy: int) -> str:
    level = "→" if dx > 0 else "←"
    upright = "↑" if dy > 0 else "↓"
    if abs(dx) > 2 * abs(dy):
        return level
    if abs(dy) > 2 * abs(dx):
        return upright
    return {"→↑": "↗", "→↓": "↘", "←↑": "↖", "←↓": "↙"}[level + upright]


WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
"""Directions in which a press moves the middle of a line by half a step."""


def press(position: Position, text: str, choice: str) -> Press:
    """Return the unfinished move after a press on the board: a point to mark, or both ends of a line.

    The line is bent as little as it must be to be legal. Once it has both ends, a press makes it pass through a place
    (`via c9`), or moves its middle half a step in one of the `WAYS`.
    """
    if position.is_marking:
        return Press(choice.rsplit(maxsplit=1)[-1])
    line = _read_line(position, text)
    if line and choice.startswith(VIA):
        return Press(str(position.read(f"{cell(*line.start)}-{cell(*line.end)} {choice}")), "bend")
    if line and choice in WAYS:
        bend = Bend(line.start, line.end, position.sheet, line.middle)
        return Press(str(bend.move(*WAYS[choice]).line), "bend")
    first, *_, last = choice.split() * 2
    start = first if first != last else text.removesuffix("-") if text.endswith("-") else ""
    if start == last:
        return Press("", "from", is_complete=False)
    return Press(_least_bent(position, start, last), "bend") if start else Press(f"{last}-", "to", is_complete=False)


def _least_bent(position: Position, start: str, end: str) -> str:
    """Return the straightest legal line between two points of the sheet, or the straight one if there is none."""
    first, last = read_cell(start), read_cell(end)
    is_open = {first, last} <= {*position.ends()}
    lines = position.bends(first, last) if first and last and is_open else []
    return str(lines[0]) if lines else f"{start}-{end}"


def _read_line(position: Position, text: str) -> Line | None:
    """Return the line that a text describes, or None if it describes none."""
    try:
        line = position.read(text)
    except Refusal:
        return None
    return line if isinstance(line, Line) else None
