"""What a scripted house keeps of what came in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.core.ports.store import StoreUnavailableError


@dataclass
class Unfinished:
    """Updates kept in memory (`store.Updates`), by adapter and number; the first few may be refused."""

    kept: dict[tuple[str, str], str] = field(default_factory=dict)
    refusals: int = 0

    async def store_update(self, adapter: str, number: str, text: str) -> None:
        if self.refusals:
            self.refusals -= 1
            raise StoreUnavailableError
        self.kept[adapter, number] = text

    async def forget_update(self, adapter: str, number: str) -> None:
        self.kept.pop((adapter, number), None)

    async def claim_updates(self, adapter: str) -> Mapping[str, str]:
        return {number: text for (of, number), text in self.kept.items() if of == adapter}

    async def all_updates(self, adapter: str) -> Mapping[str, str]:
        return await self.claim_updates(adapter)
