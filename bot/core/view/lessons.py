"""The positions that a game is taught by, drawn."""

from __future__ import annotations

from bot.core.speech import Speech
from bot.core.view.names import picture_in_words
from engines.game import AnyGame, AnyMove, AnyPosition, Example, Seat, advance
from renderers import DRAWINGS
from renderers.paper import Header
from renderers.scene import Scene


def lesson(game: AnyGame, example: Example, speech: Speech) -> tuple[Scene, str]:
    """An example drawn, with its alt text."""
    position, last = shown(game, example)
    seats = {Seat.FIRST: speech.say("first"), Seat.SECOND: speech.say("second")}
    header = Header(seats[Seat.FIRST], seats[Seat.SECOND])
    scene = DRAWINGS[game.name].draw(position, last, None, header)
    return scene, picture_in_words(scene, speech, seats)


def shown(game: AnyGame, example: Example) -> tuple[AnyPosition, tuple[AnyMove, ...]]:
    """The position that an example leads to, and the moves of its last message."""
    position = game.start(example.settings, 0)
    last: tuple[AnyMove, ...] = ()
    for text in example.messages:
        move = position.read(text)
        position, forced = advance(position, move)
        last = (move, *forced)
    return position, last
