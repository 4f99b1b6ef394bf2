"""A slow, independent reading of the rules confirms what is said of a square and of the places of each L."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from engines.game import Seat
from engines.lgame.place import place
from engines.lgame.rules import Position
from engines.lgame.text import legend
from engines.phrases import Phrase, Value
from tests.engines.lgame.slow import PAINT, bits, places
from tests.engines.lgame.test_claims import random_positions

Fields = Mapping[str, Value]
NAMES = [column + row for column in "abcd" for row in "1234"]
SIGNS = {"legend-lgame", "legend-painted"}


def l_of(position: Position, seat: object) -> int:
    return position.ls[str(seat) == "second"]


def reach(position: Position, seat: object) -> list[int]:
    own_l, opposing_l = l_of(position, seat), l_of(position, Seat.SECOND if str(seat) == "first" else Seat.FIRST)
    return places(own_l, opposing_l, position.neutrals)


def read(text: str) -> int:
    """Return the squares of an L, named by its long end, corner and short end."""
    long_end, corner, short_end = text.split("-")
    (between,) = (
        name
        for name in NAMES
        if (name[0] == long_end[0] == corner[0] or name[1] == long_end[1] == corner[1])
        and name not in (long_end, corner)
        if min(long_end, corner) < name < max(long_end, corner)
    )
    return bits(f"{long_end} {between} {corner} {short_end}")


SAID: Mapping[str, Callable[[Position, Fields], bool]] = {
    "square-of-l": lambda position, fields: (
        bits(str(fields["squares"])) == l_of(position, fields["player"])
        and bool(bits(str(fields["square"])) & l_of(position, fields["player"]))
    ),
    "square-of-neutral": lambda position, fields: bool(bits(str(fields["square"])) & position.neutrals),
    "square-free": lambda position, fields: (
        not bits(str(fields["square"])) & (position.ls[0] | position.ls[1] | position.neutrals)
    ),
    "square-painted": lambda position, fields: bool(bits(str(fields["square"])) & PAINT),
    "square-in-reach": lambda position, fields: (
        sorted(map(read, str(fields["places"]).split(", ")))
        == sorted(each for each in reach(position, fields["player"]) if each & bits(str(fields["square"])))
        and fields["player"] == str(position.turn)
    ),
    "square-out-of-reach": lambda position, fields: (
        not any(each & bits(str(fields["square"])) for each in reach(position, fields["player"]))
    ),
    "l-can-go": lambda position, fields: (
        len(reach(position, fields["player"])) == fields["places"]
        and {*map(read, str(fields["listed"]).removesuffix(" …").split(", "))} <= {*reach(position, fields["player"])}
    ),
    "l-blocked": lambda position, fields: not reach(position, fields["player"]),
}


def phrases_of(position: Position) -> list[Phrase]:
    return [*(each for name in NAMES for each in place(position, name)), *legend(position)]


def check_positions(count: int, seed: int = 7) -> Counter[str]:
    counts: Counter[str] = Counter()
    for position, _ in random_positions(count, seed):
        for phrase in phrases_of(position):
            if phrase.code not in SIGNS:
                counts[phrase.code] += 1
                assert SAID[phrase.code](position, dict(phrase.fields)), (position.key, str(phrase))
    return counts


def test_the_description_of_a_square_is_true():
    assert check_positions(60).keys() >= SAID.keys() - {"l-blocked"}


@pytest.mark.long
def test_the_description_of_a_square_is_true_in_thousands_of_positions(large_seed: int):
    assert check_positions(5_000, large_seed).keys() >= SAID.keys() - {"l-blocked"}
