"""Writes proofs of who wins an empty board, which `verify.py` checks without any of this."""

from __future__ import annotations

import hashlib
import json
import zlib
from typing import TYPE_CHECKING

from engines.dots.verify import Board, Check

if TYPE_CHECKING:
    from engines.dots.search.every_position import Values

MOST_SIDES = 31
"""Each position takes a byte while a proof is made: 2 GB for as many sides."""


def proof(columns: int, rows: int) -> bytes:
    """A file that proves the margin of a board of at most MOST_SIDES sides, as `verify.py` says."""
    from engines.dots.search.every_position import values

    board = Board(columns, rows)
    worths = values(len(board.sides), board.beside)
    margin = int(worths[0])
    first = strategy(board, worths, True, margin)
    second = strategy(board, worths, False, -margin)
    head = {
        "proof": "dots",
        "size": f"{columns}x{rows}",
        "margin": margin,
        "first": len(first),
        "second": len(second),
        "sha256": hashlib.sha256(first + second).hexdigest(),
    }
    return json.dumps(head).encode() + b"\n" + zlib.compress(first + second, 9)


def strategy(board: Board, worths: Values, begins: bool, need: int) -> bytes:
    """The moves by which a player, who begins or does not, is ahead by `need` at the end."""
    moves = bytearray()

    def choose(drawn: int, need: int) -> int:
        """A move that is enough, if there is one to a position that is proved already."""
        enough = [side for side in range(len(board.sides)) if not drawn >> side & 1 and is_enough(drawn, side, need)]
        side = next((each for each in enough if is_known(drawn, each, need)), enough[0])
        moves.append(side)
        return side

    def is_enough(drawn: int, side: int, need: int) -> bool:
        boxes, then = board.closed_by(drawn, side), int(worths[drawn | 1 << side])
        return (boxes + then if boxes else -then) >= need

    def is_known(drawn: int, side: int, need: int) -> bool:
        boxes = board.closed_by(drawn, side)
        then, need = board.settled(drawn | 1 << side, boxes > 0, need - boxes)
        return need <= -board.left(then) or check.known.get(check.key(then, boxes > 0), need - 1) >= need

    check = Check(board, choose)
    check.holds(0, begins, need)
    return bytes(moves)
