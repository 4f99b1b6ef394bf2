"""Drawing of Dots and Boxes: dots, sides, and boxes hatched and lettered by owner.

Like every drawing it has `draw` and `ALT`, the English templates of its alt text's phrases. A phrase names a seat
`first` or `second`; the reader's catalogue turns that into words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import pairwise, product

from engines.dots.grid import Grid
from engines.dots.move import Move
from engines.dots.regions import PAIR, region_name, regions
from engines.dots.rules import Position, Stage
from engines.game import Seat
from engines.notation import cell
from engines.phrases import Phrase
from renderers import alt
from renderers.paper import HATCHES, INKS, WASHES, Header, Page, Standing, initials
from renderers.scene import Disc, Ink, Item, Label, Point, Scene, Shape, Stroke

ALT: Mapping[str, str] = {
    **alt.ALT,
    "dots-board": "Dots and Boxes, {cols} by {rows} boxes, dots a1 to {last}.",
    "dots-nothing-drawn": "No sides are drawn.",
    "dots-drawn": "Drawn sides, {count} of {all}: {lines}.",
    "dots-owned": "{player}’s boxes, by their lower left dots: {boxes}.",
    "dots-chains": "Long chains: {chains}.",
    "dots-loops": "Loops: {chains}.",
    "dots-pairs": "Chains of two boxes: {chains}.",
    "dots-takes": "{player} takes [count:|{count}: ]{boxes}.",
    "dots-three-sided": "[count:Box {boxes} needs|Boxes {boxes} need] one more side.",
    "dots-setup": "{player}: up to {most} more [most:side|sides] for both, or “stop”.",
    "dots-swapped": "The players swap colours.",
    "dots-choice": "{player} to choose: keep or swap.",
}

Dot = tuple[int, int]


def draw(position: Position, last: tuple[Move, ...], hint: Move | None, header: Header) -> Scene:
    """Draw the board with the sides of `last` marked and those of `hint` dashed."""
    board = Board(position)
    items = (
        *board.boxes(initials(header), sides_of(last)),
        *board.marks(sides_of(last)),
        *board.drawn_sides(),
        *board.hint_items(sides_of((hint,) if hint else ())),
        *board.field.dots,
    )
    turn = position.turn if position.outcome is None else None
    standing, alt_text = Standing(turn, position.score), _alt_text(position, last, hint)
    return board.page.finish(items, alt_text, header, standing, board.field.open_sides)


def sides_of(moves: Iterable[Move]) -> list[str]:
    """Return the sides that `moves` draw, without the words of the pie rule."""
    return [step for move in moves for step in move.steps if "-" in step]


class Field:
    """A grid on a page, and the items that all its pictures share."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self.page = Page(grid.cols + 1, grid.rows + 1, pad=0.3)
        self.thick = max(8.0, self.page.unit / 11)

    @cached_property
    def open_sides(self) -> tuple[Item, ...]:
        """Return all sides in faint ink; they belong to the paper, and drawn sides cover them."""
        inset = self.thick
        return tuple(Stroke(self.ends(side, inset), Ink.FAINT, 3, dashed=True) for side in self._grid.names)

    @cached_property
    def dots(self) -> tuple[Item, ...]:
        """Return the dots, which lie on top of everything else."""
        places = product(range(self._grid.rows + 1), range(self._grid.cols + 1))
        return tuple(Disc(self.page.at(col, row), 0.95 * self.thick, Ink.TEXT) for row, col in places)

    def ends(self, side: str, inset: float = 0.0) -> tuple[Point, ...]:
        """Return the two ends of a side, moved `inset` pixels inwards."""
        col, row, upright = _place(self._grid, side)
        (x, y), far_end = self.page.at(col, row), self.page.unit - inset
        return ((x, y - inset), (x, y - far_end)) if upright else ((x + inset, y), (x + far_end, y))


@lru_cache(maxsize=16)
def _field(grid: Grid) -> Field:
    return Field(grid)


class Board:
    """A position on a page."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._grid = position.grid
        self.field = _field(position.grid)
        self.page, self.thick = self.field.page, self.field.thick

    def boxes(self, letters: Mapping[Seat, str], newest: Iterable[str] = ()) -> Iterator[Item]:
        """Yield the claimed boxes, hatched and lettered by owner.

        Neighbours in a row with the same owner are hatched as one area. Boxes completed by the `newest` sides get
        a yellow ring.
        """
        new_boxes = {bit for side in newest for _, bit in self._grid.touching[self._grid.index[side]]}
        for seat, seat_boxes in _boxes_by_seat(self._position):
            for row, (begin, end) in _rows(self._grid, seat_boxes):
                corners = [self.page.at(*dot) for dot in ((begin, row), (end, row), (end, row + 1), (begin, row + 1))]
                yield Shape(tuple(corners), WASHES[seat], hatch=HATCHES[seat], hatch_ink=INKS[seat])
                for col in range(begin, end):
                    is_new = 1 << (row * self._grid.cols + col) in new_boxes
                    yield from self._letter(self.page.at(col + 0.5, row + 0.5), seat, letters[seat], is_new)

    def _letter(self, at: Point, seat: Seat, letter: str, is_new: bool) -> Iterator[Item]:
        size = min(0.5 * self.page.unit, 64)
        yield Disc(at, 0.62 * size, WASHES[seat], Ink.LAST if is_new else None, size / 8)
        yield Label(letter, at, size, INKS[seat], bold=True)

    def drawn_sides(self) -> Iterator[Item]:
        """Yield the drawn sides, adjacent ones in a row as one stroke."""
        for begin, end in _lines(self._grid, self._position.drawn_sides):
            yield Stroke((self.page.at(*begin), self.page.at(*end)), Ink.NEUTRAL, self.thick)

    def marks(self, sides: Iterable[str]) -> Iterator[Item]:
        """Yield a yellow highlight under `sides`."""
        for side in sides:
            yield Stroke(self.field.ends(side), Ink.LAST, 2.2 * self.thick)

    def hint_items(self, sides: Iterable[str]) -> Iterator[Item]:
        """Yield the hinted sides, dashed."""
        width = min(self.thick, self.page.unit / 7)
        for side in sides:
            yield Stroke(self.field.ends(side, inset=0.8 * self.thick), Ink.HINT, width, dashed=True)


def _place(grid: Grid, side: str) -> tuple[int, int, bool]:
    """Return the column and row of a side's lower or left dot, and whether the side is vertical."""
    index = grid.index[side]
    level = grid.cols * (grid.rows + 1)
    if index < level:
        return index % grid.cols, index // grid.cols, False
    return (index - level) % (grid.cols + 1), (index - level) // (grid.cols + 1), True


def _boxes_by_seat(position: Position) -> tuple[tuple[Seat, int], ...]:
    return (Seat.FIRST, position.first), (Seat.SECOND, position.second)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _alt_text(position: Position, last: tuple[Move, ...], hint: Move | None) -> Iterator[Phrase]:
    """Yield the alt text's phrases, the most important first, since some chats cut long texts."""
    grid = position.grid
    yield Phrase("dots-board", cols=grid.cols, rows=grid.rows, last=cell(grid.cols, grid.rows))
    yield from alt.standing(position, last, hint, turn_phrase(position))
    yield alt.score(position)
    yield from threats(position)
    yield from _regions(position)
    for seat, seat_boxes in _boxes_by_seat(position):
        if seat_boxes:
            yield Phrase("dots-owned", player=str(seat), boxes=_names(grid, _bits(seat_boxes)))
    if position.drawn_sides:
        lines = " ".join(f"{cell(*a)}-{cell(*b)}" for a, b in _lines(grid, position.drawn_sides))
        yield Phrase("dots-drawn", count=position.drawn_sides.bit_count(), all=grid.sides, lines=lines)
    else:
        yield Phrase("dots-nothing-drawn")


def turn_phrase(position: Position) -> Phrase:
    """Return the phrase for whose turn it is to draw a side, set up the pie, or choose."""
    if position.stage is Stage.SETUP:
        return Phrase("dots-setup", player=str(position.turn), most=position.pie - position.drawn_sides.bit_count())
    return Phrase("dots-choice", player=str(position.turn)) if position.stage is Stage.CHOICE else alt.turn(position)


def move_effects(before: Position, move: Move, after: Position) -> Iterator[Phrase]:
    """Yield a change of colours and the boxes a move claimed."""
    if "swap" in move.steps:
        yield Phrase("dots-swapped")
    for seat, seat_boxes in _boxes_by_seat(after):
        new_boxes = seat_boxes & ~(before.first | before.second)
        if new_boxes and before.stage is not Stage.SETUP:
            boxes = _names(before.grid, _bits(new_boxes))
            yield Phrase("dots-takes", player=str(seat), count=new_boxes.bit_count(), boxes=boxes)


def _regions(position: Position) -> Iterator[Phrase]:
    """Yield all chains and loops of two or more boxes, opened or not."""
    grid = position.grid
    chains = [region for region in regions(grid, position.drawn_sides) if len(region.boxes) >= PAIR]
    groups = {
        "dots-chains": [region for region in chains if region.is_long and not region.is_loop],
        "dots-loops": [region for region in chains if region.is_loop],
        "dots-pairs": [region for region in chains if not region.is_long],
    }
    for code, group in groups.items():
        if group:
            yield Phrase(code, chains=", ".join(region_name(grid, region) for region in group))


def threats(position: Position) -> Iterator[Phrase]:
    """Yield the boxes that need only one more side."""
    if three_sided := list(_three_sided(position)):
        yield Phrase("dots-three-sided", boxes=_names(position.grid, three_sided), count=len(three_sided))


def _names(grid: Grid, boxes: Iterable[int]) -> str:
    return " ".join(grid.box_name(box) for box in boxes)


def _three_sided(position: Position) -> Iterator[int]:
    for box, mask in enumerate(position.grid.boxes):
        if (mask & ~position.drawn_sides).bit_count() == 1:
            yield box


def _lines(grid: Grid, sides: int) -> Iterator[tuple[Dot, Dot]]:
    """Yield the drawn sides as pairs of dots, adjacent ones in a line joined."""
    for row in range(grid.rows + 1):
        for a, b in _runs(sides >> grid.level(col, row) & 1 for col in range(grid.cols)):
            yield (a, row), (b, row)
    for col in range(grid.cols + 1):
        for a, b in _runs(sides >> grid.upright(col, row) & 1 for row in range(grid.rows)):
            yield (col, a), (col, b)


def _rows(grid: Grid, boxes: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the boxes of each row as runs: the row, the first column and the column after the last."""
    for row in range(grid.rows):
        for run in _runs(boxes >> row * grid.cols + col & 1 for col in range(grid.cols)):
            yield row, run


def _runs(marks: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each unbroken run of ones."""
    edges = [index for index, (a, b) in enumerate(pairwise((0, *marks, 0))) if a != b]
    yield from zip(edges[::2], edges[1::2], strict=True)
