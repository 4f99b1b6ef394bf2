"""One person's texts in one chat, one after another as they came; chats share the slots in which texts are handled."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

from bot.core.game.people import Chat, Person
from bot.core.queues.fair_semaphore import Shares

Left = asyncio.Future[None]
AT_ONCE = 64
"""Texts handled at once: enough to wait for the store together, few enough that the next chat's turn comes soon."""


class Turn:
    """A text's place in line, taken when the text came in; whoever holds it leaves it at the end of a `with` block.

    Its slot, if it has to have one, is of the share that is named.
    """

    def __init__(self, *before: Left, shares: Shares | None = None, share: str = "") -> None:
        self._before = before
        self._shares = shares
        self._share = share
        self._slot: Shares | None = None
        self.left: Left = asyncio.get_running_loop().create_future()

    async def come(self) -> None:
        """Returns once all that is before this one has left, and it is the share's turn."""
        for before in self._before:
            await asyncio.wait([before])
        if self._shares:
            await self._shares.take(self._share)
            self._slot = self._shares

    def leave(self, _: Left | None = None) -> None:
        """Lets the next text go on, as soon as those before this one have left too."""
        if self._slot:
            self._slot.give_back()
            self._slot = None
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


class Turns:
    """A line for each person in each chat, and a way to hold up all lines of a chat; what is over is forgotten."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._shares = Shares(at_once)
        self._last: dict[tuple[str, ...], Left] = {}

    def take(self, chat: Chat, person: Person) -> Turn:
        """The place behind all texts that this person has sent to this chat so far."""
        return self._behind((chat.key, person.key), (chat.key,), shares=self._shares)

    def hold_up(self, chat: Chat) -> Turn:
        """A turn that all texts wait for that come to this chat from now on."""
        return self._behind((chat.key,))

    def _behind(self, line: tuple[str, ...], *others: tuple[str, ...], shares: Shares | None = None) -> Turn:
        before = (left for each in (line, *others) if (left := self._last.get(each)))
        turn = Turn(*before, shares=shares, share=line[0])
        self._last[line] = turn.left
        turn.left.add_done_callback(lambda left: self._forget(line, left))
        return turn

    def _forget(self, line: tuple[str, ...], left: Left) -> None:
        if self._last.get(line) is left:
            del self._last[line]
