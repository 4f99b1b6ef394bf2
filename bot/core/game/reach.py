"""Reach: which player gets no boards any more, and from when on the other one may claim the game; pure."""

from __future__ import annotations

from bot.core.game.audience import reads_in, sole_reader
from bot.core.game.clocks import of
from bot.core.game.events import Claimed
from bot.core.game.instants import Instant
from bot.core.game.people import Person
from bot.core.game.session import Session, Stage
from engines.game import Outcome, Seat

LONGEST_SILENCE: Instant = 86400.0
"""Seconds for which a player waits for one who cannot be reached."""


def unreached_since(session: Session, seat: Seat) -> Instant | None:
    """Return since when no board reaches a player; None if one may.

    A chat that both players read says nothing of either: they may well see each other there.
    """
    player, lost = session.player(seat), dict(session.places.lost)
    if not lost or not isinstance(player, Person) or session.stage is not Stage.RUNNING:
        return None
    chats = [chat for chat in session.places.shown if reads_in(session, player, chat)]
    if not chats or any(chat.key not in lost or not sole_reader(session, chat) for chat in chats):
        return None
    return max(lost[chat.key] for chat in chats)


def claimable_from(session: Session, seat: Seat) -> Instant | None:
    """Return from when on the opponent of a player who cannot be reached may claim the game; None if they can be."""
    since = unreached_since(session, seat)
    if since is None:
        return None
    return max(since + LONGEST_SILENCE, of(session.clocks.back, seat) if session.clocks else 0.0)


def outcome_of_claim(session: Session, claim: Claimed) -> Outcome:
    """Return how a claimed game ended: by time, unless only the silence of an unreached player explains the claim."""
    times = [session.deadline.until] if session.deadline else []
    times += [session.clocks.deadline] if session.clocks and session.position.turn is not claim.seat else []
    is_late = any(claim.at >= until for until in times)
    if is_late or unreached_since(session, claim.seat.opponent) is None:
        return Outcome(claim.seat, "time")
    return Outcome(claim.seat, "unreached")


def chats_waiting_for(session: Session, person: Person) -> tuple[str, ...]:
    """Return the keys of the lost chats that a person reads alone."""
    lost = dict(session.places.lost)
    return tuple(c.key for c in session.places.shown if c.key in lost and sole_reader(session, c) == person.key)
