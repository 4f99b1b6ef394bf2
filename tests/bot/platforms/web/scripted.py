"""A core that plays no game: it answers a few texts in every way that an adapter must be able to show."""

from __future__ import annotations

import asyncio

from bot.core.game.people import Chat, Person
from bot.core.ports.platform import PRIVATE, Button, Choice, Envelope, Incoming, Message, Picture, Platform
from bot.core.queues.user_queue import Ticket
from renderers.scene import Scene
from tests.bot.nowhere import no_boards, nowhere
from tests.bot.unfinished import Unfinished

SHEET = Scene(960, 560, (), ())
ALT = "Dots and Boxes, 3 by 3. Ann has drawn a1-a2."
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63f8ffff3f0005fe02fe0def46b80000000049454e44ae426082"
)


DARK_PNG = PNG + b"dark"


async def paint(scene: Scene, share: str = "") -> bytes:
    """Return one white pixel for any scene."""
    return PNG


async def paint_dark(scene: Scene, share: str = "") -> bytes:
    """The same pixel, known by what follows it."""
    return DARK_PNG


def board(person: Incoming) -> Message:
    row = (Button("Hint", "/hint"), Button("Moves", "/moves"))
    return Message("Your turn.", Picture(SHEET, ALT), buttons=(row,), mention=person.person)


class ScriptedCore:
    """Keeps what it heard; `/slow` is answered when `go` is set."""

    def __init__(self, adapter: Platform) -> None:
        self.heard: list[Incoming] = []
        self.go = asyncio.Event()
        self._adapter = adapter
        self.updates = Unfinished()
        self.elsewhere = nowhere()
        self.touching = no_boards()

    async def handle(self, incoming: Incoming, ticket: Ticket | None = None) -> tuple[Message, ...]:
        self.heard.append(incoming)
        if incoming.text == "/board":
            return await self._show(incoming)
        if incoming.text == "/slow":
            await self.go.wait()
        if incoming.text == "/broken":
            raise RuntimeError("a mistake in the core")
        return self._answers(incoming).get(incoming.text.partition(" ")[0], ())

    def ignores(self, chat: Chat, person: Person) -> bool:
        return False

    def ticket(self, chat: Chat, person: Person) -> Ticket:
        return Ticket()

    async def complete(self, incoming: Incoming, command: str, parameter: str, text: str) -> tuple[Choice, ...]:
        return ()

    async def language(self, chat: Chat, person: Person) -> str:
        return person.language

    async def note_unseen(self, incoming: Incoming) -> None:
        raise NotImplementedError

    async def migrate(self, before: Chat, after: Chat) -> None:
        raise NotImplementedError

    async def retry(self, chat: Chat, person: Person | None = None) -> None:
        raise NotImplementedError

    async def lose(self, chat: Chat, person: Person | None = None) -> None:
        raise NotImplementedError

    async def _show(self, incoming: Incoming) -> tuple[Message, ...]:
        await self._adapter.show(incoming.chat, board(incoming))
        return ()

    def _answers(self, incoming: Incoming) -> dict[str, tuple[Message, ...]]:
        accept = ((Button("Accept", "/accept"), Button("Decline", "/decline")),)
        return {
            "/hint": (Message("Draw a1-b1.", buttons=((Button("a1-b1", "a1-b1"),),), envelope=PRIVATE),),
            "/challenge": (Message(f"{incoming.person.name} wants to play.", buttons=accept),),
            "/accept": (Message(f"{incoming.person.name} sat down.", envelope=Envelope(update=True)),),
            "/record": (Message("The record.", file=("game.txt", "a1-a2\n"), envelope=PRIVATE),),
            "/slow": (Message("At last.", envelope=PRIVATE),),
        }
