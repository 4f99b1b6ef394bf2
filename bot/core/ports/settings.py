"""The store's port for settings: choices of chats and people, and the facts needed for an incoming text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.core.game.people import Chat


@dataclass(frozen=True)
class StoredFacts:
    """The stored facts about an incoming text.

    Of its chat: the current key, the open games (sorted), the language, the games that were finished and cancelled
    last, and the settings: those in effect, and its own. Of the message it answers: the game shown. Of the person: the
    language, the names of the games won against the bot, the text of the open exercise and of the ones before it, the
    token of a deletion that goes on, whether players wait for a sign of life, the token of a deletion within the last
    minutes, and the text of the last question.
    """

    chat: str
    games: tuple[str, ...] = ()
    person_language: str | None = None
    chat_language: str | None = None
    replied_to: str | None = None
    won_games: frozenset[str] = frozenset()
    finished_game: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    own_settings: Mapping[str, str] = field(default_factory=dict)
    exercise: str | None = None
    earlier_exercises: str | None = None
    deletion_token: str | None = None
    cancelled_game: str | None = None
    is_awaited: bool = False
    erasure_token: str | None = None
    question: str | None = None


class Settings(Protocol):
    """Choices of chats and people, and the current keys of chats; a moved chat is found under both keys."""

    async def facts_for(self, chat: str, person: str, message: str = "", server: str = "") -> StoredFacts:
        """Return the facts needed to read a person's text in a chat (of a server), possibly a reply to a message."""

    async def choices(self, whose: str) -> dict[str, str]:
        """Return all choices of a person (`of_person`), a chat (`of_chat`) or a server (`of_server`)."""

    async def choose(self, whose: str, changes: Mapping[str, str]) -> None:
        """Set some choices and keep all others; an empty text deletes a choice."""

    async def set_person_language(self, person: str, language: str | None) -> None:
        """Store a person's language, or delete it for None."""

    async def set_chat_language(self, chat: str, language: str | None) -> None:
        """Store a chat's language, or delete it for None."""

    async def schedule_digest(self, person: str, at: float | None) -> None:
        """Schedule a person's digest no later than `at`, or cancel it for None."""

    async def due_digests(self, now: float) -> list[str]:
        """Return the people in this process's slots whose digest is due, earliest first, until it is rescheduled."""

    async def add_alias(self, old_chat: str, new_chat: str, kinds: Sequence[str] = ()) -> None:
        """Move a chat to another key, with everything stored under the old one."""

    async def current_key(self, chat: str) -> str:
        """Return the current key of a chat."""

    async def current_keys(self, chats: Sequence[str]) -> dict[str, str]:
        """Return the current keys of several chats."""

    async def topics(self, chat: str) -> list[str]:
        """Return the keys of a chat's remembered topics, unordered."""

    async def remember_chat(self, key: str, chat: Chat) -> None:
        """Store a chat's description under its current key, unless the chat moved there from another key."""
