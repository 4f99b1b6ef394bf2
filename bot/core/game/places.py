"""A game that several chats play: which of them is whose, and what is spoken there; pure."""

from __future__ import annotations

from bot.core.game.events import Followed
from bot.core.game.people import Chat, Person, Player
from bot.core.game.session import Session, Stage
from bot.core.game.terms import THREAD

Audience = Chat | Person | None
"""Who reads a message: all in a chat, one person alone, or (None) alone whoever is asked."""


def is_second(session: Session, chat: Chat) -> bool:
    """Whether the opponent plays from this chat, and the challenger from another."""
    return session.second is not None and session.second.key == chat.key


def chat_of(session: Session, key: str) -> Chat:
    """The chat of a game that has this key; the challenger's if none has."""
    return next((chat for chat in session.places if chat.key == key), session.chat)


def language_in(session: Session, chat: Chat) -> str:
    """What the game's messages to all are said in, if the chat has chosen no other language."""
    if followed := _followed(session, chat):
        return followed.language
    return session.second_language or session.language if is_second(session, chat) else session.language


def chat_read_by(session: Session, player: Player | None) -> Chat:
    """From where a player plays: their own chat rather than an inline message."""
    chats = sorted(session.chats, key=lambda chat: chat.inline)
    return next((chat for chat in chats if reads_in(session, player, chat)), session.chat)


def reads_in(session: Session, player: Player | None, chat: Audience) -> bool:
    """Whether a player is a person who plays from this chat, or is the one who reads (None: from any)."""
    if not isinstance(player, Person):
        return False
    if isinstance(chat, Person):
        return player.is_same(chat)
    if chat and (followed := _followed(session, chat)):
        return session.seat_of(player) is followed.seat
    return chat is None or session.second is None or session.challenger.is_same(player) is not is_second(session, chat)


def readers(session: Session, chat: Audience) -> tuple[Person, ...]:
    """The players who play from this chat (no chat: nobody)."""
    if not isinstance(chat, Chat):
        return ()
    players = (session.challenger, session.opponent)
    return tuple(player for player in players if isinstance(player, Person) and reads_in(session, player, chat))


def sole_reader(session: Session, chat: Chat) -> str:
    """The key of the one person who plays from this chat; "" if there are two, or it is not known who."""
    people = readers(session, chat)
    return people[0].key if len(people) == 1 and people[0].id else ""


def _followed(session: Session, chat: Chat) -> Followed | None:
    return next((followed for followed in session.followed if followed.chat.key == chat.key), None)


def wants_thread(session: Session) -> bool:
    """Whether a game that has begun is still to get its thread."""
    is_agreed = session.stage is Stage.RUNNING and THREAD in dict(session.terms)
    return is_agreed and session.parent is None and not session.threadless


def is_thread(session: Session, here: Chat) -> bool:
    """Whether a chat is the game's own thread."""
    return session.parent is not None and session.chat.key == here.key


def is_told_only(session: Session, here: Chat) -> bool:
    """Whether a chat sees no boards but a line: the game began there, and goes on in its thread."""
    if wants_thread(session):
        return session.chat.key == here.key
    return session.parent is not None and session.parent.key == here.key


def invited(session: Session) -> tuple[Person, ...]:
    """The players who are called to the thread: those who play from where it is, and whom its platform knows."""
    return tuple(player for player in readers(session, session.chat) if player.platform == session.chat.platform)
