"""Arguments of every handler: the services of the core, and the interaction to answer."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping, Sequence, Set
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any
from weakref import WeakValueDictionary

from bot.core.boards.context import Advance, Context, TakeNotes
from bot.core.boards.delivery import Delivery, OnEnd
from bot.core.chats import Acquaintances
from bot.core.commands.command import Command
from bot.core.commands.personal import read_notify
from bot.core.commands.settings import ChatSetting
from bot.core.commands.table import CommandTable
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, Player, Team
from bot.core.game.requests import GameRequest, Request
from bot.core.game.session import Session
from bot.core.language.speech import Speech
from bot.core.ports.people import StoredFacts
from bot.core.ports.platform import Incoming, Message
from bot.core.queues.caches import BoundedDict, Memory, SizedDict
from bot.core.queues.fair_turns import HeavyWork
from bot.core.queues.user_queue import RateLimit, Ticket
from bot.core.upkeep.reindexing import Rebuild
from bot.core.upkeep.sweeper import Tick
from bot.core.view.buttons import FinishedButtons, no_buttons
from bot.core.view.buttons import Row as ButtonRow
from bot.core.view.touched import Surface
from engines.game import AnyHint

Answers = tuple[Message, ...]


@dataclass(frozen=True)
class Limits:
    """The maximum number of open challenges and games per person, of open games per chat, and what features limit."""

    challenges: int = 10
    games: int = 50
    chat: int = 50
    of_features: Mapping[str, int] = field(default_factory=dict)


_BYTES_OF_HINT, _BYTES_OF_PART = 1000, 500


def hint_cache(memory: Memory) -> SizedDict[str, tuple[int, AnyHint]]:
    """Create the cache of hints, keyed by game code, each stored with its ply."""
    return memory.cache("hints", lambda entry: _BYTES_OF_HINT + _BYTES_OF_PART * _parts_of(entry[1]))


def _parts_of(hint: AnyHint) -> int:
    return len(hint.line) + sum(1 + len(reason.fields) for reason in hint.reasons)


@dataclass(frozen=True)
class Services(Context):
    """The services that handlers use, and the little state they share.

    `commands` is the table that texts are read by, and `handlers` have the function that answers each type of request;
    `extensions` are the core's own and the features; `operators` are the keys of the people who run the bot; `writing`
    has a lock for each game that is written to here; `searches` are those awaited here, by game; `hints` is the latest
    hint of each game, with its ply; `warned` are the people who were told, and in which chat, what rights the bot lacks
    there; `reviewing` are the tasks that analyse games further; `erased` are the tokens of the deletions done here.
    """

    delivery: Delivery
    random: Random
    limits: Limits
    rate_limit: RateLimit
    commands: CommandTable
    handlers: Handlers
    extensions: tuple[Extension, ...]
    operators: Set[str] = frozenset()
    heavy: HeavyWork = field(default_factory=HeavyWork)
    searches: defaultdict[str, set[asyncio.Future[Any]]] = field(default_factory=lambda: defaultdict(set))
    acquaintances: Acquaintances = field(default_factory=BoundedDict)
    writing: MutableMapping[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    hints: SizedDict[str, tuple[int, AnyHint]] = field(default_factory=lambda: hint_cache(Memory()))
    warned: BoundedDict[tuple[str, str], None] = field(default_factory=BoundedDict)
    reviewing: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    erased: BoundedDict[str, None] = field(default_factory=BoundedDict)


@dataclass(frozen=True)
class Interaction:
    """An incoming message with the sender's language, the stored facts, its ticket in the queue, and its time.

    `team`: the team that the sender belongs to in the game that it is about.
    """

    incoming: Incoming
    words: Speech
    known: StoredFacts
    ticket: Ticket
    at: Instant
    team: Team | None = None

    @property
    def player(self) -> Player:
        """Return the player that the sender is in the game: their team, or the person."""
        return self.team or self.incoming.person


Handler = Callable[[Services, Request, Interaction], Awaitable[Answers]]
"""A function that answers a request."""


Handlers = Mapping[type[Request], Handler]
"""The handler of each type of request."""


@dataclass(frozen=True, kw_only=True)
class Row(Command):
    """A command with the handler of each request type that it produces."""

    handlers: Handlers = field(hash=False)


@dataclass(frozen=True)
class LogSummary:
    """The code of a feature's log, and the time of its last event."""

    code: str
    last: Instant


@dataclass(frozen=True)
class FeatureLogs:
    """The logs of a feature, whose names begin with a `kind`.

    `read` summarizes all entries for a backup, None if there are none; `read_entry` returns equal values for equivalent
    entries. Both raise `ValueError`. `schedule` is the list of logs that are due.
    """

    kind: str
    schedule: str
    read: Callable[[Sequence[str]], LogSummary | None]
    read_entry: Callable[[str], object]


def _no_buttons(*about: object) -> ButtonRow:
    return ()


@dataclass(frozen=True)
class Notification:
    """A kind of news that a person may ask for by `/notify NAME`, beside the reminders, and end by `/notify NAME off`.

    `choose` stores the choice `yes` under this name among the person's, or deletes it; it may raise `Illegal`. The
    catalogue text `way-NAME` is its label, and `notified-NAME` tells the person that it is on. Menus offer it if it is
    `listed`.
    """

    name: str
    choose: Callable[[Services, Interaction, bool], Awaitable[None]]
    listed: bool = True


@dataclass(frozen=True, kw_only=True)
class Extension:
    """An extension of the core: optional hooks that the core calls.

    - `rows` of the command table;
    - `read_bare` answers a text without a command, before it can be a move or the word of a command about a game;
    - `understand` answers a sentence where no game is;
    - `touch` returns the position of an exercise by its tag, the command that answers it, so that it can be touched;
    - `find_shared` returns the message of a line that a person may share;
    - `buttons_in_welcome` stand where the bot introduces itself, `buttons_by_rules` beside the rules of a game,
      `buttons_after_game` where a game is over, and `buttons_for_last_game` where a sentence wishes for more of it;
    - `act` answers a request about a game for a player who does not act alone, before it would change the game;
    - `advance` continues a game before its board is shown, and `note` adds notes to the board in one of its chats;
    - `on_membership` notes a person who joined a group chat (True) or left it, where the platform reports that;
    - `on_unseen` is told of a text whose secret answer its sender could not be shown;
    - `tick` runs in each round of the sweeper;
    - `chat_settings` stand in `/settings`, and `settle` is told what a chat has chosen, of any setting;
    - `notifications` stand in `/notify`;
    - `logs` are its own logs, for backups, repair and retention; `schedules` name its lists by instants, and
      `chat_choices` the kinds of what it keeps of chats, which move with them;
    - `on_end` is told of each game that has ended; `rebuild` rebuilds its lists from its logs;
    - `export` returns personal data by name, `leave` ends what a person takes part in, and `forget` erases the rest.
    """

    rows: tuple[Row, ...] = ()
    read_bare: Callable[[Services, GameRequest, Interaction], Awaitable[Request | Message | None]] | None = None
    understand: Callable[[Services, Interaction], Awaitable[Request | Message | None]] | None = None
    touch: Callable[[Services, str, Speech], Awaitable[Surface | None]] | None = None
    find_shared: Callable[[Services, Person, str, Speech], Awaitable[Message | None]] | None = None
    buttons_in_welcome: Callable[[Services, Speech], ButtonRow] = _no_buttons
    buttons_by_rules: Callable[[str, Speech], ButtonRow] = _no_buttons
    buttons_after_game: FinishedButtons = no_buttons
    buttons_for_last_game: Callable[[str, Speech], ButtonRow] = _no_buttons
    act: Callable[[Services, Session, GameRequest, Interaction], Awaitable[Answers | None]] | None = None
    advance: Advance | None = None
    note: TakeNotes | None = None
    on_membership: Callable[[Services, Chat, Person, bool], Awaitable[None]] | None = None
    on_unseen: Callable[[Services, Interaction], Awaitable[None]] | None = None
    tick: Tick | None = None
    chat_settings: tuple[ChatSetting, ...] = ()
    settle: Callable[[Services, SettingsChange], Awaitable[None]] | None = None
    notifications: tuple[Notification, ...] = ()
    logs: tuple[FeatureLogs, ...] = ()
    schedules: tuple[str, ...] = ()
    chat_choices: tuple[str, ...] = ()
    on_end: OnEnd | None = None
    rebuild: Rebuild | None = None
    export: Callable[[Services, Person], Awaitable[Mapping[str, object]]] | None = None
    leave: Callable[[Services, Person], Awaitable[None]] | None = None
    forget: Callable[[Services, Person], Awaitable[None]] | None = None

    @property
    def without_menus(self) -> Extension:
        """Return the extension without its place in menus, help and `/settings`; its commands still work."""
        rows = tuple(replace(row, listed=False) for row in self.rows)
        notifications = tuple(replace(each, listed=False) for each in self.notifications)
        return replace(self, rows=rows, chat_settings=(), notifications=notifications)


def commands_of(extensions: Iterable[Extension]) -> CommandTable:
    """Return the table of all commands, features included; `/notify` takes the names of their news too."""
    extensions, rows = tuple(extensions), list[Row]()
    news = tuple(each.name for extension in extensions for each in extension.notifications if each.listed)
    for row in (row for each in extensions for row in each.rows):
        names = [each.name for each in rows]
        at = names.index(row.after) + 1 if row.after in names else len(rows)
        more_choices = news if row.read is read_notify else ()
        parameters = (replace(each, choices=(*each.choices, *more_choices)) for each in row.parameters)
        rows.insert(at, replace(row, parameters=tuple(parameters)))
    return CommandTable(tuple(rows), {request: row for row in rows for request in row.handlers})


@dataclass(frozen=True)
class SettingsChange:
    """A change of a chat's settings: the `changed` names, all current `values`, and the language.

    `in_private`: only the person who changed them reads the chat.
    """

    chat: Chat
    changed: Set[str]
    values: Mapping[str, str]
    language: str
    in_private: bool = False
