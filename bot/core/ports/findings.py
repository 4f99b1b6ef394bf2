"""The store's port for results of finished games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol


class Findings(Protocol):
    """Results of finished games: kept beside their logs, and computed again where they are lost."""

    async def finished_games(self, chat: str) -> list[str]:
        """Return the newest games that were played to an end in a chat (its key now), newest first."""

    async def review(self, game: str) -> str:
        """Return what was kept of the review of a game, or ""."""

    async def store_review(self, game: str, text: str) -> None:
        """Keep the review of a game beside its log, and no longer than that."""

    async def results(self, games: Sequence[str]) -> Mapping[str, str]:
        """Return what was kept of the results of games, by their codes, or "" for those of which nothing is."""

    async def store_results(self, results: Mapping[str, str]) -> None:
        """Keep the results of games, by their codes, as long as reviews."""
