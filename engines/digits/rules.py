"""The rules of Digits and Dots: digits are placed in turn, then throw dots around them until none has room."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_

from engines.digits.grid import Grid, bits
from engines.digits.move import Move, move_of, read_move
from engines.game import Outcome, Seat, lead
from engines.notation import read_cell
from engines.refusals import Illegal, Refusal


@dataclass(frozen=True, slots=True)
class Position:
    """A position: the board, the digits and dots on it, and the next digit.

    `digits` are each player's digits in the order in which they are placed; `digit_cells` are the cells of the digits
    so far, First's and Second's in turn. `first` and `second` have a bit for each dot. `next_digit` is the index of the
    digit that throws now (or, while digits are placed, their number); None once no digit has room and the game is over.
    """

    grid: Grid
    digits: tuple[int, ...]
    digit_cells: tuple[int, ...] = ()
    first: int = 0
    second: int = 0
    next_digit: int | None = 0

    def __repr__(self) -> str:
        # The ladder's opponents seed their choices with this text: its names must stay as they were.
        fields = f"grid={self.grid!r}, digits={self.digits!r}, written={self.digit_cells!r}"
        return f"Position({fields}, first={self.first!r}, second={self.second!r}, next={self.next_digit!r})"

    @property
    def is_placing(self) -> bool:
        """Return whether digits are still to be placed (stage 1)."""
        return len(self.digit_cells) < 2 * len(self.digits)

    @property
    def turn(self) -> Seat:
        """Return the owner of the next digit; digits are placed and throw in one order, and full ones are skipped."""
        return seat_of(self.next_digit or 0)

    @property
    def outcome(self) -> Outcome | None:
        """Return the outcome once no digit has room: more dots win."""
        if self.next_digit is not None:
            return None
        first, second = self.score
        if first == second:
            return Outcome(None, "dots")
        return Outcome(Seat.FIRST if first > second else Seat.SECOND, "dots")

    @property
    def score(self) -> tuple[int, int]:
        """Return the number of dots of First and Second."""
        return self.first.bit_count(), self.second.bit_count()

    @property
    def settings(self) -> Mapping[str, str]:
        """Return the board's size, its digits, whether it is a torus, and its shape."""
        return {
            "size": f"{self.grid.cols}x{self.grid.rows}",
            "digits": digits_text(self.digits),
            "wrap": "yes" if self.grid.wrap else "no",
            "shape": self.grid.shape,
        }

    @property
    def occupied_cells(self) -> int:
        """Return a bit for each cell with a digit or a dot."""
        return self.first | self.second | sum(1 << place for place in self.digit_cells)

    @property
    def room(self) -> int:
        """Return the legal cells now, for placing a digit or for the dots of the digit on turn."""
        if self.next_digit is None:
            return 0
        return (
            self.grid.writable if self.is_placing else self.grid.around[self.digit_cells[self.next_digit]]
        ) & ~self.occupied_cells

    @property
    def count(self) -> int:
        """Return the number of cells that the move now takes."""
        return 1 if self.is_placing else min(self.digit, self.room.bit_count())

    @property
    def digit(self) -> int:
        """Return the digit to be placed now, or the one that throws."""
        return self.digits[(self.next_digit or 0) // 2]

    @property
    def label(self) -> str:
        """Return the digit on turn with primes that distinguish equal ones: `1`, `1'` and so on."""
        return self.label_at(self.next_digit or 0)

    @property
    def current_cell(self) -> int:
        """Return the cell of the digit that throws now."""
        return self.digit_cells[self.next_digit or 0]

    def label_at(self, index: int) -> str:
        """Return the digit at an index of the order, with its primes."""
        return label(self.digits, index // 2)

    @property
    def forced_move(self) -> Move | None:
        """Return the throw that fills all free cells around the digit, if there is no choice."""
        if self.is_placing or self.next_digit is None or self.room.bit_count() > self.digit:
            return None
        return move_of(self.grid, list(bits(self.room)))

    def moves(self) -> Iterable[Move]:
        """Return every set of cells that the digit on turn can take, sorted by column, then row."""
        names = move_of(self.grid, list(bits(self.room))).cells
        return [Move(cells) for cells in combinations(names, self.count)] if self.next_digit is not None else []

    def read(self, text: str) -> Move:
        """Return the cells that a text names; raise `Unreadable` with a legal example."""
        try:
            return read_move(text, self.grid, self.label)
        except Refusal as refusal:
            example = str(next(iter(self.moves()), "a1"))
            raise type(refusal)(refusal.code, **{"example": example, **refusal.fields}) from None

    def play(self, move: Move) -> Position:
        """Return the position after a digit is placed or throws; raise `Illegal` with the offending cell."""
        if self.next_digit is None:
            raise Illegal("game-over", part=str(move))
        mask = sum(1 << self._legal(name) for name in move.cells)
        if len(move.cells) != self.count:
            code = "one-cell" if self.is_placing else "wrong-number-of-dots"
            raise Illegal(code, part=str(move), expected_count=self.count, digit=self.label)
        return self._write(mask.bit_length() - 1) if self.is_placing else self._throw(mask)

    def owners(self) -> Iterator[tuple[str, str]]:
        """Yield each cell without a digit, with the owner of its dot."""
        digits = sum(1 << place for place in self.digit_cells)
        for place in bits(self.grid.cells & ~digits):
            owner = "first" if self.first >> place & 1 else "second" if self.second >> place & 1 else "free"
            yield self.grid.name(place), owner

    def can_win(self, seat: Seat) -> bool:
        """Return whether a seat could still have more dots if it got all free cells around its digits.

        The free cells around only the opponent's digits go to the opponent before the game ends.
        """
        cells, other_cells = (self._cells_around(each) & ~self.occupied_cells for each in (seat, seat.opponent))
        return self.is_placing or lead(self, seat) + cells.bit_count() > (other_cells & ~cells).bit_count()

    def _cells_around(self, seat: Seat) -> int:
        """Return a bit for each cell around a digit of a seat."""
        cells = self.digit_cells[seat is Seat.SECOND :: 2]
        return reduce(or_, (self.grid.around[cell] for cell in cells), 0)

    def _legal(self, name: str) -> int:
        coordinates = read_cell(name)
        place = self.grid.place(*coordinates) if coordinates else None
        if place is None:
            raise Illegal("no-such-cell", part=name)
        if self.occupied_cells >> place & 1:
            raise Illegal("cell-taken", part=name)
        if not self.room >> place & 1:
            raise Illegal("centre-forbidden" if self.is_placing else "not-around", part=name, digit=self.label)
        return place

    def _write(self, place: int) -> Position:
        digit_cells = (*self.digit_cells, place)
        after = replace(self, digit_cells=digit_cells, next_digit=len(digit_cells))
        return after if after.is_placing else after._with_next(0)

    def _throw(self, mask: int) -> Position:
        seat, start = self.turn, (self.next_digit or 0) + 1
        after = (
            replace(self, first=self.first | mask) if seat is Seat.FIRST else replace(self, second=self.second | mask)
        )
        return after._with_next(start % len(self.digit_cells))

    def _with_next(self, start: int) -> Position:
        """Set `next_digit` to the first digit from `start` on, in cyclic order, that has room."""
        free_cells = self.grid.cells & ~self.occupied_cells
        order = (*range(start, len(self.digit_cells)), *range(start))
        digits_with_room = (index for index in order if self.grid.around[self.digit_cells[index]] & free_cells)
        return replace(self, next_digit=next(digits_with_room, None))


def seat_of(index: int) -> Seat:
    """Return the owner of the digit at an index of the order."""
    return Seat.SECOND if index % 2 else Seat.FIRST


@lru_cache(maxsize=256)
def label(digits: tuple[int, ...], step: int) -> str:
    """Return a digit with as many primes as there are equal ones before it."""
    return str(digits[step]) + "'" * digits[:step].count(digits[step])


def digits_text(digits: tuple[int, ...]) -> str:
    """Return `1-4` for the digits 1 to 4, else each digit: `1-1-2-3`."""
    first, last = digits[0], digits[-1]
    if len(digits) > 1 and digits == tuple(range(first, last + 1)):
        return f"{first}-{last}"
    return "-".join(map(str, digits))


def future(position: Position) -> Hashable:
    """Return a key that is equal for positions with the same possible continuations."""
    return position.digit_cells, position.occupied_cells, position.next_digit
