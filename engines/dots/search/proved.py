"""Stored proofs (`engines/dots/proofs`) of the first moves on their boards, as tables for the search.

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
from engines.dots.search.board import empty_board
from engines.dots.search.claims import (
    HIGH,
    LOW,
    Flags,
    Ledger,
    Margins,
    claim_arrays,
    derive_claims,
    new_ledger,
    new_lister,
    store_claims,
)
from engines.dots.search.table import Words, search_table
from engines.dots.search.walk import ONE

PLIES = 8
"""Number of sides drawn up to which a proof is read; later the search does not need it."""
CAPACITY = 1 << 19


def read_all_proofs() -> None:
    """Read every proof in the package, for its board in both orientations; this takes half a second."""
    for file in (files("engines.dots") / "proofs").iterdir():
        cols, rows = map(int, file.name.partition(".")[0].split("x"))
        for board in {grid(cols, rows), grid(rows, cols)}:
            proof_table(board)


@cache
def proof_table(board: Grid) -> Words | None:
    """Return a table of a board's proved positions after at most PLIES sides; None without a proof.

    All boards but the smallest share the table of big searches, of which their proofs take a twenty-fifth. Hashes are
    those of positions on the whole board.
    """
    for proof_board in (board, grid(board.rows, board.cols)):
        file = files("engines.dots") / "proofs" / f"{proof_board.cols}x{proof_board.rows}.proof"
        if file.is_file():
            return _table(file, proof_board, board)
    return None


def _table(file: Traversable, proof_board: Grid, board: Grid) -> Words:
    table, lister, ledger = search_table(board.sides), new_lister(empty_board(board).board), _read(file, proof_board)
    for sign, claims in ((LOW, ledger.low_claims), (HIGH, ledger.high_claims)):
        positions, margins = claim_arrays(claims)
        store_claims(
            lister,
            positions if proof_board is board else _transpose(positions, proof_board, board),
            margins,
            sign,
            table,
        )
    return table


def _read(file: Traversable, proof_board: Grid) -> Ledger:
    """Return the claims of a proof about positions after at most PLIES sides."""
    lister = new_lister(empty_board(proof_board).board)
    with file.open("rb") as source:
        margin = json.loads(source.readline())["margin"]
        with lzma.open(source) as answers_file:

            def read(positions: Words, _: Margins, __: bool) -> Flags:
                return np.frombuffer(answers_file.read(len(positions)), np.uint8)

            ledger = new_ledger(lister, proof_board.sides, margin, CAPACITY)
            derive_claims(lister, ledger, range(proof_board.sides, proof_board.sides - PLIES, -1), read)
    return ledger


def _transpose(positions: Words, proof_board: Grid, board: Grid) -> Words:
    """Transpose positions to the board with columns and rows exchanged."""
    cols, rows = range(proof_board.cols), range(proof_board.rows)
    images = {
        proof_board.level(col, row): board.upright(row, col) for col in cols for row in range(proof_board.rows + 1)
    }
    images |= {
        proof_board.upright(col, row): board.level(row, col) for col in range(proof_board.cols + 1) for row in rows
    }
    result = np.zeros_like(positions)
    for side, image in images.items():
        result |= (positions >> np.uint64(side) & ONE) << np.uint64(image)
    return result
