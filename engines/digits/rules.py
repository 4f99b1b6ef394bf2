"""The rules of Digits and Dots: digits are written in turn, then each throws dots around it until none has room."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from engines.digits.grid import Grid, bits
from engines.digits.move import Move, move_of, read_move
from engines.game import Outcome, Seat
from engines.notation import read_cell
from engines.refusals import Illegal, Refusal


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a game.

    `digits` are each player's digits in the order they are written; `written` the cells taken so far, First's and
    Second's in turn. `first` and `second` have a bit for each dot. `next` is the place in the order of the digit that
    throws now (as long as digits are written it is their number); None: no digit has room, the game is over.
    """

    grid: Grid
    digits: tuple[int, ...]
    written: tuple[int, ...] = ()
    first: int = 0
    second: int = 0
    next: int | None = 0

    @property
    def placing(self) -> bool:
        """Stage 1: digits are still to be written."""
        return len(self.written) < 2 * len(self.digits)

    @property
    def turn(self) -> Seat:
        """Digits are written and throw in one order, First's and Second's in turn; those without room are skipped."""
        return seat_of(self.next or 0)

    @property
    def outcome(self) -> Outcome | None:
        """More dots win once no digit has room to throw."""
        if self.next is not None:
            return None
        first, second = self.score
        if first == second:
            return Outcome(None, "dots")
        return Outcome(Seat.FIRST if first > second else Seat.SECOND, "dots")

    @property
    def score(self) -> tuple[int, int]:
        """How many dots First and Second have thrown."""
        return self.first.bit_count(), self.second.bit_count()

    @property
    def settings(self) -> Mapping[str, str]:
        """The board's size, the digits, whether it is closed into a torus, and its shape."""
        return {
            "size": f"{self.grid.cols}x{self.grid.rows}",
            "digits": digits_text(self.digits),
            "wrap": "yes" if self.grid.wrap else "no",
            "shape": self.grid.shape,
        }

    @property
    def taken(self) -> int:
        """A bit for each cell that holds a digit or a dot."""
        return self.first | self.second | sum(1 << place for place in self.written)

    @property
    def room(self) -> int:
        """The cells the move now may use: where a digit may be written, or where the digit on turn may throw."""
        if self.next is None:
            return 0
        return (self.grid.writable if self.placing else self.grid.around[self.written[self.next]]) & ~self.taken

    @property
    def count(self) -> int:
        """How many cells the move now takes."""
        return 1 if self.placing else min(self.digit, self.room.bit_count())

    @property
    def digit(self) -> int:
        """The digit that is written or throws now."""
        return self.digits[(self.next or 0) // 2]

    @property
    def label(self) -> str:
        """The digit on turn, told apart from equal ones: 1, 1' …"""
        return self.label_at(self.next or 0)

    @property
    def here(self) -> int:
        """The cell of the digit that throws now."""
        return self.written[self.next or 0]

    def label_at(self, index: int) -> str:
        """The digit at a place of the order, told apart from equal ones."""
        return label(self.digits, index // 2)

    @property
    def forced_move(self) -> Move | None:
        """A throw without a choice: the digit fills all cells that are free around it."""
        if self.placing or self.next is None or self.room.bit_count() > self.digit:
            return None
        return move_of(self.grid, list(bits(self.room)))

    def moves(self) -> Iterable[Move]:
        """Every set of cells that the digit on turn may take, by column, then row."""
        names = move_of(self.grid, list(bits(self.room))).cells
        return [Move(cells) for cells in combinations(names, self.count)] if self.next is not None else []

    def read(self, text: str) -> Move:
        """The cells that a text means; raises `Unreadable` with a legal example."""
        try:
            return read_move(text, self.grid, self.label)
        except Refusal as refusal:
            example = str(next(iter(self.moves()), "a1"))
            raise type(refusal)(refusal.code, **{"example": example, **refusal.fields}) from None

    def play(self, move: Move) -> Position:
        """The position after a digit is written or its dots are thrown; raises `Illegal` with the cell at fault."""
        if self.next is None:
            raise Illegal("game-over", part=str(move))
        mask = sum(1 << self._legal(name) for name in move.cells)
        if len(move.cells) != self.count:
            code = "one-cell" if self.placing else "wrong-number-of-dots"
            raise Illegal(code, part=str(move), expected_count=self.count, digit=self.label)
        return self._write(mask.bit_length() - 1) if self.placing else self._throw(mask)

    def owners(self) -> Iterator[tuple[str, str]]:
        """Every cell without a digit, by whose dot is in it."""
        digits = sum(1 << place for place in self.written)
        for place in bits(self.grid.cells & ~digits):
            owner = "first" if self.first >> place & 1 else "second" if self.second >> place & 1 else "free"
            yield self.grid.name(place), owner

    def _legal(self, name: str) -> int:
        found = read_cell(name)
        place = self.grid.place(*found) if found else None
        if place is None:
            raise Illegal("no-such-cell", part=name)
        if self.taken >> place & 1:
            raise Illegal("cell-taken", part=name)
        if not self.room >> place & 1:
            raise Illegal("centre-forbidden" if self.placing else "not-around", part=name, digit=self.label)
        return place

    def _write(self, place: int) -> Position:
        written = (*self.written, place)
        after = replace(self, written=written, next=len(written))
        return after if after.placing else after._with_next(0)

    def _throw(self, mask: int) -> Position:
        seat, following = self.turn, (self.next or 0) + 1
        thrown = (
            replace(self, first=self.first | mask) if seat is Seat.FIRST else replace(self, second=self.second | mask)
        )
        return thrown._with_next(following % len(self.written))

    def _with_next(self, following: int) -> Position:
        """With the first digit from `following` on, round the order, that has room."""
        free = self.grid.cells & ~self.taken
        order = (*range(following, len(self.written)), *range(following))
        able = (index for index in order if self.grid.around[self.written[index]] & free)
        return replace(self, next=next(able, None))


def seat_of(index: int) -> Seat:
    """Whose digit stands at a place of the order."""
    return Seat.SECOND if index % 2 else Seat.FIRST


@lru_cache(maxsize=256)
def label(digits: tuple[int, ...], step: int) -> str:
    """A digit with as many primes as there are equal ones before it."""
    return str(digits[step]) + "'" * digits[:step].count(digits[step])


def digits_text(digits: tuple[int, ...]) -> str:
    """`1-4` for the digits from 1 to 4, else each of them: `1-1-2-3`."""
    first, last = digits[0], digits[-1]
    if len(digits) > 1 and digits == tuple(range(first, last + 1)):
        return f"{first}-{last}"
    return "-".join(map(str, digits))


def future(position: Position) -> Hashable:
    """Equal for positions of a game in which the same is left to win."""
    return position.written, position.taken, position.next
