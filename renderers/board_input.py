"""Boards that are pressed: where, what a move in the making looks like there, and the handle that bends a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from engines.curves.line import STEP, Line, spelled
from engines.curves.move import VIA, Mark
from engines.curves.rules import Position as Sheet
from engines.digits.grid import bits
from engines.digits.rules import Position as Digits
from engines.dots.rules import Position as Dots
from engines.lgame.grid import NUMBER, SQUARES
from engines.lgame.rules import Position as LGame
from engines.notation import cell, read_cell
from engines.tupik.rules import Position as Map
from renderers import curves, digits, dots, ghosts, lgame, tupik
from renderers.paper import HATCHES
from renderers.scene import Disc, Ink, Item, Point, Shape

_HALF = STEP // 2


@dataclass(frozen=True)
class Place:
    """What can be pressed on a board: its name in notation, and where it is in pixels, at a point or between two."""

    name: str
    ends: tuple[Point, ...]


@dataclass(frozen=True)
class BoardInput:
    """How a game's board is pressed.

    `places(position)` are all that can be pressed, whether a move comes of it or not.
    `begun(position, text)` marks what was chosen for a move that is not whole yet.
    `proposed(position, move)` is a move as it would lie on the board.
    `handle(move)` is where a move is taken to be bent, and `held(position, point)` what dragging it there presses.
    """

    places: Callable[[Any], Iterable[Place]] = lambda position: ()
    begun: Callable[[Any, str], Iterable[Item]] = lambda position, text: ()
    proposed: Callable[[Any, Any], Iterable[Item]] = lambda position, move: ()
    handle: Callable[[Any, Any], Point | None] = lambda position, move: None
    held: Callable[[Any, Point], str] = lambda position, point: ""


def _sides(position: Dots) -> Iterator[Place]:
    field = dots.Board(position).field
    return (Place(side, field.ends(side)) for side in position.grid.names)


def _squares(position: LGame) -> Iterator[Place]:
    return (Place(name, (lgame.centre(number),)) for name, number in NUMBER.items())


def _squares_begun(position: LGame, text: str) -> Iterator[Item]:
    """The squares chosen so far, or the place and the disc that is taken up."""
    words, _, disc = text.partition(" ")
    if disc:
        yield from lgame.proposed(position.read(words))
    for name in (disc or words).strip("-").split("-"):
        if name in SQUARES:
            yield Disc(lgame.centre(NUMBER[name]), lgame.DISC, outline=Ink.HINT, width=8)


def _cities(position: Map) -> Iterator[Place]:
    return (Place(str(city), (tupik.at_city(position.roads, city),)) for city in range(1, len(position.roads) + 1))


def _drives(position: Map, text: str) -> Iterator[Item]:
    """The car that is to drive, and its drives."""
    car = text.removesuffix("-")
    if car.isdecimal():
        yield Disc(tupik.at_city(position.roads, int(car)), tupik.DISC + 12, outline=Ink.HINT, width=6)
        moves = (move for move in position.moves() if str(move).startswith(f"{car}-"))
        yield from (item for move in moves for item in tupik.proposed(position.roads, move))


def _cells(position: Digits) -> Iterator[Place]:
    board, grid = digits.Board(position), position.grid
    return (Place(grid.name(place), (board.at(place),)) for place in bits(grid.cells))


def _cells_begun(position: Digits, text: str) -> Iterable[Item]:
    return digits.Board(position).proposed(position.read(text)) if text else ()


def _points(position: Sheet) -> Iterator[Place]:
    """All points of the lattice while they are marked, then the marked ones."""
    page, sheet = curves.Board(position).page, position.sheet
    points = product(range(sheet.columns), range(sheet.rows)) if position.marking else position.marks
    return (Place(cell(*point), (page.at(*point),)) for point in points)


def _line_begun(position: Sheet, text: str) -> Iterator[Item]:
    point = read_cell(text.removesuffix("-"))
    return ghosts.curves.composed(position, (cell(*point),)) if point else iter(())


def _drawn(position: Sheet, move: Line | Mark) -> Iterator[Item]:
    board = curves.Board(position)
    if isinstance(move, Line):
        yield Shape(board.rim(move), hatch=HATCHES[position.turn], hatch_ink=Ink.HINT_WASH)
    yield from board.proposed(move)


def _middle(position: Sheet, move: object) -> Point | None:
    return curves.Board(position).pixel(move.middle) if isinstance(move, Line) else None


def _through(position: Sheet, point: Point) -> str:
    """Return the place on half steps nearest to a pixel, on the sheet or half a step beside it."""
    page, sheet = curves.Board(position).page, position.sheet
    (x, y), (right, up) = point, page.at(0, 0)
    across = min(max((x - right) / page.unit, -0.5), sheet.columns - 0.5)
    high = min(max((up - y) / page.unit, 0.0), sheet.rows - 0.5)
    return f"{VIA} {spelled((_HALF * round(across * STEP / _HALF), _HALF * round(high * STEP / _HALF)))}"


INPUTS: Mapping[str, BoardInput] = {
    "dots": BoardInput(_sides, proposed=lambda position, move: dots.Board(position).proposed(dots.sides_of((move,)))),
    "lgame": BoardInput(_squares, _squares_begun, lambda position, move: lgame.proposed(move)),
    "tupik": BoardInput(_cities, _drives, lambda position, move: tupik.proposed(position.roads, move)),
    "digits": BoardInput(_cells, _cells_begun, lambda position, move: digits.Board(position).proposed(move)),
    "curves": BoardInput(_points, _line_begun, _drawn, _middle, _through),
}


def input_of(game: str) -> BoardInput:
    """How the board of a game is pressed; nowhere, if that is not said."""
    return INPUTS.get(game, BoardInput())
