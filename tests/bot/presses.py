"""The presses that lead to a move in a game's menu."""

from __future__ import annotations

from engines import GAMES
from engines.game import AnyPosition


def steps_to(game: str, position: AnyPosition, move: str, steps: tuple[str, ...] = ()) -> tuple[str, ...] | None:
    """Return the steps into the menu before the press that plays a move; None if it leads nowhere."""
    menu = GAMES[game].menu
    assert menu
    for pick in menu(position, steps).picks:
        if pick.move == move:
            return steps
        if pick.step and (way := steps_to(game, position, move, (*steps, pick.step))) is not None:
            return way
    return None
