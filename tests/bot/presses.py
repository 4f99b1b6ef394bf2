"""The presses that lead to a move in a game's menu."""

from __future__ import annotations

from random import Random

from bot.core.game.session import Session
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


def way_by_menu(session: Session, chance: Random) -> tuple[str, ...]:
    """Return the steps and the move of two choices at most in a position's menu; "pass" only for want of another."""
    menu, position = session.rules.menu, session.position
    assert menu
    picks = [*menu(position, ()).picks]
    chance.shuffle(picks)
    for pick in picks:
        steps = (pick.step,) if pick.step else ()
        moves = [each.move for each in menu(position, steps).picks if each.move] if steps else [pick.move]
        if any(move != "pass" for move in moves):
            return (*steps, chance.choice(moves))
    return ("pass",)
