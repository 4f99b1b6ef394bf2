"""A core that answers from a script, and remembers what it was asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from bot.core.game.people import Chat, Person
from bot.core.ports.page import Touching
from bot.core.ports.platform import Choice, Elsewhere, Incoming, Message
from bot.core.queues.user_queue import Ticket
from bot.platforms.discord import Discord
from renderers.scene import Scene
from tests.bot.nowhere import no_boards, nowhere
from tests.bot.platforms.discord.standin import TOKEN, StandIn
from tests.bot.unfinished import Unfinished

PNG = b"\x89PNG\r\n\x1a\nand so on"
BOARD = Scene(10, 10, (), ())


@dataclass
class ScriptedCore:
    """`answers` maps a text to what it is answered with; `public` to what everybody is shown meanwhile."""

    answers: dict[str, tuple[Message, ...]] = field(default_factory=dict)
    public: dict[str, Message] = field(default_factory=dict)
    choices: tuple[Choice, ...] = ()
    heard: list[Incoming] = field(default_factory=list)
    completed: list[tuple[str, str, str, str]] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    adapter: Discord | None = None
    updates: Unfinished = field(default_factory=Unfinished)
    elsewhere: Elsewhere = field(default_factory=nowhere)
    touching: Touching = field(default_factory=no_boards)

    async def handle(self, incoming: Incoming, ticket: Ticket | None = None) -> tuple[Message, ...]:
        self.heard.append(incoming)
        if self.adapter and incoming.text in self.public:
            self.shown.append(await self.adapter.show(incoming.chat, self.public[incoming.text]))
        return self.answers.get(incoming.text, ())

    def ignores(self, chat: Chat, person: Person) -> bool:
        return False

    def ticket(self, chat: Chat, person: Person) -> Ticket:
        return Ticket()

    async def complete(self, incoming: Incoming, command: str, parameter: str, text: str) -> tuple[Choice, ...]:
        self.completed.append((incoming.text, command, parameter, text))
        return self.choices

    async def language(self, chat: Chat, person: Person) -> str:
        return person.language

    async def note_unseen(self, incoming: Incoming) -> None:
        raise NotImplementedError

    async def migrate(self, before: Chat, after: Chat) -> None:
        raise AssertionError("a Discord channel keeps its id")

    async def retry(self, chat: Chat, person: Person | None = None) -> None:
        raise NotImplementedError

    async def lose(self, chat: Chat, person: Person | None = None) -> None:
        raise NotImplementedError


async def paint(scene: Scene, share: str = "") -> bytes:
    return PNG


def adapter_to(core: ScriptedCore, guild: int | None = None) -> Discord:
    core.adapter = Discord("token", paint=paint, guild=guild)
    return core.adapter


def adapter_at(server: StandIn, token: str = TOKEN, guild: int | None = None) -> Discord:
    return Discord(token, paint=paint, rest_url=server.rest_url, gateway_url=server.gateway_url, guild=guild)


@asynccontextmanager
async def open_adapter(server: StandIn, core: ScriptedCore, guild: int | None = None) -> AsyncIterator[Discord]:
    """An adapter that has connected; closed at the end, in time or not at all."""
    adapter = core.adapter = adapter_at(server, guild=guild)
    running = asyncio.create_task(adapter.run(core))
    try:
        futures: set[asyncio.Future[Any]] = {running, server.identified}
        await asyncio.wait(futures, timeout=60, return_when=asyncio.FIRST_COMPLETED)
        assert server.identified.done()
        yield adapter
    finally:
        running.cancel()
        async with asyncio.timeout(60):
            with suppress(asyncio.CancelledError):
                await running
