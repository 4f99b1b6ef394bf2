"""The few positions that the rules of each game are shown by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.core.speech import Speech
from bot.core.view.names import picture_in_words
from engines import GAMES
from engines.game import Seat, advance
from renderers import DRAWINGS
from renderers.paper import Header
from renderers.scene import Scene


@dataclass(frozen=True)
class Example:
    """A short game: the messages typed in it, and its settings."""

    moves: tuple[str, ...]
    settings: Mapping[str, str] = field(default_factory=dict)


_ROW, _HILL = ("a1", "i1", "c2", "e2", "g2", "k6"), ("a1", "i1", "c2", "e3", "g2", "k6")
_SMALL_SHEET = {"points": "6", "size": "11x7"}

LESSONS: Mapping[str, tuple[Example, ...]] = {
    "dots": (
        Example(("a1-a2", "b1-b2", "a1-b1"), {"size": "3x3"}),
        Example(("a1-a2", "b1-b2", "a1-b1", "a2-b2 c1-c2", "c2-d2"), {"size": "3x3"}),
    ),
    "lgame": (
        Example(()),
        Example(("c2-c4-d4 d1-a1",)),
        Example(("c2-c4-d4 d1-a1",), {"variant": "scoring"}),
    ),
    "tupik": (
        Example(("3", "6", "1"), {"map": "three-corners"}),
        Example(("3", "6", "1", "8", "1-2", "8-7"), {"map": "three-corners"}),
    ),
    "digits": (
        Example(("b5", "c2", "e5", "e2", "b2", "c5", "e3", "b4")),
        Example(("b5", "c2", "e5", "e2", "b2", "c5", "e3", "b4", "a6", "c3", "d4 f6", "d1 d2")),
    ),
    "curves": (
        Example((*_ROW, "a1-i1 via e5"), _SMALL_SHEET),
        Example((*_HILL, "a1-i1 via e5", "c2-g2 via e4"), _SMALL_SHEET),
    ),
}


def lesson(game: str, example: Example, speech: Speech) -> tuple[Scene, str]:
    """An example drawn, with its alt text."""
    position = GAMES[game].start(example.settings, 0)
    last: tuple[object, ...] = ()
    for text in example.moves:
        move = position.read(text)
        position, forced = advance(position, move)
        last = (move, *forced)
    seats = {Seat.FIRST: speech.say("first"), Seat.SECOND: speech.say("second")}
    header = Header(seats[Seat.FIRST], seats[Seat.SECOND])
    scene = DRAWINGS[game].draw(position, last, None, header)
    return scene, picture_in_words(scene, speech, seats)
