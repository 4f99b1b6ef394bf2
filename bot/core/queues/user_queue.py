"""A queue for each person in each chat: texts are handled one after another, and chats share the slots for that."""

from __future__ import annotations

import asyncio
from functools import partial
from types import TracebackType
from typing import Self

from bot.core.game.people import Chat, Person
from bot.core.queues.fair_semaphore import FairSemaphore

Left = asyncio.Future[None]
AT_ONCE = 64
"""Texts handled at once: enough to wait for the store together, few enough that the next chat's turn comes soon."""


class Ticket:
    """A text's place in its queue, taken when the text came in; the end of a `with` block leaves it.

    Its slot, if it has to have one, is of the share that is named.
    """

    def __init__(self, *before: Left, slots: FairSemaphore | None = None, share: str = "") -> None:
        self._before = before
        self._slots = slots
        self._share = share
        self._has_slot = False
        self.left: Left = asyncio.get_running_loop().create_future()

    async def come(self) -> None:
        """Returns once all that is before this one has left, and it is the share's turn."""
        for before in self._before:
            await asyncio.wait([before])
        if self._slots:
            await self._slots.acquire(self._share)
            self._has_slot = True

    def leave(self, _: Left | None = None) -> None:
        """Lets the next text go on, as soon as those before this one have left too."""
        if self._slots and self._has_slot:
            self._slots.release()
            self._has_slot = False
        waiting = next((before for before in self._before if not before.done()), None)
        if waiting is not None:
            waiting.add_done_callback(self.leave)
        elif not self.left.done():
            self.left.set_result(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.leave()


class UserQueue:
    """The queues by chat and person, and a way to hold up all of a chat's; what is over is forgotten."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._slots = FairSemaphore(at_once)
        self._last: dict[tuple[str, ...], Left] = {}

    def join(self, chat: Chat, person: Person) -> Ticket:
        """The place behind all texts that this person has sent to this chat so far."""
        return self._behind((chat.key, person.key), (chat.key,), slots=self._slots)

    def hold_up(self, chat: Chat) -> Ticket:
        """A ticket that all texts wait for that come to this chat from now on."""
        return self._behind((chat.key,))

    def _behind(self, line: tuple[str, ...], *others: tuple[str, ...], slots: FairSemaphore | None = None) -> Ticket:
        before = filter(None, map(self._last.get, (line, *others)))
        ticket = Ticket(*before, slots=slots, share=line[0])
        self._last[line] = ticket.left
        ticket.left.add_done_callback(partial(self._forget, line))
        return ticket

    def _forget(self, line: tuple[str, ...], left: Left) -> None:
        if self._last.get(line) is left:
            del self._last[line]
