"""Rematches against the bot: the person's streak against a level, and the level that follows from it."""

from __future__ import annotations

from bot.core.game.people import Robot
from bot.core.game.session import Session
from bot.core.game.terms import STREAK
from engines.game import LEVELS, Level, Seat

_ENOUGH = 2
"""The wins or losses in a row after which another level is offered."""


def streak_after(session: Session) -> int:
    """Return the person's wins in a row, over this game and those it is a rematch of; negative for losses."""
    seat, outcome, before = _seat_of_bot(session), session.status.outcome, session.terms.get(STREAK, "0")
    if seat is None or outcome is None or outcome.winner is None:
        return 0
    streak = int(before) if before.removeprefix("-").isdecimal() else 0
    return min(streak, 0) - 1 if outcome.winner is seat else max(streak, 0) + 1


def level_to_try(session: Session) -> Level | None:
    """Return the next level up after enough wins in a row, the next one down after as many losses, or None."""
    seat, streak = _seat_of_bot(session), streak_after(session)
    robot = session.player(seat) if seat else None
    if not isinstance(robot, Robot) or robot.level not in LEVELS or abs(streak) < _ENOUGH:
        return None
    at = LEVELS.index(robot.level) + (1 if streak > 0 else -1)
    return LEVELS[at] if at in range(len(LEVELS)) else None


def _seat_of_bot(session: Session) -> Seat | None:
    return next((seat for seat in Seat if isinstance(session.player(seat), Robot)), None)
