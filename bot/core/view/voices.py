"""The languages of what is said to both players of a game in one chat."""

from __future__ import annotations

from bot.core.people import Person, Player
from bot.core.session import Session
from bot.core.speech import LANGUAGES, Speech, speech
from bot.core.two_chats import Audience, readers, reads_in


def voices(session: Session, chats: Speech, here: Audience) -> tuple[Speech, ...]:
    """Each player's language where those who read this chat speak different ones, the chat's first; else the chat's."""
    spoken = dict.fromkeys(p.language for p in readers(session, here) if p.language in LANGUAGES)
    if len(spoken) < 2:
        return (chats,)
    return tuple(speech(language) for language in sorted(spoken, key=lambda language: language != chats.language))


def others(session: Session, chats: Speech, here: Audience) -> tuple[Speech, ...]:
    """The languages besides the chat's."""
    return tuple(voice for voice in voices(session, chats, here) if voice.language != chats.language)


def voice_of(session: Session, player: Player | None, chats: Speech, here: Audience) -> Speech:
    """A player's own language where those who read this chat speak different ones; else the chat's."""
    own = player.language if isinstance(player, Person) and reads_in(session, player, here) else ""
    return next((voice for voice in voices(session, chats, here) if voice.language == own), chats)
