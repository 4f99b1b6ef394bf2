"""Claims of a board's proof, and their derivation from its recorded moves (format: `engines.dots.verify`).

A claim says that the margin of the side to move, of the boxes still open, is at least (`low`) or at most (`high`) a
number. Positions with the same graph of chains share one hash, and one claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.board import WORD, Board
from engines.dots.search.chains import LONG, Chains, find_chains, hash_of, new_chains, prepare
from engines.dots.search.removal import remove_chain, restore_chain
from engines.dots.search.table import PERMANENT, Words, mix, store
from engines.dots.search.walk import NONE, ONE, lowest_bit
from engines.kernels.compiling import kernel, tight
from engines.kernels.intrinsics import popcount, to_signed
from engines.kernels.record import record

Margins = NDArray[np.int8]
Indices = NDArray[np.int64]
Flags = NDArray[np.uint8]

GIFT = np.uint64(3)
"""Number of bits for the number of boxes that may be handed back."""
LOW, HIGH = 1, -1
SAFE, GIVING, THREE = 2, 3, np.uint64(3)


class Claims(NamedTuple):
    """Positions by hash with the margins claimed for them, and their number; `number` is 0 in an empty slot."""

    number: Words
    sides: Words
    margin: Margins
    total: Indices


@dataclass(frozen=True)
class Ledger:
    """All claims of a proof: lower bounds and upper bounds."""

    low_claims: Claims
    high_claims: Claims

    @property
    def size(self) -> int:
        """Return the number of claims."""
        return int(self.low_claims.total[0] + self.high_claims.total[0])

    def add(self, lister: Lister, low_claims: tuple[Words, Margins], high_claims: tuple[Words, Margins]) -> None:
        """Add claims, given as parallel arrays of positions and margins."""
        claim_all(lister, self.low_claims, LOW, *low_claims)
        claim_all(lister, self.high_claims, HIGH, *high_claims)

    def check_room(self) -> None:
        """Raise `MemoryError` if claims may have been dropped for lack of room."""
        if any(claims.total[0] >= _capacity(claims) for claims in (self.low_claims, self.high_claims)):
            raise MemoryError("a proof of this board has too many positions")


class MoveList:
    """The results of each move of a position.

    For each move: the hash and check hash of the position after it, its open sides and boxes, the boxes captured, those
    that may be handed back, the sides of the opened chain, and the chain's group in the order of moves.
    """

    number: Words
    check: Words
    sides: Words
    boxes: Indices
    captures: Indices
    gift: Indices
    chain_sides: Words
    group: Indices


class Lister(NamedTuple):
    """A lister of the moves of a board's positions, with room for their chains and results."""

    board: Board
    chains: Chains
    options: MoveList


class Gifts(NamedTuple):
    """Moves that let the opponent hand boxes back, with the claims that each needs.

    `queries` are the positions after the run, with the number of boxes in the low bits. The rest is claimed to be worth
    at least `margins_if_kept`, or at most `margins_if_returned`.
    """

    queries: Words
    number: Words
    boxes: Margins
    margins_if_kept: Margins
    margins_if_returned: Margins


AnswerSource = Callable[[Words, Margins, bool], Flags]
"""A source of a proof's answers.

For positions and margins it returns the index of the move that reaches each margin; for positions and numbers of
boxes that may be handed back (`True`), whether the side to move is not behind by more.
"""


def new_lister(board: Board) -> Lister:
    """Return a lister of moves on a board."""
    word, number = (np.uint64, WORD), (np.int64, WORD)
    lister = Lister(board, new_chains(3), record(MoveList, *3 * [word], *3 * [number], word, number))
    _prepare(board, lister.chains)
    return lister


def new_ledger(lister: Lister, sides: int, margin: int, room: int) -> Ledger:
    """Return a ledger with the claims about an empty board's margin and `room`, a power of two, for more."""
    ledger = Ledger(_new_claims(room), _new_claims(room >> 1))
    start = np.array([(1 << sides) - 1], np.uint64), np.array([margin], np.int8)
    ledger.add(lister, start, start)
    return ledger


def _new_claims(table: int) -> Claims:
    return Claims(
        np.zeros(table, np.uint64), np.zeros(table, np.uint64), np.zeros(table, np.int8), np.zeros(1, np.int64)
    )


def derive_claims(lister: Lister, ledger: Ledger, sizes: Iterable[int], source: AnswerSource) -> None:
    """Add the claims that follow, by a proof's moves, from those about positions with these numbers of open sides.

    Raises `ValueError` if an answer is no move, and `MemoryError` if there are too many claims.
    """
    low_claims, high_claims = ledger.low_claims, ledger.high_claims
    for size in sizes:
        _claim_replies(lister, low_claims, high_claims, *claims_of_size(high_claims, size), source)
        positions, margins = claims_of_size(low_claims, size)
        if not _claim_answers(lister, low_claims, high_claims, positions, margins, source(positions, margins, False)):
            raise ValueError("the proof names a move that does not exist")
        ledger.check_room()


def claim_arrays(claims: Claims) -> tuple[Words, Margins]:
    """Return the claimed positions and their margins."""
    places = claims.number != NONE
    return claims.sides[places], claims.margin[places]


def claims_of_size(claims: Claims, size: int) -> tuple[Words, Margins]:
    """Return the claimed positions with `size` open sides, sorted, and their margins."""
    places = np.flatnonzero(np.bitwise_count(claims.sides) == size)
    places = places[np.argsort(claims.sides[places])]
    return claims.sides[places], claims.margin[places]


def _claim_replies(
    lister: Lister, low_claims: Claims, high_claims: Claims, positions: Words, margins: Margins, source: AnswerSource
) -> None:
    """Add the claims that these positions' upper bounds need: no move reaches more."""
    gifts = _new_gifts(positions.size * (lister.board.masks.size // LONG))
    count = _list_gifts(lister, low_claims, positions, margins, gifts)
    queries, which = np.unique(gifts.queries[:count], return_inverse=True)
    answers = source(queries >> GIFT, (queries & np.uint64(7)).astype(np.int8), True)
    _claim_gifts(low_claims, high_claims, gifts, answers[which])


def _new_gifts(count: int) -> Gifts:
    queries, number = np.zeros(count, np.uint64), np.zeros(count, np.uint64)
    return Gifts(queries, number, np.zeros(count, np.int8), np.zeros(count, np.int8), np.zeros(count, np.int8))


@tight
def _capacity(claims: Claims) -> int:
    """Return the number of claims that fit while lookups stay short."""
    return claims.number.size // 4 * 3


@tight
def _slot(claims: Claims, number: np.uint64) -> int:
    """Return the slot of a position, or the empty slot where it belongs."""
    last = np.uint64(claims.number.size - 1)
    at = number & last
    while claims.number[at] != NONE and claims.number[at] != number:
        at = (at + ONE) & last
    return to_signed(at)


@tight
def claim(claims: Claims, sign: int, number: np.uint64, sides: np.uint64, boxes: int, margin: int) -> None:
    """Add a claim (sign 1: at least, -1: at most) unless it is trivial."""
    margin += sign * ((margin ^ boxes) & 1)
    if sign * margin > -boxes:
        add(claims, sign, number, sides, margin)


@tight
def add(claims: Claims, sign: int, number: np.uint64, sides: np.uint64, margin: int) -> None:
    """Add a claim if there is room; the least position stands for all with its hash, with their strongest claim."""
    at = _slot(claims, number)
    if claims.number[at] != NONE:
        claims.margin[at] = sign * max(sign * margin, sign * claims.margin[at])
        claims.sides[at] = min(sides, claims.sides[at])
    elif claims.total[0] < _capacity(claims):
        claims.number[at], claims.sides[at], claims.margin[at] = number, sides, margin
        claims.total[0] += 1


@tight
def is_claimed(claims: Claims, sign: int, number: np.uint64, boxes: int, margin: int) -> bool:
    """Return whether a claim has been made or is trivial."""
    margin += sign * ((margin ^ boxes) & 1)
    if sign * margin <= -boxes:
        return True
    at = _slot(claims, number)
    return bool(claims.number[at] != NONE and sign * claims.margin[at] >= sign * margin)


@tight
def claimed_margin(claims: Claims, number: np.uint64, default: int) -> int:
    """Return the margin claimed for a position, or `default`."""
    at = _slot(claims, number)
    return claims.margin[at] if claims.number[at] != NONE else default


@tight
def hash_in(lister: Lister, sides: np.uint64) -> np.uint64:
    """Return the hash under which a claim about a position is stored."""
    find_chains(lister.board, lister.chains, sides)
    number, _ = hash_of(lister.board, lister.chains, 0)
    return mix(number)


@tight
def _open_box_count(board: Board, sides: np.uint64) -> int:
    """Return the number of open boxes."""
    count = 0
    for mask in board.masks:
        count += 1 if sides & mask != NONE else 0
    return count


@tight
def list_moves(lister: Lister, sides: np.uint64) -> int:
    """List the moves of a position, each equivalent side once; return their number."""
    board, chains, options = lister.board, lister.chains, lister.options
    find_chains(board, chains, sides)
    boxes, count, single_sides, box_chains = (
        _open_box_count(board, sides),
        0,
        chains.single_sides[0],
        chains.box_chains[0],
    )
    while single_sides | box_chains != NONE:
        if single_sides != NONE:
            chain = lowest_bit(single_sides)
            single_sides &= (single_sides - ONE) & ~board.later_twins[chain]
        else:
            chain = WORD + lowest_bit(box_chains)
            box_chains &= box_chains - ONE
        rest, captures = remove_chain(board, chains, 0, sides, chain)
        number, check = hash_of(board, chains, 1)
        restore_chain(chains, 0)
        options.number[count], options.check[count], options.sides[count] = mix(number), check, rest
        options.boxes[count], options.captures[count] = boxes - captures, captures
        options.gift[count] = to_signed(chains.gift[chain]) if chain >= WORD else 0
        options.chain_sides[count], options.group[count] = chains.sides[chain], _group(lister, sides, chain)
        count += 1
    return count


@tight
def _group(lister: Lister, sides: np.uint64, chain: int) -> int:
    """Return a chain's group in the move order: sides that remove joints first, those that give boxes last."""
    if chain >= WORD:
        return GIVING
    masks, group = lister.board.masks, SAFE
    for end in lister.board.ends[chain]:
        group -= end < masks.size and popcount(sides & masks[end]) == THREE
    return group


@tight
def move_index(options: MoveList, count: int, each: int) -> int:
    """Return the index of a move in the order that `engines.dots.verify` uses."""
    place, group, chain_sides = 0, options.group[each], options.chain_sides[each]
    for index in range(count):
        is_before = options.group[index] < group or (
            options.group[index] == group and options.chain_sides[index] < chain_sides
        )
        place += is_before
    return place


@tight
def has_size(claims: Claims, at: int, size: int) -> bool:
    """Return whether a slot's claim is about a position with `size` open sides."""
    return bool(claims.number[at] != NONE and to_signed(popcount(claims.sides[at])) == size)


@kernel
def _prepare(board: Board, chains: Chains) -> None:
    prepare(board, chains)


@kernel
def claim_all(lister: Lister, claims: Claims, sign: int, positions: Words, margins: Margins) -> None:
    """Add the claims about positions, except trivial ones."""
    for at in range(positions.size):
        boxes = _open_box_count(lister.board, positions[at])
        claim(claims, sign, hash_in(lister, positions[at]), positions[at], boxes, margins[at])


@kernel
def store_claims(lister: Lister, positions: Words, margins: Margins, sign: int, table: Words) -> None:
    """Store claims in a transposition table."""
    for at in range(positions.size):
        sides, margin = positions[at], margins[at]
        find_chains(lister.board, lister.chains, sides)
        number, check = hash_of(lister.board, lister.chains, 0)
        boxes = _open_box_count(lister.board, sides)
        bounds = (margin, boxes) if sign == LOW else (-boxes, margin)
        store(table, mix(number), check, boxes, PERMANENT, bounds[0], bounds[1])


@kernel
def _list_gifts(lister: Lister, low_claims: Claims, positions: Words, margins: Margins, gifts: Gifts) -> int:
    """Claim the results of moves without a gift, list the moves with one, and return their number."""
    count, options = 0, lister.options
    for at in range(positions.size):
        margin = margins[at]
        for each in range(list_moves(lister, positions[at])):
            captures, gift = options.captures[each], options.gift[each]
            number, sides, boxes = options.number[each], options.sides[each], options.boxes[each]
            if gift == 0:
                claim(low_claims, LOW, number, sides, boxes, -captures - margin)
            elif gift - captures > margin:
                gifts.queries[count], gifts.number[count] = sides << GIFT | np.uint64(gift), number
                gifts.boxes[count], gifts.margins_if_kept[count] = boxes, -captures - margin
                gifts.margins_if_returned[count] = captures + margin - 2 * gift
                count += 1
    return count


@kernel
def _claim_gifts(low_claims: Claims, high_claims: Claims, gifts: Gifts, answers: Flags) -> None:
    for each in range(answers.size):
        number, sides, boxes = gifts.number[each], gifts.queries[each] >> GIFT, gifts.boxes[each]
        if answers[each]:
            claim(low_claims, LOW, number, sides, boxes, gifts.margins_if_kept[each])
        else:
            claim(high_claims, HIGH, number, sides, boxes, gifts.margins_if_returned[each])


@kernel
def _claim_answers(
    lister: Lister, low_claims: Claims, high_claims: Claims, positions: Words, margins: Margins, answers: Flags
) -> bool:
    """Add the claims that the recorded moves need; return whether each of them is a listed move."""
    options = lister.options
    for at in range(positions.size):
        choice, margin, count = -1, margins[at], list_moves(lister, positions[at])
        for each in range(count):
            if move_index(options, count, each) == answers[at]:
                choice = each
        if choice < 0:
            return False
        number, sides, boxes = options.number[choice], options.sides[choice], options.boxes[choice]
        captures, gift = options.captures[choice], options.gift[choice]
        claim(high_claims, HIGH, number, sides, boxes, -captures - margin)
        if gift:
            claim(low_claims, LOW, number, sides, boxes, captures + margin - 2 * gift)
    return True
