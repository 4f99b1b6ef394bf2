"""What one of many processes has under way: leases, updates and marks; what a dead one leaves is taken up once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import compress
from secrets import token_hex

from bot.core.ports.store import Mark, Unreachable
from bot.core.upkeep.leases import SECONDS
from bot.store import ask, keys
from bot.store.asking import Asking
from bot.store.clients import Client

_RENEWED = 1.0


class Owned(Asking):
    """The process that asks is `owner`; it counts as alive while its own lease is renewed.

    `are_others`: whether others were alive when it last said that it is.
    """

    def __init__(self, redis: Client, nonce: Callable[[], str]) -> None:
        super().__init__(redis)
        self.owner = token_hex(4)
        self.are_others = False
        self._nonce = nonce

    async def stay(self) -> None:
        """Says that this process lives, and follows the primary, until cancelled."""
        while True:
            with suppress(Unreachable):
                await self.renew()
                await self._wire.watch()
            await asyncio.sleep(_RENEWED)

    async def renew(self) -> None:
        """Says so once, and hears whether others live."""
        _, living = await self._ask(ask.taking(self.owner, self.owner, SECONDS), ask.living(self.owner, SECONDS))
        self.are_others = (living or 0) > 1

    async def leave(self) -> None:
        """Says that it does so no longer."""
        with suppress(Unreachable):
            await self._ask(ask.giving_back(self.owner, self.owner), ask.dying(self.owner))

    # Leases

    async def take(self, lease: str, seconds: float) -> bool:
        return bool(await self._one(ask.taking(lease, self.owner, seconds)))

    async def give_back(self, lease: str) -> None:
        await self._one(ask.giving_back(lease, self.owner))

    # Updates

    async def keep_update(self, door: str, number: str, text: str) -> None:
        keeping = ask.keeping(keys.updates(door), number, keys.owned(self.owner, text))
        self._unspoilt(await self._wire.keep((), keeping))

    async def forget_update(self, door: str, number: str) -> None:
        await self._one(ask.keeping(keys.updates(door), number, None))

    async def kept_updates(self, door: str) -> dict[str, str]:
        table = keys.updates(door)
        kept: dict[str, str] = await self._one(ask.whole(table)) or {}
        gone = await self._gone(map(keys.owner_of, kept.values()))
        ours = {number: keys.text_of(value) for number, value in kept.items() if keys.owner_of(value) == self.owner}
        left = {number: keys.text_of(value) for number, value in kept.items() if keys.owner_of(value) in gone}
        claims = [
            ask.replacing(table, number, kept[number], keys.owned(self.owner, text)) for number, text in left.items()
        ]
        return ours | dict(compress(left.items(), await self._ask(*claims) if claims else ()))

    # Marks

    def new_mark(self, chat: str, game: str, now: float) -> Mark:
        return Mark(chat, game, now, keys.owned(self.owner, self._nonce()))

    async def claim(self, marks: Sequence[Mark]) -> list[Mark]:
        gone = await self._gone(keys.owner_of(mark.stamp) for mark in marks)
        left = [mark for mark in marks if keys.owner_of(mark.stamp) in gone]
        new = [replace(mark, stamp=keys.owned(self.owner, self._nonce())) for mark in left]
        claimed = await self._ask(*map(ask.marking_instead, left, new)) if left else ()
        return [*(mark for mark in marks if keys.owner_of(mark.stamp) == self.owner), *compress(new, claimed)]

    async def _gone(self, owners: Iterable[str]) -> set[str]:
        """The other ones among the owners that live no longer."""
        others = sorted({*owners} - {self.owner})
        living = await self._ask(*map(ask.is_taken, others)) if others else ()
        return {owner for owner, lives in zip(others, living, strict=True) if not lives}
