"""Results of finished games, stored beside their logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.core.ports.findings import Findings
from bot.store import keys
from bot.store.connection import Wire
from bot.store.logs import MESSAGE_SECONDS


class RedisFindings(Findings):
    """`Findings` as texts by game code."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def finished_games(self, chat: str) -> list[str]:
        """Return the games played to the end in a chat, newest first."""
        return list(await self._wire.one(("LRANGE", keys.chat_played(chat), 0, -1)) or ())

    async def review(self, game: str) -> str:
        """Return the stored review of a game, or ""."""
        return str(await self._wire.one(("GET", keys.review(game))) or "")

    async def store_review(self, game: str, text: str) -> None:
        """Store the review of a game for as long as its messages."""
        await self._wire.one(("SET", keys.review(game), text, "EX", MESSAGE_SECONDS))

    async def results(self, games: Sequence[str]) -> Mapping[str, str]:
        """Return the stored results of games, "" for missing ones."""
        texts = await self._wire.answers(*(("GET", keys.result(game)) for game in games))
        return {game: str(text or "") for game, text in zip(games, texts, strict=True)}

    async def store_results(self, results: Mapping[str, str]) -> None:
        """Store the results of games for as long as their messages."""
        await self._wire.answers(
            *(("SET", keys.result(game), text, "EX", MESSAGE_SECONDS) for game, text in results.items())
        )
