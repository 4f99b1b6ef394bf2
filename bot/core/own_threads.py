"""A game in a thread of its own: whether it is to get one, and what is said where it began; pure."""

from __future__ import annotations

from bot.core.commands.terms import THREAD
from bot.core.people import Chat, Person
from bot.core.session import Session, Stage
from bot.core.two_chats import readers


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
