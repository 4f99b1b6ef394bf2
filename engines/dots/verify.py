"""Checker of a proof of who wins an empty board of Dots and Boxes: `python verify.py FILE`.

It prints `proved MARGIN`, by how many boxes the player who begins is ahead with best play by both, or the first error,
and then exits with 1. It needs only Python, and shares no code with the program that wrote the file.

The file is a line of JSON, `{"proof": "dots", "size": "3x3", "margin": -3, "sha256": "…"}`, followed by bytes packed by
LZMA. It proves claims: the margin of the side to move in a position, of the boxes still open, is at least (LOW) or at
most (HIGH) a number. The two claims about the empty board follow from claims about positions with fewer open sides,
and so on: a HIGH claim needs one for every move, a LOW claim one for the single move that the file names. `Claims`
goes through them by the number of open sides, and the bytes are in that order.

All positions here are quiet: no box has a single open side. A joint is a box with three or four. A chain leads from a
joint, or from outside, along boxes with two open sides each, to another joint or outside, or back to where it began (a
loop, if that is no joint); a chain without boxes is a single side. A player who draws a side of a chain with boxes
offers all of them, and boxes are offered only in such a run of k: b1 has only x1 open, b2 has x1 and x2, and so on; xk
leads to a joint or outside (in a loop there is none; if a joint has only one side left when the chain is gone, the run
goes on). Let R be the position without the run, and V(R) the margin of the side to move there. The player who finds
the run may take it all and move: k + V(R); or, if k >= 2 (in a loop, k >= 4), close off the last g = 2 boxes (4), which
the opponent takes and then moves: k - 2g - V(R). Nothing else is better: after a side t of R the opponent may take the
run and move: -k - V(R and t) or less, where taking all brings k + V(R) >= k - V(R and t). After a side inside the run
that closes no box the opponent may take the run too: -k - V(R), no more than k - 2g - V(R) where there is such a side.
Closing b1 (or the last box of a loop) leaves k - 1 boxes, of which the same holds; and what was closed off is best
taken whole, for the same reasons. So drawing a side of a chain reaches -k - V(R), or, if the opponent has the choice,
g - k - |V(R) + g|. (A chain of two is drawn in its middle, which leaves no choice. Where a side cuts a chain in two,
the opponent may take one part first.)
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import sys
from collections.abc import Callable, Iterator
from functools import reduce
from io import BytesIO
from pathlib import Path

Chain = tuple[int, int, int, int]
"""Its ends (boxes by number, `outside`, or twice `loop`), the number of boxes along it, and its sides as bits."""
Move = tuple[int, int, int, int]
"""The boxes the opponent may take, how many of them may be handed back (0: none), the open sides left, their key."""

CHUNK, LAST, MOST_SIDES, LONGEST_HEAD, MOST_ANSWERS = 14, (1 << 14) - 1, 3 * 14, 300, 1 << 28
LOW, HIGH, HALF = 1, -1, 128


class ProofError(Exception):
    """An error in a proof file, described in one line."""


def _single_bits(sides: int) -> Iterator[int]:
    """Yield each of these sides, the lowest first."""
    while sides:
        yield sides & -sides
        sides &= sides - 1


class Board:
    """A board; a position is its open sides as bits: horizontal sides, then vertical ones, row by row from below."""

    def __init__(self, columns: int, rows: int) -> None:
        level = [(2 * x + 1, 2 * y) for y in range(rows + 1) for x in range(columns)]
        upright = [(2 * x, 2 * y + 1) for y in range(rows) for x in range(columns + 1)]
        self._middle = [(2 * x + 1, 2 * y + 1) for y in range(rows) for x in range(columns)]
        self.sides, self._size = level + upright, (2 * columns, 2 * rows)
        self.outside, self.loop = columns * rows, columns * rows + 1
        sides_around = [((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)) for x, y in self._middle]
        self.boxes = [sum(1 << self.sides.index(side) for side in around) for around in sides_around]
        beside = [[box for box, around in enumerate(sides_around) if side in around] for side in self.sides]
        self._ends = {1 << side: (boxes[0], (*boxes, self.outside)[1]) for side, boxes in enumerate(beside)}
        outer = [sum(side for side in _single_bits(box) if self.outside in self._ends[side]) for box in self.boxes]
        self._twins = [sides for sides in outer if sides & (sides - 1)]
        images = [(x, y, turn) for x in (0, 1) for y in (0, 1) for turn in range(1 + (columns == rows))]
        self._images = [self._image(*image) for image in images[1:]]
        self._same = list(range(self.loop + 1))
        self._row, self._bits = self.loop + 1, ((self.loop + 1) ** 2 * self.loop).bit_length()

    def _image(self, mirror_x: int, mirror_y: int, turn: int) -> tuple[list[list[int]], list[int]]:
        """Return the image of sides, CHUNK of them at a time, and boxes under a symmetry."""
        width, height = self._size

        def map_point(point: tuple[int, int]) -> tuple[int, int]:
            x, y = abs(point[0] - width * mirror_x), abs(point[1] - height * mirror_y)
            return (y, x) if turn else (x, y)

        sides = [self.sides.index(map_point(side)) for side in self.sides]
        for twins in self._twins:
            members = [side.bit_length() - 1 for side in _single_bits(twins)]
            for side, image in zip(members, sorted(sides[each] for each in members), strict=True):
                sides[side] = image
        boxes = [self._middle.index(map_point(box)) for box in self._middle]
        chunks = [sides[start : start + CHUNK] for start in range(0, MOST_SIDES, CHUNK)]
        sets = [reduce(lambda table, to: table + [part | 1 << to for part in table], chunk, [0]) for chunk in chunks]
        return sets, [*boxes, self.outside, self.loop]

    def key(self, singles: int, chains: list[Chain]) -> int:
        """Return a number that identifies a position's graph: the least image of its single sides, and its chains."""
        for twins in self._twins:
            if (part := singles & twins) not in (0, twins):
                singles ^= part ^ sum([*_single_bits(twins)][: part.bit_count()])
        one, two, three = singles & LAST, singles >> CHUNK & LAST, singles >> 2 * CHUNK
        least, places = singles, [self._same]
        for (ones, twos, threes), boxes in self._images:
            image = ones[one] | twos[two] | threes[three]
            if image < least:
                least, places = image, [boxes]
            elif image == least:
                places.append(boxes)
        return min(self._codes(chains, boxes) for boxes in places) << len(self.sides) | least

    def _codes(self, chains: list[Chain], boxes: list[int]) -> int:
        number, ends = 0, [(boxes[start], boxes[end], length) for start, end, length, _ in chains]
        for code in sorted((min(a, b) * self._row + max(a, b)) * self.loop + length for a, b, length in ends):
            number = number << self._bits | code
        return number

    def chains(self, position: int) -> tuple[int, list[Chain]]:
        """Return the single sides, and the chains of several sides."""
        singles, chains = position, list[Chain]()
        for box, around in enumerate(self.boxes):
            if (pair := position & around).bit_count() == 2:
                singles = self._join(singles, chains, box, pair)
        return singles, sorted(chains, key=lambda chain: chain[3])

    def open_box_count(self, position: int) -> int:
        """Return the number of open boxes."""
        return sum(position & box != 0 for box in self.boxes)

    def moves(self, position: int, first: int = 0, last: int = MOST_SIDES) -> Iterator[Move]:
        """Yield the results of moves `first` to `last` - 1: single sides beside many third sides first, chains last."""
        singles, chains = self.chains(position)
        different, one, two = singles, 0, 0
        for twins in self._twins:
            different &= ~(singles & twins & (singles & twins) - 1)
        for around in (position & box for box in self.boxes):
            if around.bit_count() == 3:
                one, two = one | around, two | one & around
        groups = different & two, different & one & ~two, different & ~one
        single_moves = [(*self._ends[side], 0, side) for group in groups for side in _single_bits(group)]
        for chain in (*single_moves, *chains)[first:last]:
            yield self._after(position, singles, chains, chain)

    def _after(self, position: int, singles: int, chains: list[Chain], chain: Chain) -> Move:
        """Return the result of drawing a side of a chain."""
        start, end, captures, sides = chain
        gift = 4 if start == self.loop else 2 if captures > 2 else 0
        rest = position & ~sides
        singles, chains = singles & rest, [each for each in chains if each is not chain]
        if start == end < self.outside and (rest & self.boxes[start]).bit_count() == 1:
            singles, (start, end, length, sides) = self._take_chain(singles, chains, start, rest & self.boxes[start])
            rest, captures = rest & ~sides, captures + 1 + length
        for joint in (start,) if start == end else (start, end):
            if joint < self.outside and (pair := rest & self.boxes[joint]).bit_count() == 2:
                singles = self._join(singles, chains, joint, pair)
        return captures, gift, rest, self.key(singles, chains)

    def _join(self, singles: int, chains: list[Chain], joint: int, pair: int) -> int:
        """Merge the two chains left at a joint into one; return the single sides left."""
        singles, (start, _, length, sides) = self._take_chain(singles, chains, joint, pair & -pair)
        if sides & pair == pair:
            chains.append((self.loop, self.loop, length + 1, sides))
            return singles
        singles, (end, _, more, others) = self._take_chain(singles, chains, joint, pair & (pair - 1))
        chains.append((start, end, length + 1 + more, sides | others))
        return singles

    def _take_chain(self, singles: int, chains: list[Chain], joint: int, side: int) -> tuple[int, Chain]:
        """Remove the chain of a side at a joint; return the single sides left, and the chain with its far end twice."""
        for place, (start, end, length, sides) in enumerate(chains):
            if sides & side:
                del chains[place]
                return singles, (start ^ end ^ joint, start ^ end ^ joint, length, sides)
        one, opposite = self._ends[side]
        return singles & ~side, (one ^ opposite ^ joint, one ^ opposite ^ joint, 0, side)


Answers = Callable[[list[int], list[int], bool], bytes]
"""Return a byte for each position: the index of the move that reaches a margin; or, if so many boxes may be returned,
whether the side to move in the rest is behind by more than that (0) or not (1)."""


class Claims:
    """The claims to be proved: the margin of the side to move is at least (LOW) or at most (HIGH) a number.

    For each number of open sides they are stored by key: the open sides (of positions with one key the least), and in
    eight bits the greatest margin that is claimed (for HIGH the other player's) + HALF.
    """

    def __init__(self, board: Board, answers: Answers) -> None:
        self._board, self._answers = board, answers
        self._claims = {kind: [dict[int, int]() for _ in range(len(board.sides) + 1)] for kind in (LOW, HIGH)}

    def hold(self, margin: int) -> None:
        """Check that the first player wins the empty board by `margin` with best play; raise `ProofError`."""
        all_sides, boxes = (1 << len(self._board.sides)) - 1, len(self._board.boxes)
        for kind in (LOW, HIGH):
            self._claim(kind, margin, all_sides, self._board.key(*self._board.chains(all_sides)), boxes)
        for size in range(len(self._board.sides), 0, -1):
            for kind, show in ((HIGH, self._show_high), (LOW, self._show_low)):
                claims, self._claims[kind][size] = self._claims[kind][size].values(), {}
                show([(claim >> 8, kind * ((claim & 255) - HALF)) for claim in sorted(claims)])

    def _claim(self, kind: int, margin: int, position: int, key: int, boxes_left: int) -> None:
        """Add a claim about a position with `boxes_left` open boxes, unless it is trivially true."""
        margin *= kind
        margin += (margin ^ boxes_left) & 1
        if margin > boxes_left:
            raise ProofError(f"position {position:x}: a margin of {margin} is needed, {boxes_left} boxes are left")
        if margin > -boxes_left:
            claims = self._claims[kind][position.bit_count()]
            if entry := claims.get(key):
                position, margin = min(position, entry >> 8), max(margin, (entry & 255) - HALF)
            claims[key] = position << 8 | margin + HALF

    def _show_high(self, claims: list[tuple[int, int]]) -> None:
        """Claim that no move reaches more; the file records for each gift whether it is handed back."""
        gifts: list[tuple[int, int, int, int, int]] = []
        for position, margin in claims:
            boxes_left = self._board.open_box_count(position)
            for captures, gift, rest, key in self._board.moves(position):
                if not gift:
                    self._claim(LOW, -captures - margin, rest, key, boxes_left - captures)
                elif gift - captures > margin:
                    gifts.append((rest, gift, gift - captures - margin, key, boxes_left - captures))
        queries = sorted({(rest, gift) for rest, gift, *_ in gifts})
        answers = self._answers([rest for rest, _ in queries], [gift for _, gift in queries], True)
        is_kept = dict(zip(queries, answers, strict=True))
        for rest, gift, room, key, boxes_left in gifts:
            self._claim(*((LOW, room - gift) if is_kept[rest, gift] else (HIGH, -room - gift)), rest, key, boxes_left)

    def _show_low(self, claims: list[tuple[int, int]]) -> None:
        """Claim that the move in the file reaches the margin."""
        places = self._answers([position for position, _ in claims], [margin for _, margin in claims], False)
        for (position, margin), place in zip(claims, places, strict=True):
            if not (results := [*self._board.moves(position, place, place + 1)]):
                raise ProofError(f"position {position:x}: there is no move {place}")
            captures, gift, rest, key = results[0]
            boxes_left = self._board.open_box_count(rest)
            self._claim(HIGH, -captures - margin, rest, key, boxes_left)
            if gift:
                self._claim(LOW, captures + margin - 2 * gift, rest, key, boxes_left)


def read(content: bytes) -> tuple[Board, int, BytesIO]:
    """Return the board, the margin and the stream of recorded moves; raise `ProofError`."""
    head, _, body = content.partition(b"\n")
    try:
        header = json.loads(head[:LONGEST_HEAD])
        columns, rows = map(int, header["size"].split("x"))
        margin, checksum = header["margin"], header["sha256"]
        is_head = header["proof"] == "dots" and header["size"] == f"{columns}x{rows}" and type(margin) is int
        if not is_head or min(columns, rows) < 1 or 2 * columns * rows + columns + rows > MOST_SIDES:
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ProofError("the first line is not the header of a proof") from None
    unpacking = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    try:
        answers = unpacking.decompress(body, MOST_ANSWERS)
    except lzma.LZMAError:
        raise ProofError("the answers cannot be unpacked") from None
    if not unpacking.eof or unpacking.unused_data:
        raise ProofError("there is data after the packed answers, or they are incomplete")
    if hashlib.sha256(answers).hexdigest() != checksum:
        raise ProofError("the checksum of the answers is wrong")
    return Board(columns, rows), margin, BytesIO(answers)


def proved_margin(content: bytes) -> int:
    """Return the margin that a file proves; raise `ProofError`."""
    board, margin, answers_file = read(content)

    def answers(positions: list[int], _: list[int], __: bool) -> bytes:
        if len(chunk := answers_file.read(len(positions))) < len(positions):
            raise ProofError(f"position {positions[len(chunk)]:x}: the answer is missing")
        return chunk

    Claims(board, answers).hold(margin)
    if answers_file.read(1):
        raise ProofError("there are more answers than positions")
    return margin


def main(arguments: list[str]) -> int | str:
    """Print what the file proves; return the exit code, or the reason why printing failed."""
    try:
        (file,) = arguments
        code, verdict = 0, f"proved {proved_margin(Path(file).read_bytes())}"
    except (ProofError, OSError, ValueError) as error:
        code, verdict = 1, str(error) if len(arguments) == 1 else "name one file: python verify.py FILE"
    try:
        os.write(1, f"{verdict}\n".encode())  # unlike `print`, at once, and it fails where there is nowhere to
    except OSError as error:
        return f"the verdict cannot be printed: {error}"
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
