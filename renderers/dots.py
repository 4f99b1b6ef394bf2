"""Dots and Boxes drawn: dots, sides, boxes hatched and initialled by their owners.

Like every drawing it offers `draw` and `ALT`, the English templates of the phrases in its alt text; words for a seat
are its name, `first` or `second`, as a field's value, and the reader's catalogue says more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from engines.dots.grid import Grid
from engines.dots.rules import Position, Stage
from engines.dots.run import Move
from engines.game import Seat
from engines.notation import cell
from engines.phrase import Phrase
from renderers import alt
from renderers.paper import HATCHES, INKS, WASHES, Header, Page, Standing, initials
from renderers.scene import Disc, Ink, Item, Label, Point, Scene, Shape, Stroke

ALT: Mapping[str, str] = {
    **alt.ALT,
    "dots-board": "Dots and Boxes, {cols} by {rows} boxes, dots a1 to {last}.",
    "dots-nothing-drawn": "No side is drawn.",
    "dots-drawn": "Drawn sides, {count} of {all}: {lines}.",
    "dots-owned": "Boxes of {player}, by their lower left dots: {boxes}.",
    "dots-three-sided": "One side is missing around {boxes}.",
    "dots-setup": "{player} sets up the pie: up to {most} sides.",
    "dots-choice": "{player} chooses: keep or swap.",
}


def draw(position: Position, last: tuple[Move, ...], hint: Move | None, header: Header) -> Scene:
    """The board with the sides of `last` marked and those of `hint` dashed."""
    board = _Board(position)
    items = (
        *board.boxes(initials(header)),
        *board.open_sides(),
        *board.marks(_sides(last)),
        *board.drawn_sides(),
        *board.proposed(_sides((hint,) if hint else ())),
        *board.dots(),
    )
    turn = position.turn if position.outcome is None else None
    return board.page.finish(items, _words(position, last, hint), header, Standing(turn, position.score))


def _sides(moves: Iterable[Move]) -> list[str]:
    return [step for move in moves for step in move.steps if "-" in step]


class _Board:
    """A position on its page."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._grid = position.grid
        self.page = Page(self._grid.cols + 1, self._grid.rows + 1, pad=0.3)
        self._thick = max(8.0, self.page.unit / 11)

    def boxes(self, letters: Mapping[Seat, str]) -> Iterator[Item]:
        for seat, owned in _owned(self._position):
            for box in _bits(owned):
                yield from self._box(box, seat, letters[seat])

    def _box(self, box: int, seat: Seat, letter: str) -> Iterator[Item]:
        centre = box % self._grid.cols + 0.5, box // self._grid.cols + 0.5
        corners = self.page.corners(*centre, inset=self._thick / 2)
        size = min(0.5 * self.page.unit, 64)
        yield Shape(corners, WASHES[seat], hatch=HATCHES[seat], hatch_ink=INKS[seat])
        yield Disc(self.page.at(*centre), 0.62 * size, WASHES[seat])
        yield Label(letter, self.page.at(*centre), size, INKS[seat], bold=True)

    def open_sides(self) -> Iterator[Item]:
        for side in self._position.open_sides():
            yield Stroke(self._ends(self._grid.names[side]), Ink.FAINT, 3, dashed=True)

    def drawn_sides(self) -> Iterator[Item]:
        for side in _bits(self._position.drawn):
            yield Stroke(self._ends(self._grid.names[side]), Ink.NEUTRAL, self._thick)

    def marks(self, sides: Iterable[str]) -> Iterator[Item]:
        for side in sides:
            yield Stroke(self._ends(side), Ink.LAST, 2.2 * self._thick)

    def proposed(self, sides: Iterable[str]) -> Iterator[Item]:
        for side in sides:
            yield Stroke(self._ends(side), Ink.HINT, self._thick, dashed=True)

    def dots(self) -> Iterator[Item]:
        for row in range(self._grid.rows + 1):
            for col in range(self._grid.cols + 1):
                yield Disc(self.page.at(col, row), 0.95 * self._thick, Ink.TEXT)

    def _ends(self, side: str) -> tuple[Point, ...]:
        col, row, upright = _place(self._grid, side)
        return self.page.at(col, row), self.page.at(col + (not upright), row + upright)


def _place(grid: Grid, side: str) -> tuple[int, int, bool]:
    """Column and row of a side's lower or left dot, and whether it goes up from there."""
    index = grid.index[side]
    level = grid.cols * (grid.rows + 1)
    if index < level:
        return index % grid.cols, index // grid.cols, False
    return (index - level) % (grid.cols + 1), (index - level) // (grid.cols + 1), True


def _owned(position: Position) -> tuple[tuple[Seat, int], ...]:
    return (Seat.FIRST, position.first), (Seat.SECOND, position.second)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _words(position: Position, last: tuple[Move, ...], hint: Move | None) -> Iterator[Phrase]:
    """The most important first, since some chats cut long texts."""
    grid = position.grid
    yield Phrase("dots-board", cols=grid.cols, rows=grid.rows, last=cell(grid.cols, grid.rows))
    yield from _stage(position)
    yield from alt.standing(position, last, hint)
    yield alt.score(position)
    if waiting := _names(grid, _three_sided(position)):
        yield Phrase("dots-three-sided", boxes=waiting)
    for seat, owned in _owned(position):
        if owned:
            yield Phrase("dots-owned", player=str(seat), boxes=_names(grid, _bits(owned)))
    if position.drawn:
        count, lines = position.drawn.bit_count(), " ".join(_lines(position))
        yield Phrase("dots-drawn", count=count, all=grid.sides, lines=lines)
    else:
        yield Phrase("dots-nothing-drawn")


def _stage(position: Position) -> Iterator[Phrase]:
    if position.stage is Stage.SETUP:
        yield Phrase("dots-setup", player=str(position.turn), most=position.pie)
    if position.stage is Stage.CHOICE:
        yield Phrase("dots-choice", player=str(position.turn))


def _names(grid: Grid, boxes: Iterable[int]) -> str:
    return " ".join(grid.box_name(box) for box in boxes)


def _three_sided(position: Position) -> Iterator[int]:
    for box, mask in enumerate(position.grid.boxes):
        if (mask & ~position.drawn).bit_count() == 1:
            yield box


def _lines(position: Position) -> Iterator[str]:
    """The drawn sides, neighbours in one line joined: `a1-c1` is two sides."""
    grid, drawn = position.grid, position.drawn
    for row in range(grid.rows + 1):
        sides = [bool(drawn >> grid.level(col, row) & 1) for col in range(grid.cols)]
        yield from (f"{cell(a, row)}-{cell(b, row)}" for a, b in _runs(sides))
    for col in range(grid.cols + 1):
        sides = [bool(drawn >> grid.upright(col, row) & 1) for row in range(grid.rows)]
        yield from (f"{cell(col, a)}-{cell(col, b)}" for a, b in _runs(sides))


def _runs(sides: list[bool]) -> Iterator[tuple[int, int]]:
    """Begin and end of each unbroken row of drawn sides."""
    edges = [index for index, (a, b) in enumerate(pairwise((False, *sides, False))) if a != b]
    yield from zip(edges[::2], edges[1::2], strict=True)
