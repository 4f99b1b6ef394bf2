"""What the core asks of a store: logs of games, which are the truth, and indexes, which the logs can rebuild."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from typing import Protocol

from bot.core.game.people import Chat, Person
from bot.core.ports.cleanups import Cleanup, Cleanups
from bot.core.ports.findings import Findings
from bot.core.ports.forgetting import Forgetting
from bot.core.ports.known import StoredFacts

NOTIFY, TIME_ZONE, AWAY, ALOUD = "notify", "timezone", "away", "aloud"


def of_person(person: Person) -> str:
    """Under what a person's choices are kept."""
    return of_reader(person.key)


def of_reader(key: str) -> str:
    """As `of_person`, by a person's key."""
    return f"person {key}"


def of_server(server: str) -> str:
    """Under what those for all chats of a server, by its key, are kept."""
    return f"server {server}"


def of_chat(chat: str) -> str:
    """Under what those for a chat, by its key now, are kept."""
    return f"chat {chat}"


def choices_of(kind: str, what: str) -> str:
    """Return the name under which a feature keeps choices of its `kind`, as of a chat by its key now."""
    return f"{kind} {what}"


def log_name(kind: str, code: str) -> str:
    """Return the name of a feature's log, which is none that a game can have."""
    return f"{kind}-{code}"


class StoreUnavailableError(Exception):
    """The store does not answer, or cannot do what it is asked; whether the last write arrived is not known.

    The text is for who runs the bot, the `code` that of the words for who plays.
    """

    NO_ANSWER = "store-unreachable"

    def __init__(self, text: str = "", code: str = NO_ANSWER) -> None:
        super().__init__(text)
        self.code = code


class Refused(StoreUnavailableError):
    """The store does not let this program in, and will not until its operator mends its settings."""


class CorruptDataError(Exception):
    """A key holds what this program never writes; the text names the key. All other keys are as good as before."""


Board = tuple[str, str]
"""A chat and a game that is shown there: each chat's board is settled alone."""


@dataclass(frozen=True)
class OutboxEntry:
    """A board that a chat has yet to be shown: since when (seconds), and the stamp that tells it from a later entry.

    A player may want to see it `anew`, though it was shown. Level-triggered: a chat has one entry for a game, however
    many moves it stands for, and is shown the newest board.
    """

    chat: str
    game: str
    since: float
    stamp: str
    repost: bool = False

    @property
    def board(self) -> Board:
        """Which board it is."""
        return self.chat, self.game


@dataclass(frozen=True)
class Shown:
    """A message with a game's board: the chat's key, the platform's message id, the game, the version it shows, for
    what `occasion` it was posted and when (seconds), and the message with the `line` that called to it since."""

    chat: str
    message: str
    game: str
    version: int
    occasion: str = ""
    at: float = 0.0
    line: str = ""


@dataclass(frozen=True)
class Place:
    """Where a game is to be shown: the key that its chat goes by now, how to reach it (JSON text, if it was kept), its
    language (a private chat's is its person's), the newest message there with the game's board, and the version of
    which it is not known whether it was shown: it was about to be (0: there is none); what is settled there, and the
    language and the choices of its only reader, if that was asked; and by their nonces the `locators` of messages that
    any process finds there again."""

    chat: str
    description: str | None = None
    language: str | None = None
    shown: Shown | None = None
    doubtful: int = 0
    settings: Mapping[str, str] = field(default_factory=dict)
    reader_language: str | None = None
    reader_choices: Mapping[str, str] = field(default_factory=dict)
    locators: Mapping[str, str] = field(default_factory=dict)

    @property
    def described_chat(self) -> Chat | None:
        """Return the chat as it was described; None if it never was, or not by this program."""
        with suppress(ValueError, TypeError):
            return Chat(**json.loads(self.description or ""))
        return None

    @property
    def board_language(self) -> str | None:
        """What boards are said in, if that has been chosen: for all, else by the one who reads them."""
        return self.language or self.reader_language


@dataclass(frozen=True)
class Listing:
    """On which lists a game belongs: while it is `open` on those of its chats and its people, and on that of deadlines
    with when (seconds) it wants to be looked at, and on that of clocks likewise; once over, on that of the games (by
    `name`) that a `winner` has won against the bot, and, if it was `played`, as the last one of its chats. It is on no
    list of `others`."""

    game: str
    chats: tuple[str, ...]
    people: tuple[str, ...]
    open: bool = True
    deadline: float | None = None
    winner: str = ""
    name: str = ""
    played: bool = False
    clock: float | None = None
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ends:
    """How a log of `version` entries begins and ends: the first two entries and the last."""

    version: int
    first: tuple[str, ...]
    last: str


DEADLINES, CLOCKS = "deadlines", "clocks"
"""The lists by when games are looked at: challenges that wait for an answer, and running clocks."""
NEVER = inf
"""The instant for which a game is scheduled that stands on no list."""


class Logs(Protocol):
    """The logs of games, and the lists of open games that can be made anew from them.

    Every method of every part of the store may raise `StoreUnavailableError`, and every one that writes may be repeated
    harmlessly. Games go by their code, chats and people by their keys.
    """

    @property
    def history(self) -> str:
        """The name of the history that the store goes on with; another one after a fail-over, which may lack the last
        that was written."""

    @property
    def lost_lists(self) -> int:
        """Return how many rebuildable lists were lost so far because something else stood in their place."""

    async def load_all(self, since: Mapping[str, int]) -> dict[str, list[str] | CorruptDataError]:
        """The entries of several logs from the one after a number on; none if there are none, or no such game."""

    async def append(self, game: str, version: int, entry: str, boards: Sequence[OutboxEntry] = ()) -> bool:
        """Adds entry number `version`, counted from 1, if exactly the ones before it are there; else False.

        The optimistic lock of a game. The boards that its chats are about to miss are put into the outbox first, in
        the same round trip. Raises `CorruptDataError`.
        """

    async def rewrite(self, game: str, entries: list[str]) -> bool:
        """Puts other entries in the place of the log's, if there are as many; whether it did."""

    def open_games(self) -> AsyncIterator[str]:
        """Every game with a log, in no order, each at least once, but those taken off their lists as finished."""

    def all_games(self) -> AsyncIterator[str]:
        """Every game with a log, in no order, each at least once."""

    def all_logs(self, kind: str) -> AsyncIterator[str]:
        """Yield the names of all logs of a feature's kind, in no order, each at least once."""

    async def ends(self, games: Sequence[str]) -> dict[str, Ends | CorruptDataError]:
        """Return how each log begins and ends, or `CorruptDataError` for one that is missing or unreadable."""

    async def versions(self, games: Sequence[str]) -> dict[str, int]:
        """How many entries the logs of several games have."""

    async def list_game(self, listing: Listing) -> None:
        """Puts a game on the lists where it belongs, and takes it off the others; the chats' keys are current."""

    async def list_games(self, listings: Sequence[Listing]) -> None:
        """As `list_game`, for several games at once."""


class Boards(Protocol):
    """The outbox of boards that chats have yet to be shown, where each was shown last, and when games want to be looked
    at by themselves."""

    async def place(self, chat: str, game: str, reader: str = "", server: str = "") -> Place:
        """All that is needed before a game's board is shown, to its only `reader` if there is but one."""

    def entry(self, chat: str, game: str, now: float) -> OutboxEntry:
        """An entry that is not written yet."""

    async def add(self, chat: str, game: str, now: float, repost: bool = False) -> OutboxEntry:
        """Notes that a chat is about to miss the newest board of a game, or is to see it `anew`."""

    async def find_entry(self, chat: str, game: str) -> OutboxEntry | None:
        """The entry of one board, whichever process made it."""

    async def pending(self, now: float) -> list[OutboxEntry]:
        """The entries made at `now` or before that this process looks after, the oldest first: those in its slots, and
        those that it made itself.

        By asking it gets its share of the slots.
        """

    async def claim(self, entries: Sequence[OutboxEntry]) -> list[OutboxEntry]:
        """Those that this process made, or one that lives no longer, which are this one's from now on."""

    async def remove(self, entry: OutboxEntry) -> bool:
        """Takes an entry away unless the board was noted again since it was read; whether it was taken away."""

    async def resolve(
        self,
        entry: OutboxEntry,
        shown: Shown | None,
        listing: Listing | None,
        cleanups: Sequence[Cleanup] = (),
        locators: Mapping[str, str] | None = None,
    ) -> bool:
        """Notes which message shows the board (if any does), lists the game (if it may have to be), removes the entry;
        whether that was there still, as for `remove`.

        The cleanups that the board makes necessary are noted in the same round trip, as are the `locators` of messages
        by their nonces ("" forgets one).
        """

    async def note_intent(self, chat: str, game: str, shown: Shown | None, version: int) -> None:
        """Notes that a version is about to be shown, after what was `shown` last; 0: it was not, after all.

        The delivery intent, on platforms that know no nonces.
        """

    async def schedule(self, when: str, game: str, at: float | None, instead: float | None = None) -> None:
        """Set when (seconds) a game wants to be looked at, on a list such as `CLOCKS`; None: never.

        With `instead`, change nothing unless exactly that instant is set, or none for `NEVER`: another writer may want
        an earlier look.
        """

    async def due_games(self, when: str, now: float) -> dict[str, float]:
        """Return the games of this process's slots on such a list whose instant is not after `now`, with the instants,
        the oldest first.

        They stay due until they are scheduled anew.
        """

    async def far_deadlines(self, after: float) -> list[str]:
        """Some games of this process's slots whose deadline is after that, the last first."""


class People(Protocol):
    """What is kept of people beside the logs: how they are reached, whom they have blocked, to what they invite."""

    async def games_of(self, *names: str) -> list[str]:
        """The open games of a person who goes by these keys, sorted."""

    async def remember_person(self, person: str, handle: str, description: str) -> None:
        """Keeps how to reach who writes to the bot in private, as JSON text; `handle` is a key too, or empty."""

    async def description_of(self, person: str) -> str | None:
        """The description of a person who has done so, by either key."""

    async def blocklists_of(self, people: Sequence[str]) -> list[str]:
        """The lists of blocked people, as text, that are kept under any of these keys."""

    async def store_blocklist(self, people: Sequence[str], text: str | None) -> None:
        """Keeps a list under all of these keys; None forgets it."""

    async def all_blocklists(self) -> dict[str, str]:
        """Every list by its key."""

    async def store_invitation(self, person: str, token: str, text: str, seconds: float) -> None:
        """Keeps to what a person invites a chat where the bot is not, as text, for so many seconds at least."""

    async def invitation(self, person: str, token: str) -> str | None:
        """That text, while it is kept."""

    async def store_exercise(self, person: str, text: str, seconds: float, earlier: str = "") -> None:
        """Keep what a person is learning or solving, as text, for so many seconds, in place of the one before, and just
        before that what was open `earlier`, if that is named."""

    async def exchange_exercise(self, person: str, text: str, seconds: float, instead: str) -> None:
        """Keep it in place of one, and of no other."""

    async def set_awaited(self, person: str, expected: bool) -> None:
        """Note whether players wait for a word from a person whom boards do not reach."""

    async def data_of(self, person: str) -> dict[str, list[str]]:
        """What each list and table holds under a person's key."""


class Updates(Protocol):
    """The inbox: updates that came in and are not handled yet, kept so that the platform need not keep them.

    Each goes by its door's name and the platform's number of it.
    """

    async def store_update(self, platform: str, number: str, text: str) -> None:
        """Keeps an update as text."""

    async def forget_update(self, platform: str, number: str) -> None:
        """It is handled."""

    async def claim_updates(self, platform: str) -> Mapping[str, str]:
        """All that are kept for a door, by their numbers, but for what another living process has.

        From now on this process has them.
        """

    async def all_updates(self, platform: str) -> Mapping[str, str]:
        """The same with what other processes have noted, which may not live any more."""


class Leases(Updates, Protocol):
    """What only one of many processes does at a time, and what came in and is not handled yet."""

    @property
    def are_others(self) -> bool:
        """Return whether other processes were alive when this one said last that it is."""

    async def take(self, lease: str, seconds: float, inherits: bool = False) -> bool:
        """Holds a lease for so many seconds from now, unless another process has it; whether it is held.

        `inherits`: one that a process left which lives no longer is free at once.
        """

    async def release(self, lease: str) -> None:
        """Lets others have it at once."""


class Settings(Protocol):
    """What chats and people have chosen, and by which keys chats go; a chat that moved is found under both keys."""

    async def facts_for(self, chat: str, person: str, message: str = "", server: str = "") -> StoredFacts:
        """All that is needed before a text from a person in a chat (of a server), which answers a message, is read."""

    async def choices(self, whose: str) -> dict[str, str]:
        """Return all that a person (`of_person`), a chat (`of_chat`) or a server (`of_server`) has chosen."""

    async def choose(self, whose: str, changes: Mapping[str, str]) -> None:
        """Set some choices, each by itself, and leave all others as they are; an empty text forgets one."""

    async def set_person_language(self, person: str, language: str | None) -> None:
        """Keeps a person's choice of language; None forgets it."""

    async def set_chat_language(self, chat: str, language: str | None) -> None:
        """Keeps a chat's choice of language; None forgets it."""

    async def schedule_digest(self, person: str, at: float | None) -> None:
        """A person wants to be told of their games at that time, if not before; None: not any more."""

    async def due_digests(self, now: float) -> list[str]:
        """Those of this process's slots whose time has come, the first first, until they are taken off."""

    async def add_alias(self, old: str, new: str, kinds: Sequence[str] = ()) -> None:
        """A chat goes on under another key; what was noted for the old one counts for the new one."""

    async def current_key(self, chat: str) -> str:
        """The key that a chat goes by now."""

    async def current_keys(self, chats: Sequence[str]) -> dict[str, str]:
        """As `current`, for several chats at once."""

    async def topics(self, chat: str) -> list[str]:
        """Return the keys of the topics of a chat that are remembered, in no order."""

    async def remember_chat(self, chat: str, description: str) -> None:
        """Keeps how to reach a chat, as JSON text; `chat` is a current key."""


class Store(Protocol):
    """The seven parts."""

    @property
    def logs(self) -> Logs: ...

    @property
    def boards(self) -> Boards: ...

    @property
    def cleanups(self) -> Cleanups: ...

    @property
    def people(self) -> People: ...

    @property
    def leases(self) -> Leases: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def forgetting(self) -> Forgetting: ...

    @property
    def findings(self) -> Findings: ...
