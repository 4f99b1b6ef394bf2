"""What is said of a square, and of where each L can go, is so by a slow, separate reading of the rules."""

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
from tests.engines.lgame.test_claims import walked

Fields = Mapping[str, Value]
NAMES = [column + row for column in "abcd" for row in "1234"]
SIGNS = {"legend-lgame", "legend-painted"}


def l_of(position: Position, seat: object) -> int:
    return position.ls[str(seat) == "second"]


def reach(position: Position, seat: object) -> list[int]:
    own, other = l_of(position, seat), l_of(position, Seat.SECOND if str(seat) == "first" else Seat.FIRST)
    return places(own, other, position.neutrals)


def read(text: str) -> int:
    """The squares of an L that is named by its long end, corner and short end."""
    long, corner, short = text.split("-")
    (between,) = (
        name
        for name in NAMES
        if (name[0] == long[0] == corner[0] or name[1] == long[1] == corner[1]) and name not in (long, corner)
        if min(long, corner) < name < max(long, corner)
    )
    return bits(f"{long} {between} {corner} {short}")


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


def told(position: Position) -> list[Phrase]:
    return [*(each for name in NAMES for each in place(position, name)), *legend(position)]


def checked(count: int) -> Counter[str]:
    said: Counter[str] = Counter()
    for position, _ in walked(count):
        for phrase in told(position):
            if phrase.code not in SIGNS:
                said[phrase.code] += 1
                assert SAID[phrase.code](position, dict(phrase.fields)), (position.key, str(phrase))
    return said


def test_what_is_said_of_a_square_is_so():
    assert checked(200).keys() >= SAID.keys() - {"l-blocked"}


@pytest.mark.long
def test_what_is_said_of_a_square_is_so_in_thousands_of_positions():
    assert checked(5_000).keys() >= SAID.keys() - {"l-blocked"}
