"""What is said of a dot, a side or a box is so by a slow, separate reading of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from engines.dots.place import place
from engines.dots.rules import Position
from engines.phrases import Value
from tests.engines.dots.reading import State, read
from tests.engines.dots.test_claims import SIZES, positions

Fields = Mapping[str, Value]


def sides_at(it: State, dot: object) -> set[str]:
    every = frozenset[str]().union(*it.boxes.values())
    return {side for side in every if str(dot) in side.split("-")}


def is_in_group(it: State, fields: Fields, loop: bool) -> bool:
    """Return whether these boxes are linked by open sides, with at most two each; a loop has no other open side."""
    group, waiting = set[str](), [str(fields["box"])]
    while waiting:
        box = waiting.pop()
        group.add(box)
        neighbours = {each for side in it.lacking(box) for each in it.beside(side)} - group
        waiting += [each for each in neighbours if len(it.lacking(each)) <= 2]
    sides = frozenset[str]().union(*(it.lacking(box) for box in group))
    row, _, count = str(fields["chain"]).partition(" (")
    named = {*row.replace("-", " ").split()} - {"…"}
    is_row = named == group or (named < group and "…" in row)
    is_loop = len(sides) == len(group) and all(len(it.lacking(box)) == 2 for box in group)
    return is_row and count in {"", f"{len(group)})"} and is_loop is loop


SAID: Mapping[str, Callable[[Position, State, Fields], bool]] = {
    "side-is-open": lambda position, it, fields: str(fields["side"]) in map(str, position.moves()),
    "side-is-drawn": lambda position, it, fields: fields["side"] not in it.open,
    "sides-open-at": lambda position, it, fields: (
        set(str(fields["sides"]).split()) == sides_at(it, fields["dot"]) & it.open
    ),
    "sides-drawn-at": lambda position, it, fields: (
        set(str(fields["sides"]).split()) == sides_at(it, fields["dot"]) - it.open
    ),
    "box-owned": lambda position, it, fields: dict(position.owners())[str(fields["box"])] == fields["player"],
    "box-lacks": lambda position, it, fields: set(str(fields["sides"]).split()) == it.lacking(str(fields["box"])),
    "box-in-chain": lambda position, it, fields: is_in_group(it, fields, loop=False),
    "box-in-loop": lambda position, it, fields: is_in_group(it, fields, loop=True),
}


def count_checked_phrases(count: int, begin: int = 0) -> Counter[str]:
    counts: Counter[str] = Counter()
    for position in positions(count, SIZES, begin):
        if position.stage.name != "PLAY":
            continue
        it = read(position)
        every = frozenset[str]().union(*it.boxes.values())
        for name in {dot for side in every for dot in side.split("-")} | every:
            for phrase in place(position, name):
                counts[phrase.code] += 1
                assert SAID[phrase.code](position, it, dict(phrase.fields)), (position, str(phrase))
    return counts


def test_the_description_of_a_place_is_true():
    assert count_checked_phrases(60, 5).keys() == SAID.keys()


@pytest.mark.long
def test_the_description_of_a_place_is_true_in_thousands_of_positions(large_seed: int):
    assert count_checked_phrases(5_000, large_seed).keys() == SAID.keys()
