"""A rate limit by token buckets: one notice for the sender who empties a bucket, then silence."""

from enum import StrEnum
from typing import Protocol

from bot.core.game.instants import Now
from bot.core.queues.caches import BoundedDict

SECONDS = 20
"""Seconds until an empty bucket is full again, and for which its sender is ignored."""


class Bucket(StrEnum):
    """The owner of a token bucket."""

    PERSON = "person"
    CHAT = "chat"
    ALL = "all"


class Buckets(Protocol):
    """The levels of the token buckets, shared by all processes where possible."""

    async def take(self, person: str, chat: str) -> Bucket | None:
        """Take a token from each bucket; return the empty bucket, if any. Never raises; if in doubt, all are full."""


class RateLimit:
    """A limit on texts, with the senders who were asked to wait."""

    def __init__(self, buckets: Buckets | None, now: Now) -> None:
        self._buckets = buckets
        self._now = now
        self._silent = BoundedDict[str, float]()

    async def takes(self, person: str, chat: str) -> Bucket | bool:
        """Return whether to answer a request, or the bucket it has just emptied, to be reported once."""
        if self.ignores(person, chat):
            return False
        empty_bucket = await self._buckets.take(person, chat) if self._buckets else None
        if empty_bucket is None or self.ignores(person, chat):
            return empty_bucket is None
        self._silent[chat if empty_bucket is Bucket.CHAT else person] = self._now() + SECONDS
        return empty_bucket

    def ignores(self, person: str, chat: str) -> bool:
        """Return whether the person or the chat was asked to wait and still must."""
        seconds_left = (self._silent.get(key, 0.0) - self._now() for key in (person, chat))
        return bool(self._silent) and any(0 < seconds <= SECONDS for seconds in seconds_left)
