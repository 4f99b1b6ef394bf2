"""A hall with two platforms and any number of processes, in which people look for each other."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from random import Random

from bot.core.game.people import Chat, Person
from bot.core.handlers.services import Extension, Limits
from bot.core.ports.platform import Button, Incoming, Message
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
    clock: list[float] = field(default_factory=lambda: [1_800_020_000.0])
    seed: int = 7
    limits: Limits = field(default_factory=Limits)
    features: tuple[Extension, ...] = FEATURES

    def __post_init__(self) -> None:
        self.router = Router(
            self.store,
            Quick(),
            self.adapters,
            features=self.features,
            now=lambda: self.clock[0],
            random=Random(self.seed),
            limits=self.limits,
        )

    def another_process(self, store: Store | None = None) -> Hall:
        """Return another process, over the same store unless another connection is given."""
        return replace(self, store=store or self.store, seed=self.seed + 1)

    async def allow(self, *chats: Chat) -> None:
        """Let chats be shown seeks."""
        for chat in chats:
            await self.type(person("ann", chat.platform), "/settings seeks=yes", chat)

    async def type(self, who: Person, text: str, chat: Chat, **more: object) -> tuple[Message, ...]:
        """Return the answers to a typed text, once all boards are shown."""
        incoming = replace(Incoming(chat, who, text), **more)  # type: ignore[arg-type]
        answers = await self.router.handle(incoming)
        await self.router.wait_until_idle()
        self.answers = answers
        return answers

    async def press(self, who: Person, label: str, chat: Chat, **more: object) -> tuple[Message, ...]:
        """Press the newest button with this label in a chat."""
        return await self.type(who, self.button(label, chat).types, chat, pressed=True, **more)

    async def take(self, who: Person, chat: Chat, **more: object) -> tuple[Message, ...]:
        """Press the newest button in a chat that takes a seek."""
        return await self.type(who, self.take_button(chat).types, chat, pressed=True, **more)

    def button(self, label: str, chat: Chat) -> Button:
        """Return the newest button with this label, of the last answer or in a chat."""
        return next(each for each in self._buttons(chat) if each.label == label)

    def take_button(self, chat: Chat) -> Button:
        """Return the newest button that takes a seek, of the last answer or in a chat."""
        return next(each for each in self._buttons(chat) if each.types.startswith("/seek take"))

    def _buttons(self, chat: Chat) -> list[Button]:
        messages = [*self.answers, *reversed(self.messages(chat))]
        return [each for message in messages for row in message.buttons for each in row]

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

    def code_in(self, chat: Chat) -> str:
        """Return the code of the game on the newest board in a chat."""
        buttons = (each.types for message in reversed(self.messages(chat)) for row in message.buttons for each in row)
        return next(match[1] for types in buttons if (match := re.search(r"\b([A-Z]{6})(?:@\d+)?\b", types)))


async def hall_over(store: Store, *chats: Chat) -> Hall:
    """Return a hall where these chats are shown seeks."""
    hall = Hall(store)
    await hall.allow(*chats)
    return hall


def person(who: str, platform: str = STAGE, language: str = "en") -> Person:
    """Return a person of a platform."""
    return Person(platform, who, who.capitalize(), f"{who}_handle", language)


def club(name: str, platform: str = STAGE) -> Chat:
    """Return a group chat."""
    return Chat(platform, name)


def private_chat(who: Person) -> Chat:
    """Return a person's own chat with the bot."""
    return Chat(who.platform, who.id, direct=True)
