"""The living board of a game: how long it is changed in place, and who is called when it is posted anew."""

from __future__ import annotations

from bot.core.clock import Instant
from bot.core.people import Person
from bot.core.played import last_run
from bot.core.session import Session, Stage
from bot.core.storage import Shown

HOUR = 3600.0
"""Seconds after which a board is posted anew: who wants to see it would have to look for it far above."""


IN_DOUBT = "doubt"
"""What a line is posted for that leads to a board which may stand there already."""


def occasion(session: Session) -> str:
    """What a board is posted for: since which turn who goes on, or what is asked of whom."""
    if session.stage is not Stage.RUNNING:
        return str(session.stage)
    begun = f"{len(session.turns) - _own_turns(session)}"
    if session.draw_offer:
        return f"{begun} {session.draw_offer.other} draw"
    if session.undo_offer:
        return f"{begun} {session.undo_offer.other} undo"
    return f"{begun} {session.position.turn}"


def is_drawn(occasion: str) -> bool:
    """Whether what was posted for that is a picture: questions and what became of them are words."""
    return bool(occasion) and occasion not in (Stage.OFFERED, Stage.OFF, Stage.FILED, IN_DOUBT)


def lives_on(shown: Shown | None, session: Session, now: Instant) -> bool:
    """Whether the message that shows a game is to be changed in place.

    A question that came to nothing says so however old it is; who has answered an offer goes on.
    """
    if shown is None or not shown.occasion:
        return False
    if session.stage is Stage.OFF:
        return shown.occasion == Stage.OFFERED
    goes_on = shown.occasion.startswith(occasion(session))
    return goes_on and now - shown.at < HOUR


def called(session: Session) -> Person | None:
    """The person to be called to the board: who is asked, but for who has just moved."""
    offered = session.draw_offer or session.undo_offer
    is_there = offered is None and _own_turns(session) > 0
    return player if not is_there and isinstance(player := session.asked, Person) else None


def _own_turns(session: Session) -> int:
    """How many turns in a row whoever is on turn has had just now."""
    run = last_run(session.turns)
    return len(run) if run and run[0].seat is session.position.turn else 0
