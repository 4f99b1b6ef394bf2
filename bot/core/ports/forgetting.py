"""The store's port for forgetting a person."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Protocol


class Forgetting(Protocol):
    """A person is forgotten: what is looked through for them, and what goes."""

    async def begin(self, person: str, token: str, seconds: float) -> bool:
        """Refuse what the person chooses for so many seconds; False if that goes on for another `token`."""

    async def note(self, person: str, token: str) -> None:
        """Note for some minutes that forgetting a person begins for `token`."""

    async def latest(self, person: str) -> str | None:
        """Return the token that was noted last, None if that was not within some minutes."""

    async def end(self, person: str) -> None:
        """Let the person choose again."""

    async def count(self, token: str, games: int) -> int:
        """Return how many games were counted first for a token, which are these if none were."""

    async def stored_count(self, token: str) -> int | None:
        """Return how many games were counted for a token, if any were."""

    async def forgotten_people(self) -> int:
        """Return the number of people forgotten so far, by any process."""

    async def forget(self, person: str, games: list[str], written: Sequence[str]) -> None:
        """Takes a person off all lists and tables, and their private chat with them, and what others invite to if they
        are `written` there so; `games` were the person's."""

    async def forget_choices(self, whose: str) -> None:
        """Forget all choices of one."""

    def choosers(self, kind: str) -> AsyncIterator[str]:
        """Yield all who have chosen anything of a kind (`person`, `chat`, `daily` …), each at least once."""
