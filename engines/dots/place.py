"""Description of one place: a dot with its sides and the box above and right of it, or a side with its boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engines.dots.control import bits
from engines.dots.grid import Grid
from engines.dots.move import read_move
from engines.dots.regions import PAIR, region_name, regions
from engines.dots.rules import Position
from engines.game import Seat
from engines.notation import cell, clean, read_cell
from engines.phrases import Phrase
from engines.refusals import Refusal


def place(position: Position, name: str) -> tuple[Phrase, ...]:
    """Return the description of a dot (`c4`) and its box, or of a side (`c4-d4`); nothing for any other name."""
    grid, dot = position.grid, read_cell(clean(name))
    if dot:
        return tuple(_dot_phrases(position, *dot)) if grid.has_dot(*dot) else ()
    side = _side(grid, name)
    return () if side is None else tuple(_side_phrases(position, side))


def _side(grid: Grid, name: str) -> int | None:
    """Return the number of the side with this name, or None."""
    try:
        [step] = read_move(name, grid).steps
    except (Refusal, ValueError):
        return None
    return grid.index.get(step)


def _side_phrases(position: Position, side: int) -> Iterator[Phrase]:
    grid = position.grid
    yield Phrase("side-is-drawn" if position.drawn_sides >> side & 1 else "side-is-open", side=grid.names[side])
    for _, bit in grid.touching[side]:
        yield from _box_phrases(position, bit.bit_length() - 1)


def _dot_phrases(position: Position, col: int, row: int) -> Iterator[Phrase]:
    grid, drawn_sides, name = position.grid, position.drawn_sides, cell(col, row)
    sides = list(_sides_at(grid, col, row))
    groups = {
        "sides-drawn-at": [side for side in sides if drawn_sides >> side & 1],
        "sides-open-at": [side for side in sides if not drawn_sides >> side & 1],
    }
    yield from (Phrase(code, dot=name, sides=_names(grid, group)) for code, group in groups.items() if group)
    if col < grid.cols and row < grid.rows:
        yield from _box_phrases(position, row * grid.cols + col)


def _sides_at(grid: Grid, col: int, row: int) -> Iterator[int]:
    if col:
        yield grid.level(col - 1, row)
    if col < grid.cols:
        yield grid.level(col, row)
    if row:
        yield grid.upright(col, row - 1)
    if row < grid.rows:
        yield grid.upright(col, row)


def _box_phrases(position: Position, box: int) -> Iterator[Phrase]:
    """Yield the owner of a box, or its open sides and its chain or loop if it has none."""
    grid, name = position.grid, position.grid.box_name(box)
    for seat, boxes in ((Seat.FIRST, position.first), (Seat.SECOND, position.second)):
        if boxes >> box & 1:
            yield Phrase("box-owned", box=name, player=str(seat))
            return
    missing = bits(grid.boxes[box] & ~position.drawn_sides)
    yield Phrase("box-lacks", box=name, sides=_names(grid, missing))
    for region in regions(grid, position.drawn_sides):
        if box in region.boxes and len(region.boxes) >= PAIR:
            yield Phrase("box-in-loop" if region.is_loop else "box-in-chain", box=name, chain=region_name(grid, region))


def _names(grid: Grid, sides: Iterable[int]) -> str:
    return " ".join(grid.names[side] for side in sides)
