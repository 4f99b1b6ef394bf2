"""The arguments of every answer: the services of the core, and the incoming text with all that is known of it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence, Set
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from bot.core.boards.context import Context
from bot.core.boards.delivery import Delivery, OnEnd
from bot.core.chats.address_book import AddressBook
from bot.core.commands.command import Command
from bot.core.commands.playing import BareText
from bot.core.commands.settings import ChatSetting
from bot.core.commands.table import CommandTable
from bot.core.game.earlier_exercises import EarlierExercise, add_exercise, read_exercises, write_exercises
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person
from bot.core.game.requests import Request
from bot.core.game.session import Session
from bot.core.language.speech import Speech
from bot.core.ports.known import StoredFacts
from bot.core.ports.platform import Incoming, Message
from bot.core.queues.bounded_dict import BoundedDict
from bot.core.queues.heavy_work import HeavyWork
from bot.core.queues.memory import Memory
from bot.core.queues.rate_limit import RateLimit
from bot.core.queues.sized_dict import SizedDict
from bot.core.queues.user_queue import Ticket
from bot.core.upkeep.reindexing import Rebuild
from bot.core.upkeep.sweeper import Tick
from bot.core.view.buttons import FinishedButtons
from engines.game import AnyHint
from engines.refusals import Illegal
from engines.review import Expectation

T = TypeVar("T")


class RunningSearches:
    """Waits for what is thought out elsewhere about positions."""

    def __init__(self) -> None:
        self._searches: defaultdict[str, set[asyncio.Future[Any]]] = defaultdict(set)

    def outdate(self, session: Session) -> None:
        """Ends the searches for a position that is gone."""
        for search in self._searches.pop(session.code, ()):
            search.cancel()

    async def result(self, session: Session, thought: Awaitable[T]) -> T:
        """What was thought out; raises `Illegal` when the game has moved on meanwhile."""
        search = asyncio.ensure_future(thought)
        self._searches[session.code].add(search)
        try:
            await asyncio.wait([search])
        finally:
            search.cancel()
            self._searches[session.code].discard(search)
            if not self._searches[session.code]:
                del self._searches[session.code]
        if search.cancelled():
            raise Illegal("game-moved-on", game=session.code)
        return search.result()


Answers = tuple[Message, ...]


@dataclass(frozen=True)
class Limits:
    """The most open challenges and open games of a person, and the most open games of a chat."""

    challenges: int = 10
    games: int = 50
    chat: int = 50


_BYTES_OF_HINT, _BYTES_OF_PART = 1000, 500


def hints_in(memory: Memory) -> SizedDict[str, tuple[int, AnyHint]]:
    """Make the cache of hints, by the code of their game and with their ply."""
    return memory.cache("hints", lambda kept: _BYTES_OF_HINT + _BYTES_OF_PART * _parts_of(kept[1]))


def _parts_of(hint: AnyHint) -> int:
    return len(hint.line) + sum(1 + len(reason.fields) for reason in hint.reasons)


@dataclass(frozen=True)
class LookOver:
    """The first findings of a finished game's review, and the task that analyses it further."""

    found: Sequence[Expectation]
    task: asyncio.Task[None]


@dataclass(frozen=True)
class Services(Context):
    """What answers work with besides, and the little that they remember from one to the next.

    `commands` is the table that texts are read by, and `handlers` have the function that answers each type of request;
    `extensions` are the core's own and the features;
    `operators` are the keys of the people who run the bot; `writing` has a lock for each game that is written to here;
    `hints` what was advised last in each game, with its ply; `warned` who has been told, in which chat, what rights the
    bot lacks there; `reviewing` the games that are being looked over longer; `erased` the tokens for which people
    were forgotten here.
    """

    delivery: Delivery
    address_book: AddressBook
    random: Random
    limits: Limits
    rate_limit: RateLimit
    commands: CommandTable
    handlers: Mapping[type[Request], Handler]
    extensions: tuple[Extension, ...]
    operators: Set[str] = frozenset()
    heavy: HeavyWork = field(default_factory=HeavyWork)
    searches: RunningSearches = field(default_factory=RunningSearches)
    writing: MutableMapping[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    hints: SizedDict[str, tuple[int, AnyHint]] = field(default_factory=lambda: hints_in(Memory()))
    warned: BoundedDict[tuple[str, str], None] = field(default_factory=BoundedDict)
    reviewing: dict[str, LookOver] = field(default_factory=dict)
    erased: BoundedDict[str, None] = field(default_factory=BoundedDict)


@dataclass(frozen=True)
class Again:
    """A text that was handled before, by its cause: how things stood then, the exercise that is open `now`, and whether
    it is the `newest` text that changed one."""

    stood: EarlierExercise
    now: str | None
    newest: bool


@dataclass(frozen=True)
class Asked:
    """The incoming text, its sender's words, what was known then, its place among that person's texts, and its time.

    If it is handled `again`, `known` has the exercise that was open before.
    """

    incoming: Incoming
    words: Speech
    known: StoredFacts
    ticket: Ticket
    at: Instant
    again: Again | None = None


Handler = Callable[[Services, Request, Asked], Awaitable[Answers]]
"""A function that answers a request."""


Answering = tuple[type[Request], Handler]
"""A type of request and its handler."""


class Row:
    """A row of the command table: a command, and the handler of each type of request that it makes."""

    def __init__(self, command: Command, *handlers: Answering) -> None:
        self.command = command
        self.handlers = dict(handlers)


@dataclass(frozen=True)
class Logged:
    """The code of what a feature's log tells, and when the last thing happens in it."""

    code: str
    last: Instant


@dataclass(frozen=True)
class FeatureLogs:
    """The logs of a feature, whose names begin with a `kind`.

    `read` makes of all entries what a backup has to know, None of none; `read_entry` makes equal values of entries that
    say the same. Both raise `ValueError`. On the list `schedule` one is put that is to be looked at.
    """

    kind: str
    schedule: str
    read: Callable[[Sequence[str]], Logged | None]
    read_entry: Callable[[str], object]


@dataclass(frozen=True, kw_only=True)
class Extension:
    """What may be plugged into the core.

    - `rows` of the command table;
    - `read_bare` makes a request of a text without a command, before the text can be a move;
    - `understand` answers a sentence where no game is;
    - `buttons_after_game` stand where a game is over;
    - `tick` runs in each round of the sweeper;
    - `chat_settings` stand in `/settings`, and `settle` is told what a chat has chosen, of any setting;
    - `logs` are its own logs, for backups, repair and retention; `schedules` name its lists by instants, and
      `chat_choices` the kinds of what it keeps of chats, which move with them;
    - `on_end` is told of each game that has ended; `rebuild` makes its lists anew from its logs;
    - `export` returns personal data by name, `leave` ends what a person takes part in, and `forget` erases the rest.
    """

    rows: tuple[Row, ...] = ()
    read_bare: Callable[[Services, BareText, Asked], Awaitable[Request | None]] | None = None
    understand: Callable[[Asked], Request | Message | None] | None = None
    buttons_after_game: FinishedButtons | None = None
    tick: Tick | None = None
    chat_settings: tuple[ChatSetting, ...] = ()
    settle: Callable[[Services, Settled], Awaitable[None]] | None = None
    logs: tuple[FeatureLogs, ...] = ()
    schedules: tuple[str, ...] = ()
    chat_choices: tuple[str, ...] = ()
    on_end: OnEnd | None = None
    rebuild: Rebuild | None = None
    export: Callable[[Services, Person], Awaitable[Mapping[str, object]]] | None = None
    leave: Callable[[Services, Person], Awaitable[None]] | None = None
    forget: Callable[[Services, Person], Awaitable[None]] | None = None


@dataclass(frozen=True)
class Settled:
    """The settings of a chat: the names of those that `changed`, all `values` that hold now, and its language."""

    chat: Chat
    changed: Set[str]
    values: Mapping[str, str]
    language: str


async def handle(services: Services, request: Request, asked: Asked) -> Answers:
    """Answer a request by the handler of its type."""
    return await services.handlers[type(request)](services, request, asked)


def asked_again(asked: Asked) -> Asked:
    """Return the same as it was before its cause, if that has changed an exercise already."""
    noted, cause = read_exercises(asked.known.earlier), asked.incoming.cause
    stood = next((each for each in noted if cause and each.cause == cause), None)
    if stood is None:
        return asked
    again = Again(stood, asked.known.exercise, stood is noted[0])
    return replace(asked, known=replace(asked.known, exercise=stood.exercise), again=again)


async def keep_exercise(
    services: Services, exercise: str, seconds: float, asked: Asked, daily: str | None = None
) -> None:
    """Keep what a person has open from now on, and what was open before: the same text is then answered the same."""
    if asked.again and not asked.again.newest:
        return
    noted = read_exercises(asked.known.earlier)
    after = add_exercise(noted, EarlierExercise(asked.incoming.cause, asked.known.exercise, daily))
    earlier = "" if after == noted else write_exercises(after)
    await services.store.people.store_exercise(asked.incoming.person.key, exercise, seconds, earlier)
