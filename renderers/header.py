"""Heading of a page: both names, the scores, whose turn it is, and a note."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engines.game import Seat
from renderers.scene import Anchor, Hatch, Ink, Item, Label, Point, Shape, Stroke

INKS: Mapping[Seat, Ink] = {Seat.FIRST: Ink.FIRST, Seat.SECOND: Ink.SECOND}
WASHES: Mapping[Seat, Ink] = {Seat.FIRST: Ink.FIRST_WASH, Seat.SECOND: Ink.SECOND_WASH}
HATCHES: Mapping[Seat, Hatch] = {Seat.FIRST: Hatch.RISING, Seat.SECOND: Hatch.FALLING}

BANNER = 120
NAME, NOTE, SCORE = 36.0, 30.0, 50.0


@dataclass(frozen=True)
class Header:
    """The text above the board: the players' names and a short note (whose turn it is, or the result).

    `plain` is the same header in letters that every font has, for when the fonts lack some of this one's. In a game
    that `is_over`, nobody is to move, even if the board allows it.
    """

    first: str = "First"
    second: str = "Second"
    note: str = ""
    plain: Header | None = field(default=None, kw_only=True)
    is_over: bool = field(default=False, kw_only=True)

    def name(self, seat: Seat) -> str:
        """Return the name of the player in a seat."""
        return self.first if seat is Seat.FIRST else self.second


# sign(seat, centre): a sample of a player's pieces, about 44 pixels high and at most 64 wide.
Sign = Callable[[Seat, Point], Iterable[Item]]


def hatched_square(seat: Seat, at: Point) -> Iterable[Item]:
    """Draw the sign of a player whose areas are hatched."""
    x, y = at
    corners = ((x - 20, y - 20), (x + 20, y - 20), (x + 20, y + 20), (x - 20, y + 20))
    return (Shape(corners, WASHES[seat], INKS[seat], 4, HATCHES[seat], INKS[seat], radius=6),)


@dataclass(frozen=True)
class Standing:
    """The state of the game in the heading: the turn (None: over), the scores (None: without), the piece signs."""

    turn: Seat | None = None
    score: tuple[int, int] | None = None
    sign: Sign = hatched_square

    def points(self, seat: Seat) -> str:
        """Return a seat's score as text; empty in a game without scores."""
        return "" if self.score is None else str(self.score[0 if seat is Seat.FIRST else 1])


def initials(header: Header) -> Mapping[Seat, str]:
    """Return a different initial for each player, or digits if the names have no such letters."""
    first, second = (_letters(name) for name in (header.first, header.second))
    pairs = ((a, b) for a, b in zip(first, second, strict=False) if a != b)
    one, two = (first[0], second[0]) if first and second and first[0] != second[0] else next(pairs, ("1", "2"))
    return {Seat.FIRST: one, Seat.SECOND: two}


def _letters(name: str) -> list[str]:
    return [letter for letter in name.upper() if letter.isalnum() and ord(letter) < 0x0600]


def above(header: Header, standing: Standing, width: float) -> Iterator[Item]:
    """Yield the banner above the board, BANNER pixels high: the names at both ends, the scores in the middle."""
    yield Stroke(((0, BANNER), (width, BANNER)), Ink.MARGIN, 3)
    middle = width / 2
    if standing.score is not None:
        yield Label(":", (middle, 40), SCORE, Ink.PENCIL, bold=True)
    yield from _player(header, standing, Seat.FIRST, middle, -1)
    yield from _player(header, standing, Seat.SECOND, middle, 1)
    plain_note = header.plain.note if header.plain else ""
    yield Label(header.note, (middle, 92), NOTE, Ink.PENCIL, room=width - 64, plain=plain_note)


def _player(header: Header, standing: Standing, seat: Seat, middle: float, side: int) -> Iterator[Item]:
    """Yield one half of the banner; `side` is -1 for the left half and 1 for the right."""
    outer, inner = (Anchor.LEFT, Anchor.RIGHT) if side < 0 else (Anchor.RIGHT, Anchor.LEFT)
    ink, y = INKS[seat], 40.0
    if standing.turn is seat and not header.is_over:
        yield _pointer(middle + side * (middle - 17), y, -side)
    yield from standing.sign(seat, (middle + side * (middle - 62), y))
    at, plain_name = (middle + side * (middle - 104), y), header.plain.name(seat) if header.plain else ""
    yield Label(header.name(seat), at, NAME, ink, outer, bold=True, room=middle - 248, plain=plain_name)
    yield Label(standing.points(seat), (middle + side * 20, y), SCORE, ink, inner, bold=True)


def _pointer(x: float, y: float, towards: int = 1) -> Item:
    back, tip = x - 10 * towards, x + 11 * towards
    return Shape(((back, y - 17), (tip, y), (back, y + 17)), Ink.LAST, Ink.PENCIL, 2.5)
