"""The heading of a page: both names, their scores, whose turn it is, and a note."""

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
    """What is written beside the board: the players' names and a short note (whose turn it is, or how it ended).

    The `plain` header is in letters that every font has, if this one may not be.
    """

    first: str = "First"
    second: str = "Second"
    note: str = ""
    plain: Header | None = field(default=None, kw_only=True)

    def name(self, seat: Seat) -> str:
        """The name of the player on a seat."""
        return self.first if seat is Seat.FIRST else self.second


# sign(seat, centre): how a player's pieces look, about 44 pixels high, at most 64 wide.
Sign = Callable[[Seat, Point], Iterable[Item]]


def hatched_square(seat: Seat, at: Point) -> Iterable[Item]:
    """The sign of a player whose areas are hatched."""
    x, y = at
    corners = ((x - 20, y - 20), (x + 20, y - 20), (x + 20, y + 20), (x - 20, y + 20))
    return (Shape(corners, WASHES[seat], INKS[seat], 4, HATCHES[seat], INKS[seat], radius=6),)


@dataclass(frozen=True)
class Standing:
    """What the heading tells of the game: who is to move (None: it is over), scores (None: it has none), signs."""

    turn: Seat | None = None
    score: tuple[int, int] | None = None
    sign: Sign = hatched_square

    def points(self, seat: Seat) -> str:
        """A seat's score as text; nothing in a game without scores."""
        return "" if self.score is None else str(self.score[0 if seat is Seat.FIRST else 1])


def initials(header: Header) -> Mapping[Seat, str]:
    """One letter for each player, different ones; digits where the names do not give them."""
    first, second = (_letters(name) for name in (header.first, header.second))
    pairs = ((a, b) for a, b in zip(first, second, strict=False) if a != b)
    one, two = (first[0], second[0]) if first and second and first[0] != second[0] else next(pairs, ("1", "2"))
    return {Seat.FIRST: one, Seat.SECOND: two}


def _letters(name: str) -> list[str]:
    return [letter for letter in name.upper() if letter.isalnum() and ord(letter) < 0x0600]


def above(header: Header, standing: Standing, width: float) -> Iterator[Item]:
    """The heading as a banner above the board, BANNER high: names at both ends, scores between them."""
    yield Stroke(((0, BANNER), (width, BANNER)), Ink.MARGIN, 3)
    middle = width / 2
    if standing.score is not None:
        yield Label(":", (middle, 40), SCORE, Ink.PENCIL, bold=True)
    yield from _player(header, standing, Seat.FIRST, middle, -1)
    yield from _player(header, standing, Seat.SECOND, middle, 1)
    plain = header.plain.note if header.plain else ""
    yield Label(header.note, (middle, 92), NOTE, Ink.PENCIL, room=width - 64, plain=plain)


def _player(header: Header, standing: Standing, seat: Seat, middle: float, side: int) -> Iterator[Item]:
    """One half of the banner, from its outer end to the middle; `side` is -1 on the left, 1 on the right."""
    outer, inner = (Anchor.LEFT, Anchor.RIGHT) if side < 0 else (Anchor.RIGHT, Anchor.LEFT)
    ink, y = INKS[seat], 40.0
    if standing.turn is seat:
        yield _pointer(middle + side * (middle - 17), y, -side)
    yield from standing.sign(seat, (middle + side * (middle - 62), y))
    at, plain = (middle + side * (middle - 104), y), header.plain.name(seat) if header.plain else ""
    yield Label(header.name(seat), at, NAME, ink, outer, bold=True, room=middle - 248, plain=plain)
    yield Label(standing.points(seat), (middle + side * 20, y), SCORE, ink, inner, bold=True)


def _pointer(x: float, y: float, towards: int = 1) -> Item:
    back, tip = x - 10 * towards, x + 11 * towards
    return Shape(((back, y - 17), (tip, y), (back, y + 17)), Ink.LAST, Ink.PENCIL, 2.5)
