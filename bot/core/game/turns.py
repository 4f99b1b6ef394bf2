"""Turns: one typed message each, with what it played and what the rules played after it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from bot.core.game.events import Moved, Played
from bot.core.game.instants import Instant
from engines.game import AnyMove, AnyPosition, Seat


@dataclass(frozen=True)
class Turn:
    """One typed message: who, what it played, the moves that the rules played after it, the positions before each of
    all these moves and after the last, when, and whether it was typed before the move that it answers."""

    seat: Seat
    move: AnyMove
    forced: tuple[AnyMove, ...] = ()
    positions: tuple[AnyPosition, ...] = ()
    at: Instant = 0.0
    planned: bool = False

    @property
    def text(self) -> str:
        """The move in canonical text."""
        return str(self.move)


def last_run(turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """The last turns that are one player's."""
    start = len(turns)
    while start and turns[start - 1].seat is turns[-1].seat:
        start -= 1
    return turns[start:]


def turn_of(before: AnyPosition, event: Moved, played: Played) -> Turn:
    """The message that was typed in a position."""
    return Turn(event.seat, played.move, played.forced, _positions(before, played), event.at, event.planned)


def _positions(position: AnyPosition, played: Played) -> tuple[AnyPosition, ...]:
    """From `position` to where the move led; moves are played once more only where the rules went on by themselves."""
    if not played.forced:
        return position, played.position
    moves = (played.move, *played.forced)
    return tuple(accumulate(moves, lambda before, move: before.play(move), initial=position))
