"""What a scripted house keeps of what came in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass
class Unfinished:
    """Updates kept in memory (`ports.Updates`), by door and number."""

    kept: dict[tuple[str, str], str] = field(default_factory=dict)

    async def keep_update(self, door: str, number: str, text: str) -> None:
        self.kept[door, number] = text

    async def forget_update(self, door: str, number: str) -> None:
        self.kept.pop((door, number), None)

    async def kept_updates(self, door: str) -> Mapping[str, str]:
        return {number: text for (of, number), text in self.kept.items() if of == door}
