"""Drawing of Digits and Dots: digits in ink (First's circled), dots (Second's hollow), and the active digit ringed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engines.digits.grid import bits
from engines.digits.move import Move
from engines.digits.rules import Position, seat_of
from engines.game import Seat
from engines.notation import read_cell
from engines.phrases import Phrase
from renderers import alt
from renderers.paper import INKS, WASHES, Header, Page, Standing
from renderers.scene import Disc, Hatch, Ink, Item, Label, Point, Scene, Shape, Stroke

ALT: Mapping[str, str] = {
    **alt.ALT,
    "digits-cells": "Cells: {cells}.",
    "digits-board": "Digits and Dots, {cols} by {rows} cells.",
    "digits-shape": "The board’s shape: {shape}.",
    "digits-closed": "The board is closed: its edges meet.",
    "digits-empty": "No digits are placed.",
    "digits-written": "{player}’s digits: {digits}.",
    "digits-dots": "{player}’s dots: {cells}.",
    "digits-writes": "{player} to place a {digit}.",
    "digits-throws": "{player}: the {digit} at {place} throws {count}.",
    "digits-room": "Free around it: {cells}.",
}

OVER = 0.14


def draw(position: Position, last: tuple[Move, ...], hint: Move | None, header: Header) -> Scene:
    """Draw the board with the cells of `last` marked and those of `hint` dashed."""
    board = Board(position)
    items = (
        *board.marks(last),
        *board.dots(),
        *board.digits(),
        *board.next_digit(),
        *board.hint_items(hint),
    )
    beyond = board.beyond() if position.grid.wrap else ()
    turn = position.turn if position.outcome is None else None
    alt_text = _alt_text(position, last, hint)
    return board.page.finish(items, alt_text, header, Standing(turn, position.score, _dot), (*beyond, *board.cells()))


class Board:
    """A position on a page."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._grid = position.grid
        self.page = Page(self._grid.cols, self._grid.rows)

    def cells(self) -> Iterator[Item]:
        """Yield the outlines of all cells; cells that may not hold a digit are cross-hatched."""
        for place in bits(self._grid.cells):
            forbidden = not self._grid.writable >> place & 1
            hatch = Hatch.CROSS if forbidden else Hatch.NONE
            yield Shape(self._corners(place), outline=Ink.PENCIL, width=2.5, hatch=hatch, hatch_ink=Ink.FAINT)

    def beyond(self) -> Iterator[Item]:
        """Yield short stubs past the edge of a closed board, where its lines continue on the opposite side."""
        cols, rows = self._grid.cols, self._grid.rows
        places = [divmod(place, cols) for place in bits(self._grid.cells)]
        upright = {(col + side, row) for row, col in places if row in (0, rows - 1) for side in (0, 1)}
        level = {(col, row + side) for row, col in places if col in (0, cols - 1) for side in (0, 1)}
        for col, row in sorted(upright):
            yield self._stub((col, rows if row else 0), (col, rows + OVER if row else -OVER))
        for col, row in sorted(level):
            yield self._stub((cols if col else 0, row), (cols + OVER if col else -OVER, row))

    def _stub(self, *corners: Point) -> Stroke:
        return Stroke(tuple(self.page.at(col - 0.5, row - 0.5) for col, row in corners), Ink.PENCIL, 2.5)

    def marks(self, moves: Iterable[Move]) -> Iterator[Item]:
        """Yield a yellow highlight in the cells of `moves`."""
        for name in _names(moves):
            yield Disc(self.at(self.place(name)), 0.33 * self.page.unit, Ink.LAST)

    def digits(self) -> Iterator[Item]:
        """Yield the digits placed so far, First's in discs."""
        unit = self.page.unit
        for index, place in enumerate(self._position.digit_cells):
            seat, at = seat_of(index), self.at(place)
            text = self._position.label_at(index)
            if seat is Seat.FIRST:
                yield Disc(at, 0.36 * unit, WASHES[seat], INKS[seat], max(3.0, unit / 22))
            yield Label(text, at, 0.56 * unit, INKS[seat], bold=True)

    def dots(self) -> Iterator[Item]:
        """Yield the dots placed so far, First's filled and Second's hollow."""
        for seat, dots in ((Seat.FIRST, self._position.first), (Seat.SECOND, self._position.second)):
            for place in bits(dots):
                yield from _dot(seat, self.at(place), 0.19 * self.page.unit)

    def next_digit(self) -> Iterator[Item]:
        """Yield a ring around the digit whose dots are placed now, and a faint dot in each cell they may take."""
        position, unit = self._position, self.page.unit
        if position.is_placing or position.next_digit is None:
            return
        ink = INKS[position.turn]
        yield Disc(self.at(position.current_cell), 0.455 * unit, None, ink, max(3.0, unit / 20), dashed=True)
        for place in bits(position.room):
            yield Disc(self.at(place), 0.07 * unit, Ink.FAINT)

    def hint_items(self, hint: Move | None) -> Iterator[Item]:
        """Yield dashed rings in the cells of the hint."""
        for name in _names((hint,) if hint else ()):
            yield Disc(
                self.at(self.place(name)), 0.3 * self.page.unit, None, Ink.HINT, self.page.unit / 16, dashed=True
            )

    def place(self, name: str) -> int:
        """Return the index of a cell from its name."""
        col, row = read_cell(name) or (0, 0)
        return row * self._grid.cols + col

    def at(self, place: int) -> tuple[float, float]:
        """Return the centre of a cell in pixels."""
        return self.page.at(place % self._grid.cols, place // self._grid.cols)

    def _corners(self, place: int, inset: float = 0.0) -> tuple[tuple[float, float], ...]:
        return self.page.corners(place % self._grid.cols, place // self._grid.cols, inset)


def _dot(seat: Seat, at: Point, radius: float = 19.0) -> Iterator[Item]:
    if seat is Seat.FIRST:
        yield Disc(at, radius, INKS[seat])
    else:
        yield Disc(at, radius, Ink.PAPER, INKS[seat], 0.34 * radius)


def _names(moves: Iterable[Move]) -> list[str]:
    return [name for move in moves for name in move.cells]


def _alt_text(position: Position, last: tuple[Move, ...], hint: Move | None) -> Iterator[Phrase]:
    """Yield the alt text's phrases, the most important first, since some chats cut long texts."""
    grid = position.grid
    yield Phrase("digits-board", cols=grid.cols, rows=grid.rows)
    if grid.has_custom_shape or grid.shape != "square":
        yield Phrase("digits-shape", shape="own" if grid.has_custom_shape else grid.shape)
    if grid.wrap:
        yield Phrase("digits-closed")
    yield from alt.standing(position, last, hint, turn_phrase(position))
    if position.next_digit is not None and not position.is_placing:
        yield Phrase("digits-room", cells=_cells(position, position.room))
    yield alt.score(position)
    if grid.has_custom_shape:
        yield Phrase("digits-cells", cells=_cells(position, grid.cells))
    if not position.digit_cells:
        yield Phrase("digits-empty")
    for seat in Seat:
        if digits := _digit_names(position, seat):
            yield Phrase("digits-written", player=str(seat), digits=", ".join(digits))
    for seat, dots in ((Seat.FIRST, position.first), (Seat.SECOND, position.second)):
        if dots:
            yield Phrase("digits-dots", player=str(seat), cells=_cells(position, dots))


def turn_phrase(position: Position) -> Phrase:
    """Return the phrase for the digit to place, or for the digit whose dots are to be placed."""
    player = str(position.turn)
    if position.next_digit is None:
        return alt.turn(position)
    if position.is_placing:
        return Phrase("digits-writes", player=player, digit=position.label)
    place = position.grid.name(position.current_cell)
    return Phrase("digits-throws", player=player, digit=position.label, place=place, count=position.count)


def _digit_names(position: Position, seat: Seat) -> list[str]:
    places = enumerate(position.digit_cells)
    return [f"{position.label_at(i)} {position.grid.name(place)}" for i, place in places if seat_of(i) is seat]


def _cells(position: Position, mask: int) -> str:
    return " ".join(position.grid.name(place) for place in bits(mask))
