"""Touch input on boards: the places to press, the preview of a move, and the handle that bends a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from engines.curves.line import STEP, Line, spell_place
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
    """A place that can be pressed: its name in notation and its pixels (one point, or both ends of a side)."""

    name: str
    ends: tuple[Point, ...]


@dataclass(frozen=True)
class BoardInput:
    """The touch input of a board: the places to press and how a move is composed.

    `places(position)` are all places that can be pressed, also those that lead to no legal move.
    `selection(position, text)` marks the places chosen so far for an unfinished move.
    `preview(position, move)` draws a move as it would lie on the board.
    `handle(position, move)` is the pixel where a move is grabbed to bend it.
    `drag(position, point)` is the input text for dragging that handle to a pixel.
    """

    places: Callable[[Any], Iterable[Place]] = lambda position: ()
    selection: Callable[[Any, str], Iterable[Item]] = lambda position, text: ()
    preview: Callable[[Any, Any], Iterable[Item]] = lambda position, move: ()
    handle: Callable[[Any, Any], Point | None] = lambda position, move: None
    drag: Callable[[Any, Point], str] = lambda position, point: ""


def _side_places(position: Dots) -> Iterator[Place]:
    field = dots.Board(position).field
    return (Place(side, field.ends(side)) for side in position.grid.names)


def _square_places(position: LGame) -> Iterator[Place]:
    return (Place(name, (lgame.centre(number),)) for name, number in NUMBER.items())


def _square_selection(position: LGame, text: str) -> Iterator[Item]:
    """Yield rings on the squares chosen so far, or the new place of the L and the disc to move."""
    words, _, disc = text.partition(" ")
    if disc:
        yield from lgame.hint_items(position.read(words))
    for name in (disc or words).strip("-").split("-"):
        if name in SQUARES:
            yield Disc(lgame.centre(NUMBER[name]), lgame.DISC, outline=Ink.HINT, width=8)


def _city_places(position: Map) -> Iterator[Place]:
    return (Place(str(city), (tupik.at_city(position.roads, city),)) for city in range(1, len(position.roads) + 1))


def _drive_selection(position: Map, text: str) -> Iterator[Item]:
    """Yield a ring around the chosen car, and its possible moves."""
    car = text.removesuffix("-")
    if car.isdecimal():
        yield Disc(tupik.at_city(position.roads, int(car)), tupik.DISC + 12, outline=Ink.HINT, width=6)
        moves = (move for move in position.moves() if str(move).startswith(f"{car}-"))
        yield from (item for move in moves for item in tupik.hint_items(position.roads, move))


def _cell_places(position: Digits) -> Iterator[Place]:
    board, grid = digits.Board(position), position.grid
    return (Place(grid.name(place), (board.at(place),)) for place in bits(grid.cells))


def _cell_selection(position: Digits, text: str) -> Iterable[Item]:
    return digits.Board(position).hint_items(position.read(text)) if text else ()


def _point_places(position: Sheet) -> Iterator[Place]:
    """Yield all lattice points during the marking phase, and only the marked ones after it."""
    page, sheet = curves.Board(position).page, position.sheet
    points = product(range(sheet.columns), range(sheet.rows)) if position.is_marking else position.marks
    return (Place(cell(*point), (page.at(*point),)) for point in points)


def _line_selection(position: Sheet, text: str) -> Iterator[Item]:
    point = read_cell(text.removesuffix("-"))
    return ghosts.curves.partial_move(position, (cell(*point),)) if point else iter(())


def _line_preview(position: Sheet, move: Line | Mark) -> Iterator[Item]:
    board = curves.Board(position)
    if isinstance(move, Line):
        yield Shape(board.rim(move), hatch=HATCHES[position.turn], hatch_ink=Ink.HINT_WASH)
    yield from board.hint_items(move)


def _middle(position: Sheet, move: object) -> Point | None:
    return curves.Board(position).pixel(move.middle) if isinstance(move, Line) else None


def _via_text(position: Sheet, point: Point) -> str:
    """Return the place on half steps nearest to a pixel, on the sheet or half a step outside it."""
    page, sheet = curves.Board(position).page, position.sheet
    (x, y), (origin_x, origin_y) = point, page.at(0, 0)
    column = min(max((x - origin_x) / page.unit, -0.5), sheet.columns - 0.5)
    row = min(max((origin_y - y) / page.unit, 0.0), sheet.rows - 0.5)
    return f"{VIA} {spell_place((_HALF * round(column * STEP / _HALF), _HALF * round(row * STEP / _HALF)))}"


INPUTS: Mapping[str, BoardInput] = {
    "dots": BoardInput(
        _side_places, preview=lambda position, move: dots.Board(position).hint_items(dots.sides_of((move,)))
    ),
    "lgame": BoardInput(_square_places, _square_selection, lambda position, move: lgame.hint_items(move)),
    "tupik": BoardInput(_city_places, _drive_selection, lambda position, move: tupik.hint_items(position.roads, move)),
    "digits": BoardInput(_cell_places, _cell_selection, lambda position, move: digits.Board(position).hint_items(move)),
    "curves": BoardInput(_point_places, _line_selection, _line_preview, _middle, _via_text),
}


def input_of(game: str) -> BoardInput:
    """Return the touch input of a game; an empty one for a game without touch input."""
    return INPUTS.get(game, BoardInput())
