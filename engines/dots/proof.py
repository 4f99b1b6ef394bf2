"""Writes proofs of who wins an empty board, which `verify.py` checks without any of this."""

from __future__ import annotations

import hashlib
import json
import lzma

from engines.dots.grid import grid
from engines.dots.verify import Board, Claims
from engines.game import Limit
from engines.kernels.alarm import alarm

MOST_SIDES = 40
"""A proof of 4x4 has not been made to its end yet: it takes gigabytes and hours."""
AGES = 1e6


def proof(columns: int, rows: int) -> bytes:
    """A file that proves the margin of a board of at most MOST_SIDES sides, as `verify.py` says."""
    margin, answers = _shown(columns, rows)
    head = {
        "proof": "dots",
        "size": f"{columns}x{rows}",
        "margin": margin,
        "sha256": hashlib.sha256(answers).hexdigest(),
    }
    return json.dumps(head).encode() + b"\n" + lzma.compress(answers, preset=9)


def _shown(columns: int, rows: int) -> tuple[int, bytes]:
    """The margin of the board, and the answers to what `Claims` asks."""
    from engines.dots.search.board import sheet
    from engines.dots.search.root import Root
    from engines.dots.search.strategy import strategy
    from engines.dots.search.table import empty
    from engines.dots.search.workspace import desks

    found, written = sheet(grid(columns, rows), 0), bytearray()
    assert found is not None
    with alarm(Limit(AGES)) as watch:
        root = Root(found, desks(empty(1 << max(15, 2 * len(found.numbers) // 3 + 1)), None), watch)
        margin = root.value(found.sides, 0)
        chosen = strategy(root, margin)

        def answers(positions: list[int], numbers: list[int], is_gift: bool) -> bytes:
            written.extend((chosen.keeps if is_gift else chosen.moves)(positions, numbers))
            return bytes(written[len(written) - len(positions) :])

        Claims(Board(columns, rows), answers).hold(margin)
    return margin, bytes(written)
