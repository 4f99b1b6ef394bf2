"""What the files in `engines/dots/proofs` say of the first moves on their boards, as a table that the search knows.

`engines.dots.proof` makes them, `engines.dots.verify` checks them.
"""

from __future__ import annotations

import json
import lzma
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import numpy as np

from engines.dots.grid import Grid, grid
from engines.dots.search.board import whole_sheet
from engines.dots.search.claims import HIGH, LOW, Flags, Ledger, Small, go_through, ledger, lister_of, made, note
from engines.dots.search.table import Words, own_or_shared
from engines.dots.search.walk import ONE

PLIES = 8
"""So many sides into the game a proof is read: later the search needs it no more."""
ROOM = 1 << 19


def read_all() -> None:
    """Read every proof that comes along, for its board as it lies and as it stands; takes half a second in all."""
    for file in (files("engines.dots") / "proofs").iterdir():
        cols, rows = map(int, file.name.partition(".")[0].split("x"))
        for board in {grid(cols, rows), grid(rows, cols)}:
            proved(board)


@cache
def proved(board: Grid) -> Words | None:
    """Return a table with what the file of a board says of it after at most PLIES sides; None where there is no file.

    All but the smallest boards share the table of big searches, of which their proofs take a fiftieth. Positions have
    the numbers that they have on the sheet of the whole board.
    """
    for proven in (board, grid(board.rows, board.cols)):
        file = files("engines.dots") / "proofs" / f"{proven.cols}x{proven.rows}.proof"
        if file.is_file():
            return _table(file, proven, board)
    return None


def _table(file: Traversable, proven: Grid, board: Grid) -> Words:
    words, lister, claimed = own_or_shared(board.sides), lister_of(whole_sheet(board).board), _read(file, proven)
    for sign, claims in ((LOW, claimed.low), (HIGH, claimed.high)):
        positions, margins = made(claims)
        note(lister, positions if proven is board else _turned(positions, proven, board), margins, sign, words)
    return words


def _read(file: Traversable, proven: Grid) -> Ledger:
    """The claims of a proof about positions after at most PLIES sides."""
    lister = lister_of(whole_sheet(proven).board)
    with file.open("rb") as source:
        margin = json.loads(source.readline())["margin"]
        with lzma.open(source) as written:

            def read(positions: Words, _: Small, __: bool) -> Flags:
                return np.frombuffer(written.read(len(positions)), np.uint8)

            claimed = ledger(lister, proven.sides, margin, ROOM)
            go_through(lister, claimed, range(proven.sides, proven.sides - PLIES, -1), read)
    return claimed


def _turned(positions: Words, proven: Grid, board: Grid) -> Words:
    """Positions of a board on the one that lies across it."""
    cols, rows = range(proven.cols), range(proven.rows)
    images = {proven.level(col, row): board.upright(row, col) for col in cols for row in range(proven.rows + 1)}
    images |= {proven.upright(col, row): board.level(row, col) for col in range(proven.cols + 1) for row in rows}
    turned = np.zeros_like(positions)
    for side, image in images.items():
        turned |= (positions >> np.uint64(side) & ONE) << np.uint64(image)
    return turned
