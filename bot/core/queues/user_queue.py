"""A queue for each person in each chat, with slots shared fairly by all chats, and a limit on texts."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Protocol, Self

from bot.core.game.instants import Now
from bot.core.game.people import Chat, Person
from bot.core.queues.caches import BoundedDict
from bot.core.queues.fair_turns import FairSemaphore

Departure = asyncio.Future[None]
AT_ONCE = 64
"""Concurrent texts: enough to share round trips to the store, few enough for quick turns of other chats."""


@dataclass(eq=False)
class Ticket:
    """A text's place in its queue, taken on arrival and given up at the end of a `with` block.

    It waits for the departures `before` it. `share` is whose turn it takes, if there are `slots`; `of_one` are all
    tickets of the same person.
    """

    before: Sequence[Departure] = ()
    slots: FairSemaphore | None = None
    share: str = ""
    of_one: set[Ticket] = field(default_factory=set)
    departure: Departure = field(default_factory=asyncio.Future)
    _has_come: bool = False
    _has_slot: bool = False

    async def come(self) -> None:
        """Wait until every earlier ticket has left and it is the share's turn."""
        for before in self.before:
            await asyncio.wait([before])
        if self.slots:
            await self.slots.acquire(self.share)
            self._has_slot = True
        self._has_come = True

    async def outlast(self) -> None:
        """Wait until the same person's other texts in progress, in any chat, are finished."""
        others = [ticket.departure for ticket in self.of_one if ticket is not self and ticket._has_come]
        if others:
            await asyncio.wait(others)

    def leave(self, *_: object) -> None:
        """Let the next text proceed once all earlier tickets have left too."""
        if self.slots and self._has_slot:
            self.slots.release()
            self._has_slot = False
        for before in self.before:
            if not before.done():
                before.add_done_callback(self.leave)
                return
        if not self.departure.done():
            self.departure.set_result(None)

    def __enter__(self) -> Self:
        return self

    __exit__ = leave


class UserQueue:
    """The queues by chat and person; finished tickets are dropped."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._slots = FairSemaphore(at_once)
        self._last: dict[tuple[str, ...], Departure] = {}
        self._of_one: dict[str, set[Ticket]] = {}

    def join(self, chat: Chat, person: Person) -> Ticket:
        """Return a ticket behind all texts from this person to this chat."""
        lines = ((chat.key, person.key), (chat.key,))
        before = tuple(filter(None, map(self._last.get, lines)))
        ticket = Ticket(before, self._slots, chat.key, self._of_one.setdefault(person.key, set()))
        ticket.of_one.add(ticket)
        self._last[lines[0]] = ticket.departure
        ticket.departure.add_done_callback(partial(self._forget, lines[0], ticket))
        return ticket

    async def outlast(self, person: Person) -> None:
        """Wait until the texts of a person that have arrived by now are finished."""
        if tickets := self._of_one.get(person.key):
            await asyncio.wait([ticket.departure for ticket in tickets])

    def hold_up(self, chat: Chat) -> Ticket:
        """Return a ticket that all later texts in this chat wait for."""
        line = (chat.key,)
        before = self._last.get(line)
        ticket = Ticket((before,) if before else ())
        self._last[line] = ticket.departure
        ticket.departure.add_done_callback(partial(self._forget, line, ticket))
        return ticket

    def _forget(self, line: tuple[str, ...], ticket: Ticket, departure: Departure) -> None:
        if self._last.get(line) is departure:
            del self._last[line]
        ticket.of_one.discard(ticket)
        if not ticket.of_one and self._of_one.get(line[-1]) is ticket.of_one:
            del self._of_one[line[-1]]


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
        now = self._now()
        return bool(self._silent) and any(0 < self._silent.get(key, 0.0) - now <= SECONDS for key in (person, chat))
