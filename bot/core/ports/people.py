"""The store's ports beside the logs: data of people, choices of chats and people, and short texts that expire."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.core.game.people import Chat


class People(Protocol):
    """People's data outside the logs: their private chats, block lists, invitations and exercises."""

    async def games_of(self, *names: str) -> list[str]:
        """Return the open games of a person with these keys, sorted."""

    async def remember_person(self, person: str, handle: str, description: str) -> None:
        """Store the JSON description of a person who wrote in private; `handle` is a second key, or empty."""

    async def description_of(self, person: str) -> str | None:
        """Return the stored description of a person, by either key."""

    async def blocklists_of(self, people: Sequence[str]) -> list[str]:
        """Return the block lists, as text, stored under any of these keys."""

    async def store_blocklist(self, people: Sequence[str], text: str | None) -> None:
        """Store a block list under each of these keys, or delete it for None."""

    async def all_blocklists(self) -> dict[str, str]:
        """Return every block list by its key."""

    async def store_invitation(self, person: str, token: str, text: str, seconds: float) -> None:
        """Store a person's invitation for a chat without the bot, as text, for at least `seconds` seconds."""

    async def invitation(self, person: str, token: str) -> str | None:
        """Return the text of an invitation, or None once it has expired."""

    async def store_exercise(
        self, person: str, text: str, seconds: float, earlier: str = "", instead: str = ""
    ) -> None:
        """Store a lesson or puzzle as text for `seconds` seconds, and `earlier`, if given, as the previous one.

        If `instead` is given, replace only that one.
        """

    async def store_question(self, person: str, text: str, seconds: float) -> None:
        """Store the last question to a person, as text, for `seconds` seconds; "" deletes it."""

    async def set_awaited(self, person: str, is_awaited: bool) -> None:
        """Set whether players are waiting to hear from a person whom boards do not reach."""

    async def data_of(self, person: str) -> dict[str, list[str]]:
        """Return the contents of each list and table under a person's key."""


class Forgetting(Protocol):
    """The deletion of a person's data."""

    async def begin(self, person: str, token: str, seconds: float) -> bool:
        """Refuse the person's choices for `seconds` seconds; return False if another `token` does so already."""

    async def note(self, person: str, token: str) -> None:
        """Record for some minutes that the deletion of a person's data began under `token`."""

    async def latest(self, person: str) -> str | None:
        """Return the token of the last deletion that began within those minutes, or None."""

    async def end(self, person: str) -> None:
        """Accept the person's choices again."""

    async def count(self, token: str, games: int) -> int:
        """Return the number of games stored for a token, or store and return `games` if there is none."""

    async def stored_count(self, token: str) -> int | None:
        """Return the number of games stored for a token, or None."""

    async def forgotten_people(self) -> int:
        """Return how many people have been forgotten, by all processes."""

    async def forget(self, person: str, games: list[str], spellings: Sequence[str]) -> None:
        """Delete a person from all lists and tables, including their private chat and invitations that name them.

        `games` are the person's games, `spellings` the spellings of their name in invitations.
        """

    async def forget_choices(self, whose: str) -> None:
        """Delete all choices of one owner."""

    def choosers(self, kind: str) -> AsyncIterator[str]:
        """Yield all owners of choices of a kind (`person`, `chat`, `daily` …), each at least once."""


class TemporaryTexts(Protocol):
    """Short texts that are kept for a while, by names that begin with whose they are."""

    async def write(self, name: str, text: str, seconds: float) -> None:
        """Keep a text for `seconds` seconds in place of the one with this name."""

    async def read(self, name: str) -> str:
        """Return the text with this name, or "" once it has expired."""

    async def claim(self, name: str, text: str, seconds: float) -> str:
        """Keep a text unless one with this name is kept; return the one that is kept."""


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
