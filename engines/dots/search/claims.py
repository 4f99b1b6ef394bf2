"""What a proof of a board claims of positions, and the way through it (`engines.dots.verify` says what a proof is).

A claim is that the margin of the one to move, of the boxes still open, is so much at least (`low`), or at most
(`high`). Positions that are the same graph of chains have one number, and one claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.board import WORD, Board
from engines.dots.search.chains import LONG, Chains, no_chains, number_of, prepare, trace
from engines.dots.search.removal import put_back, take_out
from engines.dots.search.table import KEPT, Words, mixed, store
from engines.dots.search.walk import NONE, ONE, place_of
from engines.kernels.compiling import kernel, tight
from engines.kernels.intrinsics import popcount, to_signed
from engines.kernels.record import record

Small = NDArray[np.int8]
Places = NDArray[np.int64]
Flags = NDArray[np.uint8]

GIFT = np.uint64(3)
"""How many bits say how many boxes may be handed back."""
LOW, HIGH = 1, -1
SAFE, GIVING, THREE = 2, 3, np.uint64(3)


class Claims(NamedTuple):
    """Positions by number, the margins claimed of them, and how many there are; `number` is 0 where there is none."""

    number: Words
    sides: Words
    margin: Small
    held: Places


@dataclass(frozen=True)
class Ledger:
    """All claims of a proof: at least (`low`), and at most (`high`)."""

    low: Claims
    high: Claims

    @property
    def size(self) -> int:
        """How many claims there are."""
        return int(self.low.held[0] + self.high.held[0])

    def add(self, lister: Lister, low: tuple[Words, Small], high: tuple[Words, Small]) -> None:
        """Adds claims, as positions and margins."""
        claim_all(lister, self.low, LOW, *low)
        claim_all(lister, self.high, HIGH, *high)

    def check_room(self) -> None:
        """Raises `MemoryError` if some claims may have found no room."""
        if any(claims.held[0] >= _most(claims) for claims in (self.low, self.high)):
            raise MemoryError("a proof of this board has too many positions")


class Options:
    """What each move of a position leads to: its number and check number, its open sides, how many boxes it has, how
    many were taken, how many may be handed back; the sides of the chain opened, and its group in the order of moves."""

    number: Words
    check: Words
    sides: Words
    boxes: Places
    taken: Places
    gift: Places
    drawn: Words
    group: Places


class Lister(NamedTuple):
    """Lists the moves of positions of a board: room for their chains, and for what the moves lead to."""

    board: Board
    chains: Chains
    options: Options


class Gifts(NamedTuple):
    """Moves that let the other hand boxes back: what is left then, and what is to be claimed of that, at least where
    they are `kept`, at most where they are not. (`asked` is what is left, and the number of the boxes.)"""

    asked: Words
    number: Words
    boxes: Small
    kept: Small
    other: Small


Source = Callable[[Words, Small, bool], Flags]
"""The answers of a proof: of positions and margins the place of the move that reaches it, of positions and numbers of
boxes that may be handed back (`True`) whether the one to move is not behind by more."""


def lister_of(board: Board) -> Lister:
    """A lister of moves on a board."""
    word, number = (np.uint64, WORD), (np.int64, WORD)
    lister = Lister(board, no_chains(3), record(Options, *3 * [word], *3 * [number], word, number))
    _prepare(board, lister.chains)
    return lister


def ledger(lister: Lister, sides: int, margin: int, room: int) -> Ledger:
    """The claims of the value of a whole board of so many sides, with room, a power of two, for what they need."""
    begun = Ledger(_no_claims(room), _no_claims(room >> 1))
    whole = np.array([(1 << sides) - 1], np.uint64), np.array([margin], np.int8)
    begun.add(lister, whole, whole)
    return begun


def _no_claims(words: int) -> Claims:
    return Claims(
        np.zeros(words, np.uint64), np.zeros(words, np.uint64), np.zeros(words, np.int8), np.zeros(1, np.int64)
    )


def go_through(lister: Lister, claimed: Ledger, sizes: Iterable[int], source: Source) -> None:
    """Adds all claims that follow from those made of positions of these numbers of open sides, by a proof's answers.

    Raises `ValueError` where an answer is no move, and `MemoryError` if there are too many claims.
    """
    low, high = claimed.low, claimed.high
    for size in sizes:
        _hold_replies(lister, low, high, *due(high, size), source)
        positions, margins = due(low, size)
        if not _follow(lister, low, high, positions, margins, source(positions, margins, False)):
            raise ValueError("a proof answers with a move that there is not")
        claimed.check_room()


def made(claims: Claims) -> tuple[Words, Small]:
    """The positions of which there are claims, and the margins."""
    places = claims.number != NONE
    return claims.sides[places], claims.margin[places]


def due(claims: Claims, size: int) -> tuple[Words, Small]:
    """The positions of so many open sides of which there are claims, in order, and the margins."""
    places = np.flatnonzero(np.bitwise_count(claims.sides) == size)
    places = places[np.argsort(claims.sides[places])]
    return claims.sides[places], claims.margin[places]


def _hold_replies(lister: Lister, low: Claims, high: Claims, positions: Words, margins: Small, source: Source) -> None:
    """Claims what the claims `high` of these positions need: no move reaches more."""
    gifts = _no_gifts(positions.size * (lister.board.masks.size // LONG))
    count = _list_gifts(lister, low, positions, margins, gifts)
    asked, which = np.unique(gifts.asked[:count], return_inverse=True)
    answers = source(asked >> GIFT, (asked & np.uint64(7)).astype(np.int8), True)
    _claim_gifts(low, high, gifts, answers[which])


def _no_gifts(count: int) -> Gifts:
    asked, number = np.zeros(count, np.uint64), np.zeros(count, np.uint64)
    return Gifts(asked, number, np.zeros(count, np.int8), np.zeros(count, np.int8), np.zeros(count, np.int8))


@tight
def _most(claims: Claims) -> int:
    """How many claims there is room for, so that one is soon found."""
    return claims.number.size // 4 * 3


@tight
def _slot(claims: Claims, number: np.uint64) -> int:
    """Where a position is, or would be."""
    last = np.uint64(claims.number.size - 1)
    at = number & last
    while claims.number[at] != NONE and claims.number[at] != number:
        at = (at + ONE) & last
    return to_signed(at)


@tight
def claim(claims: Claims, sign: int, number: np.uint64, sides: np.uint64, boxes: int, margin: int) -> None:
    """Adds a claim (sign 1: at least, -1: at most) unless it is trivial."""
    margin += sign * ((margin ^ boxes) & 1)
    if sign * margin > -boxes:
        add(claims, sign, number, sides, margin)


@tight
def add(claims: Claims, sign: int, number: np.uint64, sides: np.uint64, margin: int) -> None:
    """Adds a claim if there is room; of positions of one number the least stands for all, with the strongest claim."""
    at = _slot(claims, number)
    if claims.number[at] != NONE:
        claims.margin[at] = sign * max(sign * margin, sign * claims.margin[at])
        claims.sides[at] = min(sides, claims.sides[at])
    elif claims.held[0] < _most(claims):
        claims.number[at], claims.sides[at], claims.margin[at] = number, sides, margin
        claims.held[0] += 1


@tight
def is_claimed(claims: Claims, sign: int, number: np.uint64, boxes: int, margin: int) -> bool:
    """Whether a claim is made already, or trivial."""
    margin += sign * ((margin ^ boxes) & 1)
    if sign * margin <= -boxes:
        return True
    at = _slot(claims, number)
    return bool(claims.number[at] != NONE and sign * claims.margin[at] >= sign * margin)


@tight
def margin_of(claims: Claims, number: np.uint64, without: int) -> int:
    """The margin claimed of a position, or what stands for none."""
    at = _slot(claims, number)
    return claims.margin[at] if claims.number[at] != NONE else without


@tight
def number_in(lister: Lister, sides: np.uint64) -> np.uint64:
    """The number of a position, as claims have it."""
    trace(lister.board, lister.chains, sides)
    number, _ = number_of(lister.board, lister.chains, 0)
    return mixed(number)


@tight
def _boxes(board: Board, sides: np.uint64) -> int:
    """How many boxes are open."""
    count = 0
    for mask in board.masks:
        count += 1 if sides & mask != NONE else 0
    return count


@tight
def list_moves(lister: Lister, sides: np.uint64) -> int:
    """Lists all moves of a position as its options, of equal sides the first one alone; how many."""
    board, chains, options = lister.board, lister.chains, lister.options
    trace(board, chains, sides)
    boxes, count, lone, long = _boxes(board, sides), 0, chains.lone[0], chains.long[0]
    while lone | long != NONE:
        if lone != NONE:
            chain = place_of(lone)
            lone &= (lone - ONE) & ~board.above[chain]
        else:
            chain = WORD + place_of(long)
            long &= long - ONE
        rest, taken = take_out(board, chains, 0, sides, chain)
        number, check = number_of(board, chains, 1)
        put_back(chains, 0)
        options.number[count], options.check[count], options.sides[count] = mixed(number), check, rest
        options.boxes[count], options.taken[count] = boxes - taken, taken
        options.gift[count] = to_signed(chains.gift[chain]) if chain >= WORD else 0
        options.drawn[count], options.group[count] = chains.sides[chain], _group(lister, sides, chain)
        count += 1
    return count


@tight
def _group(lister: Lister, sides: np.uint64, chain: int) -> int:
    """The group of a chain in the order of moves: sides first that take joints away, those last that give boxes."""
    if chain >= WORD:
        return GIVING
    masks, group = lister.board.masks, SAFE
    for end in lister.board.ends[chain]:
        group -= end < masks.size and popcount(sides & masks[end]) == THREE
    return group


@tight
def place_in_order(options: Options, count: int, each: int) -> int:
    """The place of one of so many moves in their order (`engines.dots.verify`)."""
    place, group, drawn = 0, options.group[each], options.drawn[each]
    for other in range(count):
        is_before = options.group[other] < group or (options.group[other] == group and options.drawn[other] < drawn)
        place += is_before
    return place


@tight
def is_due(claims: Claims, at: int, size: int) -> bool:
    """Whether a claim is about a position of so many open sides."""
    return bool(claims.number[at] != NONE and to_signed(popcount(claims.sides[at])) == size)


@kernel
def _prepare(board: Board, chains: Chains) -> None:
    prepare(board, chains)


@kernel
def claim_all(lister: Lister, claims: Claims, sign: int, positions: Words, margins: Small) -> None:
    """Adds claims about positions, but for trivial ones."""
    for at in range(positions.size):
        boxes = _boxes(lister.board, positions[at])
        claim(claims, sign, number_in(lister, positions[at]), positions[at], boxes, margins[at])


@kernel
def note(lister: Lister, positions: Words, margins: Small, sign: int, words: Words) -> None:
    """Notes claims in a table of the search."""
    for at in range(positions.size):
        sides, margin = positions[at], margins[at]
        trace(lister.board, lister.chains, sides)
        number, check = number_of(lister.board, lister.chains, 0)
        boxes = _boxes(lister.board, sides)
        low, high = (margin, boxes) if sign == LOW else (-boxes, margin)
        store(words, mixed(number), check, boxes, KEPT, low, high)


@kernel
def _list_gifts(lister: Lister, low: Claims, positions: Words, margins: Small, gifts: Gifts) -> int:
    """Claims what moves lead to, and lists those with a gift; how many."""
    found, options = 0, lister.options
    for at in range(positions.size):
        margin = margins[at]
        for each in range(list_moves(lister, positions[at])):
            taken, gift = options.taken[each], options.gift[each]
            number, sides, boxes = options.number[each], options.sides[each], options.boxes[each]
            if gift == 0:
                claim(low, LOW, number, sides, boxes, -taken - margin)
            elif gift - taken > margin:
                gifts.asked[found], gifts.number[found] = sides << GIFT | np.uint64(gift), number
                gifts.boxes[found], gifts.kept[found] = boxes, -taken - margin
                gifts.other[found] = taken + margin - 2 * gift
                found += 1
    return found


@kernel
def _claim_gifts(low: Claims, high: Claims, gifts: Gifts, answers: Flags) -> None:
    for each in range(answers.size):
        number, sides, boxes = gifts.number[each], gifts.asked[each] >> GIFT, gifts.boxes[each]
        if answers[each]:
            claim(low, LOW, number, sides, boxes, gifts.kept[each])
        else:
            claim(high, HIGH, number, sides, boxes, gifts.other[each])


@kernel
def _follow(lister: Lister, low: Claims, high: Claims, positions: Words, margins: Small, answers: Flags) -> bool:
    """Claims what the moves need that are answered of positions; whether all are moves that were listed."""
    options = lister.options
    for at in range(positions.size):
        chosen, margin, count = -1, margins[at], list_moves(lister, positions[at])
        for each in range(count):
            if place_in_order(options, count, each) == answers[at]:
                chosen = each
        if chosen < 0:
            return False
        number, sides, boxes = options.number[chosen], options.sides[chosen], options.boxes[chosen]
        taken, gift = options.taken[chosen], options.gift[chosen]
        claim(high, HIGH, number, sides, boxes, -taken - margin)
        if gift:
            claim(low, LOW, number, sides, boxes, taken + margin - 2 * gift)
    return True
