"""Ghosts on a sheet of curves: numbered lines and points to choose from, and a line that may not be drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.curves.bend import Bend
from engines.curves.line import Line, halfway
from engines.curves.menu import instead, lettered, making, partners
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


def numbered(position: Position, moves: Sequence[tuple[str, Move]]) -> Iterator[Item]:
    """Moves under their numbers: lines dashed over their hatched zones, points ringed."""
    board = Board(position)
    drawn = [(number, move) for number, move in moves if not str(move).isalpha()]
    yield from _proposed(board, position, [move for _, move in drawn])
    marks = [board.page.at(*point) for point in position.marks]
    places = spread([_places(board, move) for _, move in drawn], marks)
    for (number, _), place in zip(drawn, places, strict=True):
        yield from badge(number, place)


def answers(position: Position, replies: Sequence[Move]) -> Iterator[Item]:
    """Lines that the other side could draw in answer, dashed in its ink and thin."""
    board, ink = Board(position), INKS[position.turn.opponent]
    for reply in replies:
        if isinstance(reply, Line):
            yield board.arc(reply, ink, 0.6 * board.thick, dashed=True)


def _proposed(board: Board, position: Position, moves: Sequence[Move]) -> Iterator[Item]:
    for move in moves:
        if isinstance(move, Line):
            yield Shape(board.rim(move), hatch=HATCHES[position.turn], hatch_ink=Ink.HINT_WASH)
    yield from board.lines()
    yield from board.points()
    for move in moves:
        yield from board.proposed(move)


def _places(board: Board, move: Move) -> list[Point]:
    """Where the number of a move may stand: that of a point on the board, not over its letters."""
    if isinstance(move, Mark):
        x, y = board.page.at(*move.point)
        beside = [(x + right, y + down) for right, down in ((30, -24), (-30, -24), (30, 24), (-30, 24))]
        return [place for place in beside if board.page.has(place)] or beside
    assert isinstance(move, Line)
    return [board.along(move, time) for time in _TIMES]


def composed(position: Position, steps: tuple[str, ...]) -> Iterator[Item]:
    """A line in the making: where it may begin, or end; then straight or as it is bent, thick where it touches what it
    may not, and what can be drawn instead dashed, each under its letter."""
    board, points = Board(position), [point for step in steps if (point := read_cell(step))]
    for point in points[:2]:
        yield Disc(board.page.at(*point), 0.36 * board.page.unit, outline=Ink.HINT, width=6)
    if len(points) < len(_LINE_ENDS) and not position.marking:
        ends = partners(position, points[0]) if points else position.ends()
        for end in ends:
            yield Disc(board.page.at(*end), 0.36 * board.page.unit, outline=Ink.HINT, width=4, dashed=True)
    elif bend := making(position, steps):
        yield from _bent(board, position, bend)
    elif not position.marking:
        straight = Line(points[0], points[1], halfway(points[0], points[1]))
        if position.fault(straight):
            yield from wrong(position, straight)
        yield from numbered(position, lettered(position, points[0], points[1]))


def _bent(board: Board, position: Position, bend: Bend) -> Iterator[Item]:
    """A line as far as it is bent, with its middle ringed; where it may not be drawn, those nearest to it."""
    if position.fault(bend.line):
        yield from wrong(position, bend.line)
        yield from numbered(position, instead(position, bend))
    else:
        yield from _proposed(board, position, [bend.line])
    yield Disc(board.pixel(bend.middle), 0.12 * board.page.unit, outline=Ink.HINT, width=4)


def wrong(position: Position, move: Move) -> Iterator[Item]:
    """A line as it was meant, thick where it touches what it may not; what is wrong with its ends is crossed out."""
    board = Board(position)
    if isinstance(move, Mark) and move.point in position.sheet:
        yield from cross(board.page.at(*move.point), 0.4 * board.page.unit)
    if isinstance(move, Line) and all(end in position.sheet for end in move.ends):
        yield from _wrong_line(board, position, move)


def _wrong_line(board: Board, position: Position, line: Line) -> Iterator[Item]:
    yield board.arc(line, Ink.WRONG, 0.7 * board.thick)
    found = trouble(position, line)
    for run in found.along:
        yield Stroke(tuple(map(board.pixel, run)), Ink.WRONG, 2.2 * board.thick)
    for run in found.along:
        yield Disc(board.pixel(run[len(run) // 2]), 2.4 * board.thick, outline=Ink.WRONG, width=4)
    for end in found.ends:
        yield from cross(board.page.at(*end), 0.4 * board.page.unit)
