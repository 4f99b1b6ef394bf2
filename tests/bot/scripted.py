"""An adapter that types what a conversation file says and writes down all that is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from bot.core.game.people import Chat, Person
from bot.core.ports.metrics import Metrics
from bot.core.ports.outages import Outages
from bot.core.ports.platform import Button, Core, DeliveryError, Incoming, Message, Platform
from bot.core.ports.store import Store
from bot.core.ports.thinking import Problem
from bot.core.router import Router
from bot.features import FEATURES
from engines.explaining import explain
from engines.game import (
    Advisor,
    AnyCandidate,
    AnyExplanation,
    AnyGame,
    AnyHint,
    AnyMove,
    AnyPosition,
    Level,
    Limit,
    Solution,
)

CHAT = Chat("stage", "1", direct=True)


@dataclass
class ScriptedPlatform(Platform):
    """Shows by writing down: (message id, chat, message), but nothing in the chats that are `shut`, by their keys."""

    name: str = "stage"
    shown: list[tuple[str, Chat, Message]] = field(default_factory=list)
    administrators: frozenset[str] = frozenset({"ann"})
    shut: set[str] = field(default_factory=set)

    async def run(self, core: Core) -> None:
        raise NotImplementedError

    async def show(self, chat: Chat, message: Message) -> str:
        self._check_is_open(chat)
        self.shown.append((str(len(self.shown) + 1), chat, message))
        return self.shown[-1][0]

    async def edit(self, chat: Chat, post: str, message: Message) -> bool:
        self._check_is_open(chat)
        self.shown.append((post, chat, message))
        return True

    async def tell(self, person: Person, message: Message) -> bool:
        await self.show(private_chat(person.id), message)
        return True

    async def administers(self, chat: Chat, person: Person) -> bool:
        return chat.direct or person.name.casefold() in self.administrators

    def _check_is_open(self, chat: Chat) -> None:
        if chat.key in self.shut:
            raise DeliveryError("the chat takes no messages", retry_after=None, is_lost=True)


@dataclass(frozen=True)
class NoStronger:
    """Advice of the classic level at most."""

    advice: Advisor[Any, Any]

    def hint(self, position: AnyPosition, limit: Limit, level: Level) -> AnyHint:
        return self.advice.hint(position, limit, Level.CLASSIC)

    def solve(self, position: AnyPosition, limit: Limit) -> Solution[Any]:
        return self.advice.solve(position, limit)

    def is_ready(self, position: AnyPosition, seconds: float) -> bool:
        return True


@dataclass
class Quick:
    """Hints at once, never stronger than classic, so that a conversation goes the same way every time."""

    expected: set[str] = field(default_factory=set)

    def expect(self, game: AnyGame) -> None:
        self.expected.add(game.name)

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        reached = Level.CLASSIC if level is Level.STRONG else level
        return problem.game.hint(problem.position, Limit(problem.seconds, seed=7), reached)

    async def consider(self, problem: Problem) -> tuple[AnyCandidate, ...]:
        return problem.game.candidates(problem.position, Limit(60 * problem.seconds))

    async def explain(self, problem: Problem, move: AnyMove) -> AnyExplanation:
        quick = replace(problem.game, advice=NoStronger(problem.game.advice))
        return explain(quick, problem.position, move, Limit(problem.seconds, seed=7))

    async def make_settings(
        self, game: AnyGame, settings: Mapping[str, str], seed: int, chat: str
    ) -> Mapping[str, str]:
        return dict(game.start(settings, seed).settings)


class Deep(Quick):
    """Hints of the very level that is asked for, once the game's search is loaded."""

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        return problem.game.hint(problem.position, Limit(problem.seconds, seed=7), level)

    async def explain(self, problem: Problem, move: AnyMove) -> AnyExplanation:
        return explain(problem.game, problem.position, move, Limit(problem.seconds, seed=7))


@dataclass
class Stage:
    """A router over a real store, an adapter that writes down, a clock that only moves when told."""

    store: Store
    adapter: ScriptedPlatform = field(default_factory=ScriptedPlatform)
    time: float = 1_800_000_000.0
    answers: list[Message] = field(default_factory=list)
    seed: int = 7
    think: Callable[[], Quick] = Quick
    metrics: Metrics | None = None
    operators: frozenset[str] = frozenset()
    outages: Outages | None = None

    def __post_init__(self) -> None:
        self.router = self.restart()

    def restart(self) -> Router:
        """A new router over the same store, as after a crash."""
        self.thinking = self.think()
        self.router = Router(
            self.store,
            self.thinking,
            {self.adapter.name: self.adapter},
            features=FEATURES,
            now=lambda: self.time,
            random=Random(self.seed),
            metrics=self.metrics,
            operators=self.operators,
            outages=self.outages,
        )
        return self.router

    async def type(self, who: str, text: str, chat: Chat = CHAT, **more: object) -> tuple[Message, ...]:
        """`who` types a text; all boards are shown when this returns."""
        answers = await self.router.handle(incoming(who, text, chat, **more))
        await self.router.wait_until_idle()
        self.answers.extend(answer for answer in answers if not answer.envelope.fleeting)
        return answers

    async def press(self, who: str, label: str, chat: Chat = CHAT, **more: object) -> tuple[Message, ...]:
        """`who` presses the newest button with this label."""
        return await self.type(who, self.button(label, chat).types, chat, **{"pressed": True, "alone": True} | more)

    def button(self, label: str, chat: Chat | None = None) -> Button:
        post = (message for _, where, message in reversed(self.adapter.shown) if chat in (None, where))
        messages = [*self.answers[-1:], *post]
        buttons = (b for message in messages for row in message.buttons for b in row)
        return next(button for button in buttons if button.label == label)

    def newest_in(self, chat: Chat) -> Message:
        """Return what was shown last in a chat."""
        return next(message for _, where, message in reversed(self.adapter.shown) if where == chat)

    @property
    def board(self) -> Message:
        return self.adapter.shown[-1][2]


def person(who: str) -> Person:
    """`ann` speaks English, `ann.ru` Russian."""
    name, _, language = who.partition(".")
    return Person("stage", name, name.capitalize(), name, language or "en")


def private_chat(who: str) -> Chat:
    """Somebody's own chat with the bot."""
    return Chat("stage", person(who).id, direct=True)


def incoming(who: str, text: str, chat: Chat = CHAT, **more: object) -> Incoming:
    mentions = {word: person(word[1:]) for word in text.split() if word.startswith("@")}
    make: Callable[..., Incoming] = Incoming
    return make(chat, person(who), text, mentions=mentions, **more)
