"""Games that end after a few moves, one of each kind, for tests of everything around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MOST_MOVES = 6
"""After so many a game against the bot is resigned."""


@dataclass(frozen=True)
class Line:
    """A small board of a game, and moves that end it."""

    options: str
    moves: Sequence[str]


LINES: Mapping[str, Line] = {
    "dots": Line("1x2", ("a1-a2", "a2-b2", "a3-b3", "b1-b2", "b2-b3", "a1-b1", "a2-a3")),
    "lgame": Line("scoring target=1", ("c4-c2-d2 a4-d3", "a4-a2-b2 d1-d4")),
    "tupik": Line("map=1>2,3;2>1,4;3>1,4", ("3", "2", "3-4")),
    "digits": Line("digits=1-2 shape=##../##../#.../....", ("b3", "b4", "a2", "a4")),
    "curves": Line("4x4 points=3", ("c3", "a3", "b4", "a3-b4 via a4", "a3-b4 via c2")),
}
