"""A core that says what a test wants it to say, and remembers what it was told."""

from __future__ import annotations

import asyncio

from bot.core.game.people import Chat, Person
from bot.core.ports.platform import Choice, Incoming, Message
from bot.core.queues.user_queue import Ticket, UserQueue
from tests.bot.nowhere import no_boards, nowhere
from tests.bot.platforms.telegram.town import PATIENCE
from tests.bot.unfinished import Unfinished


class ScriptedCore:
    """Answers texts with what `answers` holds for them, as soon as their gate in `gates` is open."""

    def __init__(self) -> None:
        self.answers: dict[str, tuple[Message, ...]] = {}
        self.gates: dict[str, asyncio.Event] = {}
        self.migrated: asyncio.Queue[tuple[Chat, Chat]] = asyncio.Queue()
        self.retried: list[Chat] = []
        self.lost: list[Chat] = []
        self.unseen: list[str] = []
        self.updates = Unfinished()
        self.elsewhere = nowhere()
        self.touching = no_boards()
        self.ignored: set[str] = set()
        self._queue = UserQueue()
        self._heard: asyncio.Queue[Incoming] = asyncio.Queue()

    async def hears(self) -> Incoming:
        """The next text that came in."""
        async with asyncio.timeout(PATIENCE):
            return await self._heard.get()

    def has_heard_all(self) -> bool:
        return self._heard.empty()

    async def moved(self) -> tuple[Chat, Chat]:
        """The next chat that moved, and where to."""
        async with asyncio.timeout(PATIENCE):
            return await self.migrated.get()

    def ignores(self, chat: Chat, person: Person) -> bool:
        return person.key in self.ignored

    def ticket(self, chat: Chat, person: Person) -> Ticket:
        return self._queue.join(chat, person)

    async def handle(self, incoming: Incoming, ticket: Ticket | None = None) -> tuple[Message, ...]:
        with ticket or self.ticket(incoming.chat, incoming.person) as own:
            await own.come()
            self._heard.put_nowait(incoming)
            if incoming.text == "/hint":
                own.leave()
            if gate := self.gates.get(incoming.text):
                await gate.wait()
            return self.answers.get(incoming.text, ())

    async def complete(self, incoming: Incoming, command: str, parameter: str, text: str) -> tuple[Choice, ...]:
        return ()

    async def language(self, chat: Chat, person: Person) -> str:
        return person.language

    async def note_unseen(self, incoming: Incoming) -> None:
        self.unseen.append(incoming.text)

    async def migrate(self, before: Chat, after: Chat) -> None:
        self.migrated.put_nowait((before, after))

    async def retry(self, chat: Chat, person: Person | None = None) -> None:
        self.retried.append(chat)

    async def lose(self, chat: Chat, person: Person | None = None) -> None:
        self.lost.append(chat)
