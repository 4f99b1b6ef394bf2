"""A hall with two platforms and any number of processes, in which people look for each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from bot.core.game.people import Chat, Person
from bot.core.ports.platform import Incoming, Message
from bot.core.ports.store import Store
from bot.core.router import Router
from bot.features import FEATURES
from tests.bot.scripted import Quick, ScriptedPlatform

STAGE, OTHER = "stage", "other"


@dataclass
class Hall:
    """A process over a store, with an adapter for each platform; processes share `adapters` and `clock`."""

    store: Store
    adapters: dict[str, ScriptedPlatform] = field(
        default_factory=lambda: {name: ScriptedPlatform(name) for name in (STAGE, OTHER)}
    )
    clock: list[float] = field(default_factory=lambda: [1_800_000_000.0])

    def __post_init__(self) -> None:
        self.router = Router(
            self.store, Quick(), self.adapters, features=FEATURES, now=lambda: self.clock[0], random=Random(7)
        )

    async def type(self, who: Person, text: str, chat: Chat, **more: object) -> tuple[Message, ...]:
        """Return the answers to a typed text, once all boards are shown."""
        incoming = Incoming(chat, who, text, **more)  # type: ignore[arg-type]
        answers = await self.router.handle(incoming)
        await self.router.wait_until_idle()
        return answers

    async def press(self, who: Person, label: str, chat: Chat, **more: object) -> tuple[Message, ...]:
        """Press the newest button with this label in a chat."""
        newest_first = reversed(self.messages(chat))
        button = next(
            each for message in newest_first for row in message.buttons for each in row if each.label == label
        )
        return await self.type(who, button.types, chat, pressed=True, **more)

    async def sweep(self, seconds: float = 0.0) -> None:
        """Run one round of the sweeper after so many seconds."""
        self.clock[0] += seconds
        await self.router.sweep()
        await self.router.wait_until_idle()

    def messages(self, chat: Chat) -> list[Message]:
        """Return what was shown in a chat, edits included."""
        return [message for _, where, message in self.adapters[chat.platform].shown if where == chat]

    def texts(self, chat: Chat) -> list[str]:
        """Return the texts shown in a chat."""
        return [message.text for message in self.messages(chat)]


def person(who: str, platform: str = STAGE, language: str = "en") -> Person:
    """Return a person of a platform."""
    return Person(platform, who, who.capitalize(), f"{who}_handle", language)


def club(name: str, platform: str = STAGE) -> Chat:
    """Return a group chat."""
    return Chat(platform, name)
