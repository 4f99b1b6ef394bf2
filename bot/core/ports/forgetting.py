"""The store's port for deleting a person's data."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Protocol


class Forgetting(Protocol):
    """The deletion of a person's data."""

    async def begin(self, person: str, token: str, seconds: float) -> bool:
        """Refuse the person's choices for `seconds` seconds; return False if another `token` already does."""

    async def note(self, person: str, token: str) -> None:
        """Record for some minutes that the deletion of a person's data begins, for `token`."""

    async def latest(self, person: str) -> str | None:
        """Return the token of the last deletion that began within some minutes, or None."""

    async def end(self, person: str) -> None:
        """Accept the person's choices again."""

    async def count(self, token: str, games: int) -> int:
        """Return the number of games first counted for a token, which is `games` if there is none."""

    async def stored_count(self, token: str) -> int | None:
        """Return the number of games counted for a token, or None."""

    async def forgotten_people(self) -> int:
        """Return the number of people forgotten so far, by any process."""

    async def forget(self, person: str, games: list[str], spellings: Sequence[str]) -> None:
        """Delete a person from all lists and tables, with their private chat and the invitations that name them.

        `games` are the person's games, `spellings` the spellings of their name in invitations.
        """

    async def forget_choices(self, whose: str) -> None:
        """Delete all choices of one owner."""

    def choosers(self, kind: str) -> AsyncIterator[str]:
        """Yield all owners of choices of a kind (`person`, `chat`, `daily` …), each at least once."""
