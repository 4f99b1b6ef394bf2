"""What is being handled stands in the store meanwhile: if this process dies, the next one does it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from pydantic import TypeAdapter

from bot.core.ports.platform import Incoming, Updates
from bot.core.ports.store import Unreachable
from bot.platforms.discord.incoming import PLATFORM

_PATIENCE = 1.0
"""Seconds for the store; Discord waits 3 s in all."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Kept:
    """What somebody typed or pressed; the token of the interaction, if it was one."""

    incoming: Incoming
    token: str = ""

    @property
    def number(self) -> str:
        """Discord's id of it."""
        return self.incoming.cause.rpartition(":")[2]


_KEPT = TypeAdapter(Kept)


class Unhandled:
    """All that is being handled, here or in processes that died over it."""

    def __init__(self, updates: Updates) -> None:
        self._updates = updates
        self._here: set[str] = set()

    @asynccontextmanager
    async def noted(self, kept: Kept, is_whole: bool = True) -> AsyncIterator[None]:
        """Keeps something while it is handled, unless some of it is still to come; what is cancelled stays kept."""
        self._here.add(kept.number)
        try:
            if is_whole:
                await self.keep(kept)
            yield
        except asyncio.CancelledError:
            raise
        except BaseException:
            await self.forget(kept)
            raise
        else:
            await self.forget(kept)

    async def left(self) -> list[Kept]:
        """What processes that are gone have not handled, the oldest first; it is this one's from now on."""
        texts = await self._updates.kept_updates(PLATFORM)
        left = sorted((number for number in texts if number not in self._here), key=int)
        self._here.update(left)
        return [_KEPT.validate_json(texts[number]) for number in left]

    async def forget(self, kept: Kept) -> None:
        """It is handled; if that cannot be noted, it is handled again, which does nothing."""
        self._here.discard(kept.number)
        with suppress(Unreachable):
            await self._updates.forget_update(PLATFORM, kept.number)

    async def keep(self, kept: Kept) -> None:
        """Keeps it, if the store takes it in time."""
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._updates.keep_update(PLATFORM, kept.number, _KEPT.dump_json(kept).decode())
        except (TimeoutError, Unreachable):
            _log.debug("%s is handled without being kept", kept.incoming.cause)
