"""Checks a proof of who wins an empty board of Dots and Boxes: `python verify.py FILE`.

It prints `proved MARGIN`, by how many boxes the player who begins is ahead after best play by both, or the first thing
that is wrong, and then exits with 1. It needs Python alone, and shares no code with the program that wrote the file.

The file is a line of JSON, `{"proof": "dots", "size": "3x3", "margin": -3, "first": N, "second": N, "sha256": "…"}`,
and behind it, compressed by zlib, two strategies: N bytes by which First is ahead by MARGIN at least, and N bytes by
which Second is ahead by -MARGIN at least. Each byte is the side that the holder of the strategy draws in a position,
in the order in which `_Check.holds` comes to positions: every move of the other player is tried, none of the holder's
but the one that is written. A position stands for its images under the board's symmetries.

Sides are numbered, first the level ones row by row from below, then the upright ones. A box that one side closes is
taken at once, without a byte, where that leaves no other box one side short. That loses nothing. For let s be that
side, and t another one. If t closes no box, the opponent can take s after it, so that t first and s for the opponent
is worth two boxes less than s first, then t. If t closes a box, the turn goes on, and s and t can be drawn in either
order, unless t leaves the box beyond s with two sides, s among them: then the boxes that s and t close are
interchangeable, and to begin with s leaves as good a choice.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

Point = tuple[int, int]
Side = tuple[Point, Point]


class Wrong(Exception):
    """What is wrong with a file, in one line."""


class Board:
    """A board of columns x rows of boxes; a position is the set of its drawn sides, as bits."""

    def __init__(self, columns: int, rows: int) -> None:
        level = [((x, y), (x + 1, y)) for y in range(rows + 1) for x in range(columns)]
        upright = [((x, y), (x, y + 1)) for y in range(rows) for x in range(columns + 1)]
        self.columns, self.rows = columns, rows
        self.sides = level + upright
        self._number = {side: number for number, side in enumerate(self.sides)}
        self.boxes = [self._box(x, y) for y in range(rows) for x in range(columns)]
        self.beside = [[box for box in self.boxes if box >> side & 1] for side in range(len(self.sides))]
        self._bytes = (len(self.sides) + 7) // 8
        self._images = [self._by_bytes(image) for image in self._symmetries()]

    def _box(self, x: int, y: int) -> int:
        around = (
            ((x, y), (x + 1, y)),
            ((x, y + 1), (x + 1, y + 1)),
            ((x, y), (x, y + 1)),
            ((x + 1, y), (x + 1, y + 1)),
        )
        return sum(1 << self._number[side] for side in around)

    def _symmetries(self) -> Iterator[list[int]]:
        """For each symmetry but the identity, the number of every side's image."""
        for mirror_x in (False, True):
            for mirror_y in (False, True):
                for turn in (False, True) if self.columns == self.rows else (False,):
                    if mirror_x or mirror_y or turn:
                        yield [self._image(side, mirror_x, mirror_y, turn) for side in self.sides]

    def _image(self, side: Side, mirror_x: bool, mirror_y: bool, turn: bool) -> int:
        def moved(point: Point) -> Point:
            x, y = point
            x, y = self.columns - x if mirror_x else x, self.rows - y if mirror_y else y
            return (y, x) if turn else (x, y)

        one, other = sorted(map(moved, side))
        return self._number[one, other]

    def _by_bytes(self, image: list[int]) -> list[list[int]]:
        """The image of each byte of a position, so that an image is looked up byte by byte."""
        tables = []
        for start in range(0, len(image), 8):
            bits = [1 << each for each in image[start : start + 8]]
            tables.append([sum(bit for n, bit in enumerate(bits) if byte >> n & 1) for byte in range(256)])
        return tables

    def canonical(self, drawn: int) -> int:
        """The least of a position's images."""
        least, parts = drawn, drawn.to_bytes(self._bytes, "little")
        for tables in self._images:
            image = 0
            for part, table in zip(parts, tables, strict=True):
                image |= table[part]
            least = min(least, image)
        return least

    def left(self, drawn: int) -> int:
        """How many boxes are open."""
        return sum(drawn & box != box for box in self.boxes)

    def closed_by(self, drawn: int, side: int) -> int:
        """How many boxes a side closes."""
        then = drawn | 1 << side
        return sum(then & box == box for box in self.beside[side])

    def free_box(self, drawn: int) -> int:
        """A side that closes a box and leaves no other one side short; -1 if there is none."""
        for box in self.boxes:
            missing = box & ~drawn
            if missing and not missing & (missing - 1):
                side = missing.bit_length() - 1
                rests = (other & ~drawn & ~missing for other in self.beside[side])
                if not any(rest and not rest & (rest - 1) for rest in rests):
                    return side
        return -1

    def settled(self, drawn: int, holds: bool, need: int) -> tuple[int, int]:
        """A position after all boxes that are taken without a choice, and the need after that."""
        while (side := self.free_box(drawn)) >= 0:
            boxes = self.closed_by(drawn, side)
            drawn |= 1 << side
            need += -boxes if holds else boxes
        return drawn, need


Choose = Callable[[int, int], int]
"""The side that the holder draws in a position, where so many boxes more than the other are needed from there on."""


class Check:
    """Holds a strategy against all that the other player can do; `choose` is asked in each new position."""

    def __init__(self, board: Board, choose: Choose) -> None:
        self._board, self._choose = board, choose
        self.known: dict[int, int] = {}
        """By position, twice it and one more where the holder is to move: what the holder is sure of."""

    def key(self, drawn: int, holds: bool) -> int:
        """A position as `known` has it."""
        return self._board.canonical(drawn) << 1 | holds

    def holds(self, drawn: int, holds: bool, need: int) -> None:
        """The one to move, the holder or not, has the holder ahead by `need` from here on; raises `Wrong` if not."""
        board = self._board
        drawn, need = board.settled(drawn, holds, need)
        if need <= -board.left(drawn):
            return
        key = self.key(drawn, holds)
        if self.known.get(key, -sys.maxsize) >= need:
            return
        drawn = key >> 1
        if need > board.left(drawn):
            raise Wrong(f"position {drawn:x}: {need} boxes more are needed, {board.left(drawn)} are left")
        if holds:
            side = self._choose(drawn, need)
            if not 0 <= side < len(board.sides) or drawn >> side & 1:
                raise Wrong(f"position {drawn:x}: side {side} cannot be drawn")
            self._after(drawn, side, True, need)
        else:
            for side in range(len(board.sides)):
                if not drawn >> side & 1:
                    self._after(drawn, side, False, need)
        self.known[key] = need

    def _after(self, drawn: int, side: int, holds: bool, need: int) -> None:
        boxes = self._board.closed_by(drawn, side)
        need += -boxes if holds else boxes
        self.holds(drawn | 1 << side, holds if boxes else not holds, need)


def read(content: bytes) -> tuple[Board, int, bytes, bytes]:
    """The board, the margin, and the moves of First and of Second; raises `Wrong`."""
    head, _, body = content.partition(b"\n")
    try:
        said = json.loads(head)
        columns, rows = map(int, said["size"].split("x"))
        margin, first, second = int(said["margin"]), int(said["first"]), int(said["second"])
        is_ours, checksum = said["proof"] == "dots", str(said["sha256"])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Wrong("the first line is not that of a proof") from None
    if not is_ours or min(columns, rows, first + 1, second + 1) < 1 or max(columns, rows) > 9:
        raise Wrong("the first line is not that of a proof")
    try:
        moves = zlib.decompress(body)
    except zlib.error:
        raise Wrong("the moves cannot be unpacked") from None
    if hashlib.sha256(moves).hexdigest() != checksum:
        raise Wrong("the checksum of the moves is another one")
    if len(moves) != first + second:
        raise Wrong(f"{len(moves)} moves are there, {first} + {second} are announced")
    return Board(columns, rows), margin, moves[:first], moves[first:]


def check(board: Board, moves: bytes, begins: bool, need: int) -> None:
    """The holder of a strategy, who begins or does not, is ahead by `need` at the end; raises `Wrong`."""
    written = iter(moves)

    def choose(drawn: int, need: int) -> int:
        side = next(written, None)
        if side is None:
            raise Wrong(f"position {drawn:x}: no move is written")
        return side

    Check(board, choose).holds(0, begins, need)
    if next(written, None) is not None:
        raise Wrong("there are more moves than positions")


def proved(content: bytes) -> int:
    """The margin that a file proves; raises `Wrong`."""
    board, margin, first, second = read(content)
    for name, moves, begins, need in (("First", first, True, margin), ("Second", second, False, -margin)):
        try:
            check(board, moves, begins, need)
        except Wrong as wrong:
            raise Wrong(f"{name}: {wrong}") from None
    return margin


def main(arguments: list[str]) -> int:
    """Says what the file named proves; the exit code."""
    if len(arguments) != 1:
        print("usage: python verify.py FILE")
        return 1
    try:
        print("proved", proved(Path(arguments[0]).read_bytes()))
    except (Wrong, OSError) as wrong:
        print(wrong)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
