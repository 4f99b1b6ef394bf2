"""What is said of a cell is so by a slow, separate reading of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from engines.digits.place import place
from engines.digits.rules import Position
from engines.phrases import Value
from tests.engines.digits.test_claims import STARTS, State, positions, read

Fields = Mapping[str, Value]


def usable_cells(position: Position) -> set[str]:
    return {cell for move in position.moves() for cell in move.cells}


def is_next(position: Position, it: State, fields: Fields) -> bool:
    """Return whether this digit, and its player, is next to be placed or to throw."""
    number = len(position.digit_cells) if position.is_placing else position.next_digit or 0
    labels = [str(size) + "'" * position.digits[:at].count(size) for at, size in enumerate(position.digits)]
    seat = "second" if number % 2 else "first"
    return (fields["digit"], fields["player"], str(position.turn)) == (labels[number // 2], seat, seat)


SAID: Mapping[str, Callable[[Position, State, Fields], bool]] = {
    "cell-digit": lambda position, it, fields: any(
        (digit.cell, digit.seat, digit.label) == (fields["cell"], fields["player"], fields["digit"])
        for digit in it.digits
    ),
    "cell-dot": lambda position, it, fields: dict(position.owners())[str(fields["cell"])] == fields["player"],
    "cell-free": lambda position, it, fields: fields["cell"] in it.free,
    "cell-for-dots": lambda position, it, fields: (
        fields["cell"] in it.free and not (position.is_placing and fields["cell"] in usable_cells(position))
    ),
    "cell-digits-beside": lambda position, it, fields: (
        {*str(fields["digits"]).split(", ")}
        == {f"{digit.label} {digit.cell}" for digit in it.near(str(fields["cell"]), str(fields["player"]))}
    ),
    "cell-free-around": lambda position, it, fields: (
        {*str(fields["cells"]).split()} == it.around(str(fields["cell"])) & it.free
    ),
    "cell-to-write": lambda position, it, fields: (
        position.is_placing and fields["cell"] in usable_cells(position) and is_next(position, it, fields)
    ),
    "cell-to-throw": lambda position, it, fields: (
        not position.is_placing
        and fields["cell"] in usable_cells(position) & it.around(str(fields["place"]))
        and is_next(position, it, fields)
        and it.digits[position.next_digit or 0].cell == fields["place"]
    ),
}


def count_checked_phrases(count: int, begin: int = 0) -> Counter[str]:
    counts: Counter[str] = Counter()
    for position in positions(count, STARTS, begin=begin):
        it = read(position)
        for name in it.cells:
            for phrase in place(position, name):
                counts[phrase.code] += 1
                assert SAID[phrase.code](position, it, dict(phrase.fields)), (position, str(phrase))
    return counts


def test_the_description_of_a_cell_is_true():
    assert count_checked_phrases(200).keys() == SAID.keys()


@pytest.mark.long
def test_the_description_of_a_cell_is_true_in_thousands_of_positions(large_seed: int):
    assert count_checked_phrases(5_000, large_seed).keys() == SAID.keys()
