"""The results of finished games, each beside the log of its game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.core.ports.findings import Findings
from bot.store import keys
from bot.store.connection import Wire
from bot.store.logs import KEPT_MESSAGES


class RedisFindings(Findings):
    """`Findings` in texts that go by the codes of games."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def finished_games(self, chat: str) -> list[str]:
        return list(await self._wire.one(("LRANGE", keys.chat_played(chat), 0, -1)) or ())

    async def review(self, game: str) -> str:
        return str(await self._wire.one(("GET", keys.review(game))) or "")

    async def store_review(self, game: str, text: str) -> None:
        await self._wire.one(("SET", keys.review(game), text, "EX", KEPT_MESSAGES))

    async def results(self, games: Sequence[str]) -> Mapping[str, str]:
        found = await self._wire.answers(*(("GET", keys.result(game)) for game in games))
        return {game: str(text or "") for game, text in zip(games, found, strict=True)}

    async def store_results(self, results: Mapping[str, str]) -> None:
        await self._wire.answers(
            *(("SET", keys.result(game), text, "EX", KEPT_MESSAGES) for game, text in results.items())
        )
