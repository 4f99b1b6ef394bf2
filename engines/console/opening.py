"""A random opening: the first plies of a game, played by chance, after which it still goes on."""

from __future__ import annotations

from random import Random

from engines.game import AnyPosition, advance
from engines.refusals import Illegal

TRIES = 100


def opening(start: AnyPosition, plies: int, chance: Random) -> tuple[str, ...]:
    """The messages of so many random plies; raises `Illegal` if each of many tries ended the game."""
    for _ in range(TRIES):
        messages, goes_on = _drawn(start, plies, chance)
        if goes_on:
            return messages
    raise Illegal("opening-too-long", plies=plies)


def _drawn(position: AnyPosition, plies: int, chance: Random) -> tuple[tuple[str, ...], bool]:
    """Random messages up to the end of the game, and whether it goes on after them."""
    messages: tuple[str, ...] = ()
    while len(messages) < plies and position.outcome is None:
        move = chance.choice(list(position.moves()))
        position, _ = advance(position, move)
        messages = (*messages, str(move))
    return messages, position.outcome is None
