"""Short texts that are kept for a while, such as the ID of an uploaded picture."""

from __future__ import annotations

from bot.core.ports.temporary import TemporaryTexts
from bot.store import keys
from bot.store.connection import Wire


class RedisTemporaryTexts(TemporaryTexts):
    """`TemporaryTexts` as texts by name; the server itself expires them."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def write(self, name: str, text: str, seconds: float) -> None:
        await self._wire.one(("SET", keys.temporary(name), text, "EX", max(1, round(seconds))))

    async def read(self, name: str) -> str:
        return str(await self._wire.one(("GET", keys.temporary(name))) or "")

    async def claim(self, name: str, text: str, seconds: float) -> str:
        key = keys.temporary(name)
        _, holder = await self._wire.answers(("SET", key, text, "NX", "EX", max(1, round(seconds))), ("GET", key))
        return str(holder or text)
