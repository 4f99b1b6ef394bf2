"""Example positions of a game, drawn for no players in particular."""

from __future__ import annotations

from bot.core.language.speech import Speech
from bot.core.ports.platform import Picture
from bot.core.view.names import picture_in_words
from engines.game import (
    AnyGame,
    AnyMove,
    AnyPosition,
    Example,
    Seat,
)
from engines.puzzles import replay
from renderers import DRAWINGS
from renderers.paper import Header


def _seats(speech: Speech) -> dict[Seat, str]:
    return {Seat.FIRST: speech.say("first"), Seat.SECOND: speech.say("second")}


def lesson(game: AnyGame, example: Example, speech: Speech) -> Picture:
    """An example drawn, with its alt text."""
    return drawn(game, *shown(game, example), speech)


def drawn(game: AnyGame, position: AnyPosition, last: tuple[AnyMove, ...], speech: Speech) -> Picture:
    """A position of no players in particular, after its last moves."""
    seats = _seats(speech)
    scene = DRAWINGS[game.name].draw(position, last, None, Header(*seats.values()))
    return Picture(scene, picture_in_words(scene, speech, seats))


def shown(game: AnyGame, example: Example) -> tuple[AnyPosition, tuple[AnyMove, ...]]:
    """The position that an example leads to, and the moves of its last message."""
    return replay(game, example.settings, example.messages)
