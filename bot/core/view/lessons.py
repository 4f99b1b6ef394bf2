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
    """A short game: its settings, the messages typed in it, and the code of the sentence written on it."""

    moves: tuple[str, ...]
    settings: Mapping[str, str] = field(default_factory=dict)


LESSONS: Mapping[str, tuple[Example, ...]] = {
    "dots": (
        Example(("a1-a2", "b1-b2", "a1-b1"), {"size": "3x3"}),
        Example(("a1-a2", "b1-b2", "a1-b1", "a2-b2 c1-c2", "c2-d2"), {"size": "3x3"}),
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
