"""The few positions that the rules of a game are shown by, drawn."""

from __future__ import annotations

from bot.core.speech import Speech
from bot.core.view.names import picture_in_words
from engines.game import AnyGame, Example, Seat, advance
from renderers import DRAWINGS
from renderers.paper import Header
from renderers.scene import Scene


def lesson(game: AnyGame, example: Example, speech: Speech) -> tuple[Scene, str]:
    """An example drawn, with its alt text."""
    position = game.start(example.settings, 0)
    last: tuple[object, ...] = ()
    for text in example.messages:
        move = position.read(text)
        position, forced = advance(position, move)
        last = (move, *forced)
    seats = {Seat.FIRST: speech.say("first"), Seat.SECOND: speech.say("second")}
    header = Header(seats[Seat.FIRST], seats[Seat.SECOND])
    scene = DRAWINGS[game.name].draw(position, last, None, header)
    return scene, picture_in_words(scene, speech, seats)
