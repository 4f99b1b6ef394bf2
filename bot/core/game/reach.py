"""Reach: which player no longer receives boards, and when their opponent may claim the game; pure."""

from __future__ import annotations

from bot.core.game.audience import reads_in, sole_reader
from bot.core.game.clocks import for_seat
from bot.core.game.events import Claimed
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person
from bot.core.game.session import Loss, Session, Stage
from engines.game import Outcome, Seat

LONGEST_SILENCE: Instant = 86400.0
"""Seconds that a player must wait for an unreachable opponent."""


def unreached_since(session: Session, seat: Seat) -> Instant | None:
    """Return the instant since which no board reaches a player; None if a board may.

    A lost chat that both players read does not count: they may still see each other there.
    """
    player = session.player(seat)
    if not session.places.losses or not isinstance(player, Person) or session.stage is not Stage.RUNNING:
        return None
    chats = [chat for chat in session.places.chats if reads_in(session, player, chat)]
    losses = [_loss(session, chat, seat) for chat in chats]
    return max((loss.since for loss in losses if loss), default=None) if all(losses) else None


def has_left(session: Session, seat: Seat, chat: Chat) -> bool:
    """Return whether the player of a seat has left a chat of the game."""
    return any((loss.chat, loss.seat) == (chat.key, seat) for loss in session.places.losses)


def _loss(session: Session, chat: Chat, seat: Seat) -> Loss | None:
    """Return the loss that keeps boards of a chat from a player; None if there is none."""
    seats = (seat, None) if sole_reader(session, chat) else (seat,)
    return next((loss for loss in session.places.losses if loss.chat == chat.key and loss.seat in seats), None)


def claimable_from(session: Session, seat: Seat) -> Instant | None:
    """Return the instant from which a seat's opponent may claim the game; None if the seat can be reached."""
    since = unreached_since(session, seat)
    if since is None:
        return None
    return max(since + LONGEST_SILENCE, for_seat(session.clocks.return_times, seat) if session.clocks else 0.0)


def outcome_of_claim(session: Session, claim: Claimed) -> Outcome:
    """Return the outcome of a claim: by time, unless only an unreachable opponent justifies it."""
    times = [session.deadline.until] if session.deadline else []
    times += [session.clocks.deadline] if session.clocks and session.position.turn is not claim.seat else []
    is_late = any(claim.at >= until for until in times)
    if is_late or unreached_since(session, claim.seat.opponent) is None:
        return Outcome(claim.seat, "time")
    return Outcome(claim.seat, "unreached")


def losses_of(session: Session, person: Person) -> tuple[Loss, ...]:
    """Return the losses that a message from a person ends: of chats that only they read, or that they left."""
    private_chats = {chat.key for chat in session.places.chats if sole_reader(session, chat) == person.key}
    seat = session.seat_of(person)
    return tuple(
        loss for loss in session.places.losses if (loss.seat or (seat if loss.chat in private_chats else None)) == seat
    )
