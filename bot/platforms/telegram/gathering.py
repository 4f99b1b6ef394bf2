"""Gathering of refusals: one message tells several people of a group in words what a reaction has told them."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.core.game.people import Chat, Person
from bot.core.ports.platform import OPEN, Message

PAUSE = 10.0
"""Seconds that a refusal waits for others in the same words; a group takes about twenty messages a minute."""
_GOODBYE = 0.5


@dataclass
class _Refusal:
    """A refusal to some people in a chat."""

    chat: Chat
    message: Message
    people: dict[str, Person]


class Gathering:
    """The refusals that wait to be posted."""

    def __init__(self, post: Callable[[Chat, Message], Awaitable[object]]) -> None:
        self._post = post
        self._waiting: dict[tuple[str, str], _Refusal] = {}
        self._tasks = set[asyncio.Task[None]]()

    def add(self, chat: Chat, message: Message, person: Person) -> None:
        """Tell a person of a refusal soon, together with others."""
        key = chat.key, message.text
        if refusal := self._waiting.get(key):
            refusal.people[person.key] = person
            return
        self._waiting[key] = _Refusal(chat, message, {person.key: person})
        task = asyncio.create_task(self._post_later(key))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Post everything that waits, as far as that is possible at once."""
        for task in self._tasks:
            task.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE):
                await asyncio.gather(*map(self._post_now, [*self._waiting]))

    async def _post_later(self, key: tuple[str, str]) -> None:
        await asyncio.sleep(PAUSE)
        await self._post_now(key)

    async def _post_now(self, key: tuple[str, str]) -> None:
        refusal = self._waiting.pop(key)
        names = ", ".join(person.name for person in refusal.people.values())
        message = replace(refusal.message, text=f"{names}: {refusal.message.text}", envelope=OPEN)
        await self._post(refusal.chat, message)
