"""Ghosts in Curvilinear Capture: numbered lines and points to choose from, and an illegal line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.curves.bend import Bend
from engines.curves.line import Line, halfway
from engines.curves.menu import OTHER, least_bent_lines, lines_by_letter, nearby_lines, unfinished_bend
from engines.curves.move import Mark, Move
from engines.curves.rules import Position
from engines.curves.trouble import trouble
from engines.notation import read_cell
from renderers.curves import Board
from renderers.ghosts.badge import badge, cross, spread
from renderers.header import INKS
from renderers.paper import HATCHES
from renderers.scene import Disc, Ink, Item, Point, Shape, Stroke

_LINE_ENDS = ("from", "to")
_TIMES = (0.5, 0.38, 0.62, 0.26, 0.74, 0.17, 0.83)


def numbered_moves(position: Position, moves: Sequence[tuple[str, Move]]) -> Iterator[Item]:
    """Yield the moves with their numbers: lines dashed over their hatched zones, points ringed."""
    board = Board(position)
    drawable = [(number, move) for number, move in moves if not str(move).isalpha()]
    yield from _move_previews(board, position, [move for _, move in drawable])
    marks = [board.page.at(*point) for point in position.marks]
    places = spread([_places(board, move) for _, move in drawable], marks)
    for (number, _), place in zip(drawable, places, strict=True):
        yield from badge(number, place)


def answers(position: Position, replies: Sequence[Move]) -> Iterator[Item]:
    """Yield the opponent's possible replies as thin dashed lines in the opponent's ink."""
    board, ink = Board(position), INKS[position.turn.opponent]
    for reply in replies:
        if isinstance(reply, Line):
            yield board.arc(reply, ink, 0.6 * board.thick, dashed=True)


def _move_previews(board: Board, position: Position, moves: Sequence[Move]) -> Iterator[Item]:
    for move in moves:
        if isinstance(move, Line):
            yield Shape(board.rim(move), hatch=HATCHES[position.turn], hatch_ink=Ink.HINT_WASH)
    yield from board.lines()
    yield from board.points()
    for move in moves:
        yield from board.hint_items(move)


def _places(board: Board, move: Move) -> list[Point]:
    """Return the possible places of a move's number: on the board for a point, along the curve for a line."""
    if isinstance(move, Mark):
        x, y = board.page.at(*move.point)
        beside = [(x + right, y + down) for right, down in ((30, -24), (-30, -24), (30, 24), (-30, 24))]
        return [place for place in beside if board.page.contains(place)] or beside
    assert isinstance(move, Line)
    return [board.along(move, time) for time in _TIMES]


def partial_move(position: Position, steps: tuple[str, ...]) -> Iterator[Item]:
    """Yield the part of a line that a menu has fixed: its ends, then its bend.

    Possible ends are ringed. A line that may not be drawn is thick where it touches an obstacle, with the legal lines
    nearest to it dashed and lettered.
    """
    board, points = Board(position), [point for step in steps if (point := read_cell(step))]
    for point in points[:2]:
        yield Disc(board.page.at(*point), 0.36 * board.page.unit, outline=Ink.HINT, width=6)
    if len(points) < len(_LINE_ENDS) and not position.is_marking:
        lines = least_bent_lines(position, points[0]) if points else {}
        if steps[-1:] != (OTHER,):
            yield from _move_previews(board, position, [*lines.values()])
        for end in lines or position.ends():
            yield Disc(board.page.at(*end), 0.36 * board.page.unit, outline=Ink.HINT, width=4, dashed=True)
    elif bend := unfinished_bend(position, steps):
        yield from _bent_line(board, position, bend)
    elif not position.is_marking:
        straight = Line(points[0], points[1], halfway(points[0], points[1]))
        if position.fault(straight):
            yield from illegal_move(position, straight)
        yield from numbered_moves(position, lines_by_letter(position, points[0], points[1]))


def _bent_line(board: Board, position: Position, bend: Bend) -> Iterator[Item]:
    """Yield a bent line with its middle ringed; if it is illegal, also the legal lines nearest to it."""
    if position.fault(bend.line):
        yield from illegal_move(position, bend.line)
        yield from numbered_moves(position, nearby_lines(position, bend))
    else:
        yield from _move_previews(board, position, [bend.line])
    yield Disc(board.pixel(bend.middle), 0.12 * board.page.unit, outline=Ink.HINT, width=4)


def illegal_move(position: Position, move: Move) -> Iterator[Item]:
    """Yield an illegal line, thick where it touches an obstacle, with its impossible ends crossed out."""
    board = Board(position)
    if isinstance(move, Mark) and move.point in position.sheet:
        yield from cross(board.page.at(*move.point), 0.4 * board.page.unit)
    if isinstance(move, Line) and all(end in position.sheet for end in move.ends):
        yield from _illegal_line(board, position, move)


def _illegal_line(board: Board, position: Position, line: Line) -> Iterator[Item]:
    yield board.arc(line, Ink.WRONG, 0.7 * board.thick)
    obstacles = trouble(position, line)
    for run in obstacles.along:
        yield Stroke(tuple(map(board.pixel, run)), Ink.WRONG, 2.2 * board.thick)
    for run in obstacles.along:
        yield Disc(board.pixel(run[len(run) // 2]), 2.4 * board.thick, outline=Ink.WRONG, width=4)
    for end in obstacles.ends:
        yield from cross(board.page.at(*end), 0.4 * board.page.unit)
