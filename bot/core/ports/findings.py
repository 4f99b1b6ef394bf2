"""The store's port for results of finished games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol


class Findings(Protocol):
    """Results of finished games, stored next to their logs and recomputed if lost."""

    async def finished_games(self, chat: str) -> list[str]:
        """Return the newest games played to the end in a chat (current key), newest first."""

    async def review(self, game: str) -> str:
        """Return the stored review of a game, or ""."""

    async def store_review(self, game: str, text: str) -> None:
        """Store the review of a game for as long as its log."""

    async def results(self, games: Sequence[str]) -> Mapping[str, str]:
        """Return the stored results of games by code, "" for missing ones."""

    async def store_results(self, results: Mapping[str, str]) -> None:
        """Store the results of games by code, for as long as reviews."""
