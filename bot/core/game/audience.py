"""Audiences: which player reads which chat of a game, and which chats see its boards; pure."""

from __future__ import annotations

from math import inf

from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, Player
from bot.core.game.session import Session, Stage
from bot.core.game.terms import THREAD

Audience = Chat | Person | None
"""Who reads a message: all in a chat, one person alone, or (None) alone the player who asks."""


def chat_read_by(session: Session, player: Player | None) -> Chat:
    """From where a player plays: their own chat rather than an inline message."""
    chats = sorted(session.places.chats, key=lambda chat: chat.inline)
    return next((chat for chat in chats if reads_in(session, player, chat)), session.places.chat)


def reads_in(session: Session, player: Player | None, chat: Audience) -> bool:
    """Whether a player is a person who plays from this chat, or is the one who reads (None: from any)."""
    places = session.places
    if not isinstance(player, Person):
        return False
    if isinstance(chat, Person):
        return player.is_same(chat)
    if chat and (subscription := places.subscription_in(chat)):
        return session.seat_of(player) is subscription.seat
    return chat is None or places.second is None or session.challenger.is_same(player) is not places.is_second(chat)


def readers(session: Session, chat: Audience) -> tuple[Person, ...]:
    """The players who play from this chat (no chat: none)."""
    if not isinstance(chat, Chat):
        return ()
    players = (session.challenger, session.opponent)
    return tuple(player for player in players if isinstance(player, Person) and reads_in(session, player, chat))


def sole_reader(session: Session, chat: Chat) -> str:
    """The key of the one person who plays from this chat; "" if there are two, or it is not known who."""
    people = readers(session, chat)
    return people[0].key if len(people) == 1 and people[0].id else ""


_AWAY: Instant = 600
"""Seconds after which a player of a game with a deadline is no longer expected to watch its chat."""
MOST_CALLS = 2


def is_called(session: Session) -> bool:
    """Return whether a board calls the player on turn.

    In a game with a deadline, one of many in its chat, it does so for their first move, and once more after a long
    wait; reminders of the deadline do the rest.
    """
    if session.deadline is None:
        return True
    waits = _waits(session)
    return waits[-1] >= _AWAY and (
        len(waits) == 1 or (call_count(session) <= MOST_CALLS and not session.deadline.reminded_part)
    )


def call_count(session: Session) -> int:
    """Return how often boards have called the player on turn of a game with a deadline, at most."""
    return sum(wait >= _AWAY for wait in _waits(session))


def _waits(session: Session) -> list[Instant]:
    """Return how long the player on turn had waited each time that it became their turn; the first time, for ever."""
    seat, waits = session.position.turn, list[Instant]()
    began, since, before = session.start.at, -inf, None
    for turn in session.turns:
        if turn.seat is not before and turn.seat is seat:
            waits.append(began - since)
        before, began = turn.seat, turn.at
        since = turn.at if turn.seat is seat else since
    if before is not seat:
        waits.append((session.turns[-1].at if session.turns else session.start.at) - since)
    return waits


def thread_invitees(session: Session) -> tuple[Person, ...]:
    """The players who are called to the thread: those who play from where it is, and whom its platform knows."""
    chat = session.places.chat
    return tuple(player for player in readers(session, chat) if player.platform == chat.platform)


def wants_thread(session: Session) -> bool:
    """Whether a game that has begun is still to get its thread."""
    is_agreed = session.stage is Stage.RUNNING and THREAD in dict(session.terms)
    return is_agreed and session.places.parent is None and not session.places.threadless


def is_told_only(session: Session, here: Chat) -> bool:
    """Whether a chat sees no boards but a line: the game began there, and goes on in its thread."""
    began = session.places.chat if wants_thread(session) else session.places.parent
    return began is not None and began.key == here.key
