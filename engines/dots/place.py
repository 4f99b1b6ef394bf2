"""One place of a board in words: a dot and its sides, the box above and right of it, or a side and its boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engines.dots.control import bits
from engines.dots.grid import Grid
from engines.dots.move import read_move
from engines.dots.regions import PAIR, joined, regions
from engines.dots.rules import Position
from engines.game import Seat
from engines.notation import cell, clean, read_cell
from engines.phrases import Phrase
from engines.refusals import Refusal


def place(position: Position, name: str) -> tuple[Phrase, ...]:
    """What is at a dot (`c4`) and in the box called by it, or at a side (`c4-d4`); nothing for any other name."""
    grid, dot = position.grid, read_cell(clean(name))
    if dot:
        return tuple(_at_dot(position, *dot)) if grid.has_dot(*dot) else ()
    side = _side(grid, name)
    return () if side is None else tuple(_at_side(position, side))


def _side(grid: Grid, name: str) -> int | None:
    """The number of the one side that is named."""
    try:
        [step] = read_move(name, grid).steps
    except (Refusal, ValueError):
        return None
    return grid.index.get(step)


def _at_side(position: Position, side: int) -> Iterator[Phrase]:
    grid = position.grid
    yield Phrase("side-is-drawn" if position.drawn >> side & 1 else "side-is-open", side=grid.names[side])
    for _, bit in grid.touching[side]:
        yield from _of_box(position, bit.bit_length() - 1)


def _at_dot(position: Position, col: int, row: int) -> Iterator[Phrase]:
    grid, drawn, name = position.grid, position.drawn, cell(col, row)
    sides = list(_sides_at(grid, col, row))
    groups = {
        "sides-drawn-at": [side for side in sides if drawn >> side & 1],
        "sides-open-at": [side for side in sides if not drawn >> side & 1],
    }
    yield from (Phrase(code, dot=name, sides=_names(grid, group)) for code, group in groups.items() if group)
    if col < grid.cols and row < grid.rows:
        yield from _of_box(position, row * grid.cols + col)


def _sides_at(grid: Grid, col: int, row: int) -> Iterator[int]:
    if col:
        yield grid.level(col - 1, row)
    if col < grid.cols:
        yield grid.level(col, row)
    if row:
        yield grid.upright(col, row - 1)
    if row < grid.rows:
        yield grid.upright(col, row)


def _of_box(position: Position, box: int) -> Iterator[Phrase]:
    """Whose it is; else what it lacks, and the chain or loop that it is in."""
    grid, name = position.grid, position.grid.box_name(box)
    for seat, owned in ((Seat.FIRST, position.first), (Seat.SECOND, position.second)):
        if owned >> box & 1:
            yield Phrase("box-owned", box=name, player=str(seat))
            return
    lacking = bits(grid.boxes[box] & ~position.drawn)
    yield Phrase("box-lacks", box=name, sides=_names(grid, lacking))
    for region in regions(grid, position.drawn):
        if box in region.boxes and len(region.boxes) >= PAIR:
            yield Phrase("box-in-loop" if region.is_loop else "box-in-chain", box=name, chain=joined(grid, region))


def _names(grid: Grid, sides: Iterable[int]) -> str:
    return " ".join(grid.names[side] for side in sides)
