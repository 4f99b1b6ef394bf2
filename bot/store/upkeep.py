"""What whoever runs the bot keeps, brings back or mends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.core.ports.store import Mark
from bot.store import ask, keys
from bot.store.connection import Command
from bot.store.owned import Owned


class Upkeep(Owned):
    """The tables, lists and marks beside the logs."""

    async def kept(self) -> dict[str, dict[str, str]]:
        """The tables that no log can rebuild."""
        return dict(zip(keys.KEPT, await self._ask(*map(ask.whole, keys.KEPT)), strict=True))

    async def keep(self, table: str, values: Mapping[str, str]) -> None:
        """Adds what a table does not have."""
        if table in keys.KEPT:
            await self._ask(*(ask.keeping_first(table, field, value) for field, value in values.items()))

    async def forget_lists(self) -> None:
        """Takes away all lists that the logs can rebuild."""
        async for lists in self._wire.keys(keys.LISTS + "*"):
            await self._ask(*map(ask.deleting, lists))
        await self._ask(ask.deleting(keys.OVER), ask.deleting(keys.DEADLINES), ask.deleting(keys.CLOCKS))

    async def mend_marks(self, now: float) -> int:
        """Takes away marks that say nothing, has those of the future say now; how many these were."""
        mended: list[Command] = []
        for field, value in (await self._one(ask.whole(keys.MARKS)) or {}).items():
            mark = self._mark_of(field, value)
            if mark is None or mark.since > now:
                new = keys.mark_value(replace(mark, since=now)) if mark else None
                mended.append(ask.keeping(keys.MARKS, field, new))
        await self._ask(*mended)
        return len(mended)

    def _mark_of(self, field: str, value: str) -> Mark | None:
        try:
            return keys.read_mark(field, value)
        except ValueError:
            self._complain(f"{keys.MARKS} {field!r}")
            return None
