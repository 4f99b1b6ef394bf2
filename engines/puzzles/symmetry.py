"""Canonical forms of positions, equal for positions that differ by a rotation or reflection of the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from engines.digits.grid import bits
from engines.digits.rules import Position as DigitsPosition
from engines.digits.rules import seat_of
from engines.dots.rules import Position as DotsPosition
from engines.game import AnyPosition
from engines.lgame.grid import indices, squares
from engines.lgame.rules import Position as LPosition
from engines.notation import read_cell
from engines.tupik.rules import Position as TupikPosition

Sign = tuple[str, tuple[str, ...]]
"""The name of what stands on some places, and the names of the places."""


def canonical_form(game: str, position: AnyPosition) -> object:
    """Return a key that is equal for symmetric positions, from the view of the side to move."""
    if isinstance(position, TupikPosition):
        return position.settings["map"], position.key
    size, signs = _SIGNS[game](position)
    parsed_signs = [(word, [read_cell(place) for place in places]) for word, places in signs]
    return min(_transform(parsed_signs, size, turn) for turn in range(8))


def _transform(signs: Iterable[tuple[str, list[Any]]], size: tuple[int, int], turn: int) -> tuple[object, ...]:
    """Return the signs under one of the eight symmetries of a square; boards that are not square have four."""
    max_x, max_y = size[0] - 1, size[1] - 1

    def map_point(place: tuple[int, int]) -> tuple[int, int]:
        x, y = place
        x, y = (max_x - x if turn & 1 else x), (max_y - y if turn & 2 else y)
        return (y, x) if turn & 4 else (x, y)

    return tuple(sorted((word, tuple(sorted(map(map_point, places)))) for word, places in signs))


def _dots(position: DotsPosition) -> tuple[tuple[int, int], Iterator[Sign]]:
    grid = position.grid
    drawn_sides = (name for side, name in enumerate(grid.names) if position.drawn_sides >> side & 1)
    signs = (("side", tuple(name.split("-"))) for name in drawn_sides)
    return (grid.cols + 1, grid.rows + 1), chain([(position.stage.value, ())], signs)


def _lgame(position: LPosition) -> tuple[tuple[int, int], Iterator[Sign]]:
    pieces = (("own", position.own_l), ("other", position.opposing_l), ("disc", position.neutrals))
    return (4, 4), ((word, squares(mask)) for word, mask in pieces if indices(mask))


def _digits(position: DigitsPosition) -> tuple[tuple[int, int], Iterator[Sign]]:
    grid, name = position.grid, position.grid.name
    digits = ((f"{number}", (name(place),)) for number, place in enumerate(position.digit_cells))
    own, other = position.first, position.second
    if seat_of(position.next_digit or 0).value == "second":
        own, other = other, own
    dots = ((word, tuple(map(name, bits(mask)))) for word, mask in (("own", own), ("other", other)) if mask)
    return (grid.cols, grid.rows), (
        each for signs in ([(f"next {position.next_digit}", ())], digits, dots) for each in signs
    )


_SIGNS: Mapping[str, Callable[[Any], tuple[tuple[int, int], Iterator[Sign]]]] = {
    "dots": _dots,
    "lgame": _lgame,
    "digits": _digits,
}
