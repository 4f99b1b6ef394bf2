"""Checks a proof of who wins an empty board of Dots and Boxes: `python verify.py FILE`.

It prints `proved MARGIN`, by how many boxes the player who begins is ahead after best play by both, or the first thing
that is wrong, and then exits with 1. It needs Python alone, and shares no code with the program that wrote the file.

The file is a line of JSON, `{"proof": "dots", "size": "3x3", "margin": -3, "sha256": "…"}`, and behind it bytes,
packed by LZMA. What is proved are claims: the margin of the one to move in a position, of the boxes still
open, is so much at least (LOW), or at most (HIGH). The two claims about the empty board follow from claims about
positions with fewer open sides, and so on: a HIGH claim needs one for every move, a LOW claim one for the single move
that is written. `Claims` goes through them by the number of open sides, and in this order the bytes are written.

All positions here are quiet: no box lacks a single side. A joint is a box that lacks three or four. A chain leads from
a joint, or from outside, along boxes that lack two sides each, to another one, or back to where it began (a loop, if
that is no joint); a chain without boxes is a lone side. Who draws a side of a chain with boxes offers them all, and
boxes are offered only in such a run of k: b1 lacks x1 alone, b2 lacks x1 and x2, and so on; xk leads to a joint or
outside (in a loop there is none; if a joint lacks but one side more when the chain is gone, the run goes on). Let R be
the position without the run, and V(R) the margin of the one to move there. Who finds the run may take it all and move:
k + V(R); or, if k >= 2 (in a loop, k >= 4), close the last g = 2 boxes (4) off, which the other takes, and then moves:
k - 2g - V(R). Nothing else is better: after a side t of R the other may take the run and move: -k - V(R and t) or
less, where taking all brings k + V(R) >= k - V(R and t). After a side inside the run that closes no box the other may
take the run too: -k - V(R), no more than k - 2g - V(R) where there is such a side. To close b1 (or the last box of a
loop) leaves k - 1 boxes, of which the same holds; and what was closed off is best taken whole, by the same reasons. So
who draws a side of a chain reaches -k - V(R), or, if the other has the choice, g - k - |V(R) + g|. (A chain of two is
drawn in its middle, which leaves no choice. Where a side cuts a chain in two, the other may take one part first.)
"""

from __future__ import annotations

import hashlib
import json
import lzma
import sys
from collections.abc import Callable, Iterator
from functools import reduce
from io import BytesIO
from itertools import islice
from pathlib import Path

Chain = tuple[int, int, int, int]
"""Its ends (boxes by number, `outside`, or twice `loop`), how many boxes lie along it, and its sides as bits."""
Move = tuple[int, int, int, int]
"""The boxes the other may take, how many of them may be handed back (0: none), the open sides then left, their key."""

CHUNK, LAST, MOST_SIDES, LONGEST_HEAD, MOST_ANSWERS = 14, (1 << 14) - 1, 3 * 14, 300, 1 << 28


class Wrong(Exception):
    """What is wrong with a file, in one line."""


def _each(sides: int) -> Iterator[int]:
    """Each of these sides, the lowest first."""
    while sides:
        yield sides & -sides
        sides &= sides - 1


class Board:
    """A board of columns x rows of boxes. A position is the set of its open sides, as bits; level ones come first, then
    upright ones, row by row from below."""

    def __init__(self, columns: int, rows: int) -> None:
        level = [(2 * x + 1, 2 * y) for y in range(rows + 1) for x in range(columns)]
        upright = [(2 * x, 2 * y + 1) for y in range(rows) for x in range(columns + 1)]
        self._middle = [(2 * x + 1, 2 * y + 1) for y in range(rows) for x in range(columns)]
        self.sides, self._size = level + upright, (2 * columns, 2 * rows)
        self.outside, self.loop = columns * rows, columns * rows + 1
        near = [((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)) for x, y in self._middle]
        self.boxes = [sum(1 << self.sides.index(side) for side in around) for around in near]
        beside = [[box for box, around in enumerate(near) if side in around] for side in self.sides]
        self._ends = {1 << side: (boxes[0], (*boxes, self.outside)[1]) for side, boxes in enumerate(beside)}
        outer = [sum(side for side in _each(box) if self.outside in self._ends[side]) for box in self.boxes]
        self._twins = [sides for sides in outer if sides & (sides - 1)]
        turns = (False, True)[: 1 + (columns == rows)]
        images = [(x, y, turn) for x in (False, True) for y in (False, True) for turn in turns]
        self._images = [self._image(*image) for image in images[1:]]
        self._same = list(range(self.loop + 1))
        self._row, self._bits = self.loop + 1, ((self.loop + 1) ** 2 * self.loop).bit_length()

    def _image(self, mirror_x: bool, mirror_y: bool, turn: bool) -> tuple[list[list[int]], list[int]]:
        """Where a symmetry puts sides, CHUNK of them at a time, and boxes."""
        width, height = self._size

        def moved(point: tuple[int, int]) -> tuple[int, int]:
            x, y = abs(point[0] - width * mirror_x), abs(point[1] - height * mirror_y)
            return (y, x) if turn else (x, y)

        sides = [self.sides.index(moved(side)) for side in self.sides]
        for twins in self._twins:
            members = [side.bit_length() - 1 for side in _each(twins)]
            for side, image in zip(members, sorted(sides[each] for each in members), strict=True):
                sides[side] = image
        boxes = [self._middle.index(moved(box)) for box in self._middle]
        chunks = [sides[start : start + CHUNK] for start in range(0, MOST_SIDES, CHUNK)]
        sets = [reduce(lambda table, to: table + [part | 1 << to for part in table], chunk, [0]) for chunk in chunks]
        return sets, [*boxes, self.outside, self.loop]

    def key(self, lone: int, chains: list[Chain]) -> int:
        """A number that tells a position's graph, the least of its images: lone sides as those of the board (of sides
        of a box that lead outside, `twins`, how many), other chains by ends and lengths, wherever they lie."""
        for twins in self._twins:
            if (part := lone & twins) not in (0, twins):
                lone ^= part ^ sum(islice(_each(twins), part.bit_count()))
        one, two, three = lone & LAST, lone >> CHUNK & LAST, lone >> 2 * CHUNK
        least, places = lone, [self._same]
        for (ones, twos, threes), boxes in self._images:
            image = ones[one] | twos[two] | threes[three]
            if image < least:
                least, places = image, [boxes]
            elif image == least:
                places.append(boxes)
        return min(self._codes(chains, boxes) for boxes in places) << len(self.sides) | least

    def _codes(self, chains: list[Chain], boxes: list[int]) -> int:
        number, ends = 0, [(boxes[near], boxes[far], length) for near, far, length, _ in chains]
        for code in sorted((min(a, b) * self._row + max(a, b)) * self.loop + length for a, b, length in ends):
            number = number << self._bits | code
        return number

    def chains(self, position: int) -> tuple[int, list[Chain]]:
        """The lone sides, and the other chains."""
        lone, chains = position, list[Chain]()
        for box, around in enumerate(self.boxes):
            if (pair := position & around).bit_count() == 2:
                lone = self._join(lone, chains, box, pair)
        chains.sort(key=lambda chain: chain[3])
        return lone, chains

    def left(self, position: int) -> int:
        """How many boxes are open."""
        return sum(position & box != 0 for box in self.boxes)

    def moves(self, position: int, first: int = 0, last: int = MOST_SIDES) -> Iterator[Move]:
        """What the moves of these places in their order lead to: lone sides (of twins the first), by how many boxes
        beside them lack three, the most first, and then the chains with boxes."""
        lone, chains = self.chains(position)
        different, one, two = lone, 0, 0
        for twins in self._twins:
            different &= ~(lone & twins & (lone & twins) - 1)
        for around in (position & box for box in self.boxes):
            if around.bit_count() == 3:
                one, two = one | around, two | one & around
        groups = different & two, different & one & ~two, different & ~one
        singles = [(*self._ends[side], 0, side) for group in groups for side in _each(group)]
        for chain in (*singles, *chains)[first:last]:
            yield self._after(position, lone, chains, chain)

    def _after(self, position: int, lone: int, chains: list[Chain], chain: Chain) -> Move:
        """What a side of a chain leads to."""
        near, far, taken, sides = chain
        gift = 4 if near == self.loop else 2 if taken > 2 else 0
        rest = position & ~sides
        lone, chains = lone & rest, [other for other in chains if other is not chain]
        if near == far < self.outside and (rest & self.boxes[near]).bit_count() == 1:
            lone, (near, far, length, sides) = self._taken(lone, chains, near, rest & self.boxes[near])
            rest, taken = rest & ~sides, taken + 1 + length
        for joint in (near,) if near == far else (near, far):
            if joint < self.outside and (pair := rest & self.boxes[joint]).bit_count() == 2:
                lone = self._join(lone, chains, joint, pair)
        return taken, gift, rest, self.key(lone, chains)

    def _join(self, lone: int, chains: list[Chain], joint: int, pair: int) -> int:
        """Makes one chain of the two that are left at a joint; the lone sides left."""
        lone, (near, _, length, sides) = self._taken(lone, chains, joint, pair & -pair)
        if sides & pair == pair:
            chains.append((self.loop, self.loop, length + 1, sides))
            return lone
        lone, (far, _, more, others) = self._taken(lone, chains, joint, pair & (pair - 1))
        chains.append((near, far, length + 1 + more, sides | others))
        return lone

    def _taken(self, lone: int, chains: list[Chain], joint: int, side: int) -> tuple[int, Chain]:
        """Takes the chain of a side at a joint out; the lone sides left, and the chain, with its other end for both."""
        for place, (near, far, length, sides) in enumerate(chains):
            if sides & side:
                del chains[place]
                return lone, (near ^ far ^ joint, near ^ far ^ joint, length, sides)
        one, other = self._ends[side]
        return lone & ~side, (one ^ other ^ joint, one ^ other ^ joint, 0, side)


Answers = Callable[[list[int], list[int], bool], bytes]
"""What is written of positions, a byte each: the place of the move that reaches this margin, or, where so many boxes
may be handed back, whether the one to move in what is left is behind by more than that (0), or is not (1)."""

LOW, HIGH, HALF = 1, -1, 128


class Claims:
    """The claims to be shown: that the margin of the one to move is so much at least (LOW) or at most (HIGH). For each
    number of open sides they are kept by key: the open sides (of positions with one key the least), and in eight bits
    the greatest margin that is claimed (for HIGH the other player's) + HALF."""

    def __init__(self, board: Board, answers: Answers) -> None:
        self._board, self._answers = board, answers
        self._claims = {kind: [dict[int, int]() for _ in range(len(board.sides) + 1)] for kind in (LOW, HIGH)}

    def hold(self, margin: int) -> None:
        """The one who begins on the empty board is ahead by `margin` after best play; raises `Wrong` if not."""
        whole, boxes = (1 << len(self._board.sides)) - 1, len(self._board.boxes)
        for kind in (LOW, HIGH):
            self._claim(kind, margin, whole, self._board.key(*self._board.chains(whole)), boxes)
        for size in range(len(self._board.sides), 0, -1):
            for kind, show in ((HIGH, self._show_high), (LOW, self._show_low)):
                claims, self._claims[kind][size] = self._claims[kind][size].values(), {}
                show([(claim >> 8, kind * ((claim & 255) - HALF)) for claim in sorted(claims)])

    def _claim(self, kind: int, margin: int, position: int, key: int, left: int) -> None:
        """Adds a claim about a position with so many boxes left, unless it is true whatever is played."""
        margin *= kind
        margin += (margin ^ left) & 1
        if margin > left:
            raise Wrong(f"position {position:x}: a margin of {margin} is needed, {left} boxes are left")
        if margin > -left:
            claims = self._claims[kind][position.bit_count()]
            if known := claims.get(key):
                position, margin = min(position, known >> 8), max(margin, (known & 255) - HALF)
            claims[key] = position << 8 | margin + HALF

    def _show_high(self, claims: list[tuple[int, int]]) -> None:
        """No move reaches more; where boxes may be handed back, it is written whether to."""
        gifts: list[tuple[int, int, int, int, int]] = []
        for position, margin in claims:
            left = self._board.left(position)
            for taken, gift, rest, key in self._board.moves(position):
                if not gift:
                    self._claim(LOW, -taken - margin, rest, key, left - taken)
                elif gift - taken > margin:
                    gifts.append((rest, gift, gift - taken - margin, key, left - taken))
        asked = sorted({(rest, gift) for rest, gift, *_ in gifts})
        answers = self._answers([rest for rest, _ in asked], [gift for _, gift in asked], True)
        kept = dict(zip(asked, answers, strict=True))
        for rest, gift, room, key, left in gifts:
            self._claim(*((LOW, room - gift) if kept[rest, gift] else (HIGH, -room - gift)), rest, key, left)

    def _show_low(self, claims: list[tuple[int, int]]) -> None:
        """The move that is written reaches so much."""
        places = self._answers([position for position, _ in claims], [margin for _, margin in claims], False)
        for (position, margin), place in zip(claims, places, strict=True):
            if not (found := [*self._board.moves(position, place, place + 1)]):
                raise Wrong(f"position {position:x}: there is no move {place}")
            taken, gift, rest, key = found[0]
            left = self._board.left(rest)
            self._claim(HIGH, -taken - margin, rest, key, left)
            if gift:
                self._claim(LOW, taken + margin - 2 * gift, rest, key, left)


def read(content: bytes) -> tuple[Board, int, BytesIO]:
    """The board, the margin, and the answers that are written; raises `Wrong`."""
    head, _, body = content.partition(b"\n")
    try:
        said = json.loads(head[:LONGEST_HEAD])
        columns, rows = map(int, said["size"].split("x"))
        margin, checksum = said["margin"], said["sha256"]
        is_head = said["proof"] == "dots" and said["size"] == f"{columns}x{rows}" and type(margin) is int
        if not is_head or min(columns, rows) < 1 or 2 * columns * rows + columns + rows > MOST_SIDES:
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Wrong("the first line is not that of a proof") from None
    unpacking = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    try:
        answers = unpacking.decompress(body, MOST_ANSWERS)
    except lzma.LZMAError:
        raise Wrong("the answers cannot be unpacked") from None
    if not unpacking.eof or unpacking.unused_data:
        raise Wrong("the packed answers do not end where the file ends")
    if hashlib.sha256(answers).hexdigest() != checksum:
        raise Wrong("the checksum of the answers is another one")
    return Board(columns, rows), margin, BytesIO(answers)


def proved(content: bytes) -> int:
    """The margin that a file proves; raises `Wrong`."""
    board, margin, written = read(content)

    def answers(positions: list[int], _: list[int], __: bool) -> bytes:
        if len(found := written.read(len(positions))) < len(positions):
            raise Wrong(f"position {positions[len(found)]:x}: no answer is written")
        return found

    Claims(board, answers).hold(margin)
    if written.read(1):
        raise Wrong("there are more answers than positions")
    return margin


def main(arguments: list[str]) -> int:
    """Says what the one file named proves; the exit code."""
    try:
        (file,) = arguments
        print("proved", proved(Path(file).read_bytes()))
    except (Wrong, OSError, ValueError) as wrong:
        print(wrong if len(arguments) == 1 else "name one file: python verify.py FILE")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
