"""Audiences: which player reads which chat of a game, and which chats show its boards; pure."""

from __future__ import annotations

from math import inf

from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, Player
from bot.core.game.session import Session, Stage
from bot.core.game.terms import THREAD

Audience = Chat | Person | None
"""The readers of a message: everybody in a chat, one person, or (None) only the player who asks."""


def chat_read_by(session: Session, player: Player | None) -> Chat:
    """Return the chat a player plays from; their own chat comes before an inline message."""
    chats = sorted(session.places.chats, key=lambda chat: chat.inline)
    return next((chat for chat in chats if reads_in(session, player, chat)), session.places.chat)


def reads_in(session: Session, player: Player | None, chat: Audience) -> bool:
    """Return whether a player is a person who plays from this chat (None: any chat) or is this reader."""
    places = session.places
    if not isinstance(player, Person):
        return False
    if isinstance(chat, Person):
        return player.is_same(chat)
    if chat and (subscription := places.subscription_in(chat)):
        return session.seat_of(player) is subscription.seat
    return chat is None or places.second is None or session.challenger.is_same(player) is not places.is_second(chat)


def readers(session: Session, chat: Audience) -> tuple[Person, ...]:
    """Return the players who play from this chat; without a chat, nobody."""
    if not isinstance(chat, Chat):
        return ()
    players = (session.challenger, session.opponent)
    return tuple(player for player in players if isinstance(player, Person) and reads_in(session, player, chat))


def sole_reader(session: Session, chat: Chat) -> str:
    """Return the key of the only person who plays from this chat; "" for two players or an unknown one."""
    people = readers(session, chat)
    return people[0].key if len(people) == 1 and people[0].id else ""


_AWAY: Instant = 600
"""Seconds after which a player of a game with a deadline is no longer expected to watch its chat."""
MOST_CALLS = 2


def is_called(session: Session) -> bool:
    """Return whether a board mentions the player on turn.

    A game with a deadline is one of many in its chat: its boards mention a player before their first move, and once
    more after a long wait; the deadline's reminders do the rest.
    """
    if session.deadline is None:
        return True
    waits = _waits(session)
    return waits[-1] >= _AWAY and (
        len(waits) == 1 or (call_count(session) <= MOST_CALLS and not session.deadline.reminded_part)
    )


def call_count(session: Session) -> int:
    """Return the greatest number of boards that have mentioned the player on turn of a game with a deadline."""
    return sum(wait >= _AWAY for wait in _waits(session))


def _waits(session: Session) -> list[Instant]:
    """Return the player's wait before each of their turns, in seconds; infinite before the first."""
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
    """Return the players to invite to the game's thread: readers of its chat who are users of its platform."""
    chat = session.places.chat
    return tuple(player for player in readers(session, chat) if player.platform == chat.platform)


def wants_thread(session: Session) -> bool:
    """Return whether a running game still needs its thread."""
    is_agreed = session.stage is Stage.RUNNING and THREAD in session.terms
    return is_agreed and session.places.parent is None and not session.places.threadless


def shows_line_only(session: Session, here: Chat) -> bool:
    """Return whether a chat shows a line instead of boards, because the game moved from there to its thread."""
    began = session.places.chat if wants_thread(session) else session.places.parent
    return began is not None and began.key == here.key
