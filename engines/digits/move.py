"""Moves as sets of cells: the cell of a new digit, or the cells into which a digit throws its dots."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engines.digits.grid import Grid
from engines.notation import check_length, clean, letters_first, read_cell
from engines.refusals import Unreadable


@dataclass(frozen=True, slots=True)
class Move:
    """Cells by name, sorted by column, then row."""

    cells: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.cells)


def move_of(grid: Grid, places: list[int]) -> Move:
    """Return the move onto these cells, given by number in any order."""
    sorted_places = sorted(places, key=lambda place: (place % grid.cols, place // grid.cols))
    return Move(tuple(grid.name(place) for place in sorted_places))


_LABEL = re.compile(r"([1-9]'*)(?= |-|$)")
_DIGIT_IN_CELL = re.compile(r"(\w ?[0-9]{1,2}) ?= ?([1-9]'*)|([1-9]'*) ?= ?(\w ?[0-9]{1,2})")
_CELLS = re.compile(r"[a-z] ?[0-9]{1,2}|[^ ]+")
_PRIMES = str.maketrans("’′ʹ`´ʼ", "''''''")


def read_move(text: str, grid: Grid, label: str) -> Move:
    """Return the cells that a text names, in any order; the digit on turn may precede them, or `a1=1`.

    Raises `Unreadable` naming the part that is no cell of this board, or a digit other than `label`.
    """
    check_length(text)
    words = letters_first(clean(_DIGIT_IN_CELL.sub(_digit_first, text.translate(_PRIMES)))).replace("-", " ")
    if (digit := _LABEL.match(words)) and digit[1] != label:
        raise Unreadable("other-digit", part=digit[1], digit=label)
    words = words[digit.end() :].strip() if digit else words
    places = [_place(word, grid) for word in _CELLS.findall(_split_cells(words))]
    if not places:
        raise Unreadable("empty", expected="cell")
    duplicate = next((place for place in places if places.count(place) > 1), None)
    if duplicate is not None:
        raise Unreadable("cell-twice", part=grid.name(duplicate))
    return move_of(grid, places)


def _digit_first(equation: re.Match[str]) -> str:
    return f"{equation[2] or equation[3]} {equation[1] or equation[4]}"


def _split_cells(text: str) -> str:
    """Insert spaces between cells written together, such as `b3c4`."""
    return re.sub(r"(?<=[0-9])(?=[a-z])", " ", text)


def _place(word: str, grid: Grid) -> int:
    coordinates = read_cell(word)
    if coordinates is None:
        raise Unreadable("not-a-cell", part=word[:40], expected="cell")
    place = grid.place(*coordinates)
    if place is None:
        raise Unreadable("no-such-cell", part=cell_name(word), last=grid.name(grid.cols * grid.rows - 1))
    return place


def cell_name(word: str) -> str:
    """Return a cell's name as written, without a space inside it."""
    return word.replace(" ", "")
