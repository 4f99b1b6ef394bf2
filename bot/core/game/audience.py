"""Audiences: which player reads which chat of a game, and which chats see its boards; pure."""

from __future__ import annotations

from bot.core.game.people import Chat, Person, Player
from bot.core.game.session import Session, Stage
from bot.core.game.terms import THREAD

Audience = Chat | Person | None
"""Who reads a message: all in a chat, one person alone, or (None) alone the player who asks."""


def chat_read_by(session: Session, player: Player | None) -> Chat:
    """From where a player plays: their own chat rather than an inline message."""
    chats = sorted(session.places.shown, key=lambda chat: chat.inline)
    return next((chat for chat in chats if reads_in(session, player, chat)), session.places.chat)


def reads_in(session: Session, player: Player | None, chat: Audience) -> bool:
    """Whether a player is a person who plays from this chat, or is the one who reads (None: from any)."""
    places = session.places
    if not isinstance(player, Person):
        return False
    if isinstance(chat, Person):
        return player.is_same(chat)
    if chat and (followed := places.followed_in(chat)):
        return session.seat_of(player) is followed.seat
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


def invited(session: Session) -> tuple[Person, ...]:
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
