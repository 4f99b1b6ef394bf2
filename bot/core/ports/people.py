"""The store's ports for people's data outside the logs, and for short texts that expire."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol


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
        self, person: str, text: str, seconds: float, earlier: str = "", instead: str | None = None
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
