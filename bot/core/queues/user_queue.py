"""A queue for each person in each chat: one text at a time, with slots shared fairly by all chats."""

from __future__ import annotations

import asyncio
from functools import partial
from types import TracebackType
from typing import Self

from bot.core.game.people import Chat, Person
from bot.core.queues.fair_semaphore import FairSemaphore

Departure = asyncio.Future[None]
AT_ONCE = 64
"""Concurrent texts: enough to share round trips to the store, few enough for quick turns of other chats."""


class Ticket:
    """A text's place in its queue, taken on arrival and left at the end of a `with` block.

    `share` is whose turn it takes, if there are `slots`.
    """

    def __init__(
        self, *before: Departure, slots: FairSemaphore | None = None, share: str = "", of_one: set[Ticket] | None = None
    ) -> None:
        self._before = before
        self._of_one = of_one if of_one is not None else set()
        self._of_one.add(self)
        self._has_come = False
        self._slots = slots
        self._share = share
        self._has_slot = False
        self.departure: Departure = asyncio.get_running_loop().create_future()

    async def come(self) -> None:
        """Wait until every earlier ticket has left and it is the share's turn."""
        for before in self._before:
            await asyncio.wait([before])
        if self._slots:
            await self._slots.acquire(self._share)
            self._has_slot = True
        self._has_come = True

    async def outlast(self) -> None:
        """Wait until the same person's other texts that are being handled, in any chat, have left."""
        others = [ticket.departure for ticket in self._of_one if ticket is not self and ticket._has_come]
        if others:
            await asyncio.wait(others)

    def leave(self, _: Departure | None = None) -> None:
        """Let the next text proceed once all earlier tickets have left too."""
        if self._slots and self._has_slot:
            self._slots.release()
            self._has_slot = False
        waiting = next((before for before in self._before if not before.done()), None)
        if waiting is not None:
            waiting.add_done_callback(self.leave)
        elif not self.departure.done():
            self.departure.set_result(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.leave()


class UserQueue:
    """The queues by chat and person; finished tickets are dropped."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._slots = FairSemaphore(at_once)
        self._last: dict[tuple[str, ...], Departure] = {}
        self._of_one: dict[str, set[Ticket]] = {}

    def join(self, chat: Chat, person: Person) -> Ticket:
        """Return a ticket behind all texts that this person has sent to this chat."""
        of_one = self._of_one.setdefault(person.key, set())
        ticket = self._behind((chat.key, person.key), (chat.key,), slots=self._slots, of_one=of_one)
        ticket.departure.add_done_callback(partial(self._part, person.key, ticket))
        return ticket

    def hold_up(self, chat: Chat) -> Ticket:
        """Return a ticket that all later texts in this chat wait for."""
        return self._behind((chat.key,))

    def _behind(
        self,
        line: tuple[str, ...],
        *others: tuple[str, ...],
        slots: FairSemaphore | None = None,
        of_one: set[Ticket] | None = None,
    ) -> Ticket:
        before = filter(None, map(self._last.get, (line, *others)))
        ticket = Ticket(*before, slots=slots, share=line[0], of_one=of_one)
        self._last[line] = ticket.departure
        ticket.departure.add_done_callback(partial(self._forget, line))
        return ticket

    def _part(self, person: str, ticket: Ticket, _: Departure) -> None:
        of_one = self._of_one.get(person, set())
        of_one.discard(ticket)
        if not of_one:
            self._of_one.pop(person, None)

    def _forget(self, line: tuple[str, ...], departure: Departure) -> None:
        if self._last.get(line) is departure:
            del self._last[line]
