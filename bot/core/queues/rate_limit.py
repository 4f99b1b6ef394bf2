"""Rate limit by token buckets: one word to the sender who has emptied one, and then silence."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from bot.core.game.instants import Now
from bot.core.queues.bounded_dict import BoundedDict

SECONDS = 20
"""How long a bucket takes to be full again, and how long who has emptied one is not heard."""


class Bucket(StrEnum):
    """Whose token bucket it is."""

    PERSON = "person"
    CHAT = "chat"
    ALL = "all"


class Buckets(Protocol):
    """The token buckets' levels, kept for all processes together as far as that is possible."""

    async def take(self, person: str, chat: str) -> Bucket | None:
        """Takes one request from each; the bucket that was empty, if one was. Never raises: in doubt all are full."""


class RateLimit:
    """Takes tokens for each text, if there are buckets, and remembers who has been asked to wait."""

    def __init__(self, buckets: Buckets | None, now: Now) -> None:
        self._buckets = buckets
        self._now = now
        self._silent = BoundedDict[str, float]()

    async def takes(self, person: str, chat: str) -> Bucket | bool:
        """Whether a request is to be answered; or the bucket that it has just found empty, which is to be told once."""
        if self.ignores(person, chat):
            return False
        empty = await self._buckets.take(person, chat) if self._buckets else None
        if empty is None or self.ignores(person, chat):
            return empty is None
        self._silent[chat if empty is Bucket.CHAT else person] = self._now() + SECONDS
        return empty

    def ignores(self, person: str, chat: str) -> bool:
        """Whether one of them has been asked to wait, and still has to."""
        return any(0 < self._silent.get(key, 0.0) - self._now() <= SECONDS for key in (person, chat))
