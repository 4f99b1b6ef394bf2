"""Example positions of a game, drawn without players."""

from __future__ import annotations

from bot.core.language.speech import Speech
from bot.core.ports.platform import Picture
from bot.core.view.names import picture_in_words
from engines.game import AnyGame, AnyMove, AnyPosition, Example, Seat
from engines.puzzles import replay
from renderers import DRAWINGS
from renderers.paper import Header


def seat_names(speech: Speech) -> dict[Seat, str]:
    """Return the seats' own names, for positions without players."""
    return {Seat.FIRST: speech.say("first"), Seat.SECOND: speech.say("second")}


def lesson(game: AnyGame, example: Example, speech: Speech) -> Picture:
    """Draw an example, with its alt text."""
    return position_picture(game, *example_position(game, example), speech)


def position_picture(game: AnyGame, position: AnyPosition, last: tuple[AnyMove, ...], speech: Speech) -> Picture:
    """Draw a position without players, after its last moves."""
    seats = seat_names(speech)
    scene = DRAWINGS[game.name].draw(position, last, None, Header(*seats.values()))
    return Picture(scene, picture_in_words(scene, speech, seats))


def example_position(game: AnyGame, example: Example) -> tuple[AnyPosition, tuple[AnyMove, ...]]:
    """Return the position an example leads to, and the moves of its last message."""
    return replay(game, example.settings, example.messages)
