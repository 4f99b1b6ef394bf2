"""The geometry of the 4x4 board: squares as bits (a1 is bit 0, b1 bit 1, a2 bit 4), and every place of an L."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from engines.notation import cell

SIDE = 4
SQUARES = tuple(cell(index % SIDE, index // SIDE) for index in range(SIDE * SIDE))
NUMBER = {name: index for index, name in enumerate(SQUARES)}


def mask(*names: str) -> int:
    """Return the named squares as one bit each."""
    return sum(1 << NUMBER[name] for name in names)


def squares(bits: int) -> tuple[str, ...]:
    """Return the names of the squares in `bits`, a1 first."""
    return tuple(SQUARES[index] for index in indices(bits))


def indices(bits: int) -> tuple[int, ...]:
    """Return the numbers of the squares in `bits`, in order."""
    return tuple(index for index in range(SIDE * SIDE) if bits >> index & 1)


@dataclass(frozen=True, order=True)
class Place:
    """The place of an L: the end of its long arm, its corner, the end of its short arm; spelled `a1-a3-b3`."""

    long: int
    corner: int
    short: int
    bits: int

    def __str__(self) -> str:
        return "-".join(SQUARES[index] for index in (self.long, self.corner, self.short))


def _all_places() -> dict[int, Place]:
    places: dict[int, Place] = {}
    for col, row, (dx, dy), turn in product(range(SIDE), range(SIDE), ((1, 0), (-1, 0), (0, 1), (0, -1)), (1, -1)):
        arm = [(col + step * dx, row + step * dy) for step in range(3)]
        foot = (arm[2][0] + turn * dy, arm[2][1] + turn * dx)
        if all(0 <= x < SIDE and 0 <= y < SIDE for x, y in [*arm, foot]):
            numbers = [x + SIDE * y for x, y in [*arm, foot]]
            bits = sum(1 << number for number in numbers)
            places[bits] = Place(numbers[0], numbers[2], numbers[3], bits)
    return {place.bits: place for place in sorted(places.values())}


PLACES = _all_places()
"""The 48 places by their squares, in the order of their spelling: long end, corner, short end."""


def _image(bits: int, to: Callable[[int, int], tuple[int, int]]) -> int:
    goals = (to(index % SIDE, index // SIDE) for index in indices(bits))
    return sum(1 << (x + SIDE * y) for x, y in goals)


_LAST = SIDE - 1
MIRRORS: tuple[Callable[[int, int], tuple[int, int]], ...] = (
    lambda x, y: (_LAST - x, y),
    lambda x, y: (x, _LAST - y),
    lambda x, y: (y, x),
    lambda x, y: (_LAST - y, _LAST - x),
)
REFLECTIONS = {bits: frozenset(_image(bits, mirror) for mirror in MIRRORS) for bits in PLACES}
"""Each place's images in the four mirror lines of the board."""

CORNERS = mask("a1", "d1", "a4", "d4")
KILLERS = mask("b1", "c1", "a2", "a3", "d2", "d3", "b4", "c4")
"""The edge squares beside the corners."""
PAINTED = mask("a1", "a2", "b1", "b2")
"""The squares that score in the variant `scoring`."""

START_LS = (mask("b4", "c4", "c3", "c2"), mask("b3", "b2", "b1", "c1"))
START_NEUTRALS = mask("a4", "d1")
