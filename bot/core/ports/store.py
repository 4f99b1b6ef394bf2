"""The port of the store: logs of games (authoritative), indexes built from them, the outbox and cleanups."""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from typing import Protocol

from bot.core.game.people import Chat, Person
from bot.core.ports.people import Forgetting, People, Settings, TemporaryTexts
from bot.core.ports.votes import Votes

NOTIFY, TIME_ZONE, AWAY, ALOUD = "notify", "timezone", "away", "aloud"


def of_person(person: Person) -> str:
    """Return the owner key of a person's choices."""
    return of_reader(person.key)


def of_reader(key: str) -> str:
    """Return the owner key of choices for a person's key."""
    return f"person {key}"


def of_server(server: str) -> str:
    """Return the owner key of a server's choices, which hold in all its chats."""
    return f"server {server}"


def of_chat(chat: str) -> str:
    """Return the owner key of a chat's choices, by its current key."""
    return f"chat {chat}"


def choices_of(kind: str, what: str) -> str:
    """Return the owner key of a feature's choices of a kind, for example for a chat's current key."""
    return f"{kind} {what}"


def log_name(kind: str, code: str) -> str:
    """Return the name of a feature's log, which cannot collide with a game's."""
    return f"{kind}-{code}"


class StoreUnavailableError(Exception):
    """The store does not answer or cannot do what was asked; the last write may or may not have arrived.

    The text is for operators, the `code` selects the text for players.
    """

    NO_ANSWER = "store-unreachable"

    def __init__(self, text: str = "", code: str = NO_ANSWER) -> None:
        super().__init__(text)
        self.code = code


class StoreAccessError(StoreUnavailableError):
    """The store rejects this program until the operator corrects the settings."""


class CorruptDataError(Exception):
    """A key holds data that this program never writes; the text names the key. Other keys are unaffected."""


Board = tuple[str, str]
"""A chat and a game shown there; each chat's board is delivered separately."""


@dataclass(frozen=True)
class OutboxEntry:
    """A board to show in a chat: since when (seconds), and a stamp that distinguishes it from later entries.

    With `repost`, a player wants to see the board again; with `redraw`, what it shows besides the game has changed, and
    it is edited where it stands. Level-triggered: a chat has one entry per game, for any
    number of moves, and is shown the newest board.
    """

    chat: str
    game: str
    since: float
    stamp: str
    repost: bool = False
    redraw: bool = False

    @property
    def board(self) -> Board:
        """Return the board's chat and game, as a pair."""
        return self.chat, self.game


@dataclass(frozen=True)
class Shown:
    """A message with a game's board.

    The chat's key, the platform's message ID, the game and its version, the `occasion` and instant (seconds) of the
    post, and the message with the `line` that has called to it since.
    """

    chat: str
    message: str
    game: str
    version: int
    occasion: str = ""
    at: float = 0.0
    line: str = ""


@dataclass(frozen=True)
class Place:
    """The place where a game is shown.

    The chat's current key and description (JSON text, if stored), its language (in a private chat the person's), the
    newest message there with the board, the version that may or may not have been shown (`doubtful`, 0 for none; by the
    process `sender`), the chat's settings, the language and choices of its only reader, if any, and the `locators`.
    """

    chat: str
    description: str | None = None
    language: str | None = None
    shown: Shown | None = None
    doubtful: int = 0
    settings: Mapping[str, str] = field(default_factory=dict)
    reader_language: str | None = None
    reader_choices: Mapping[str, str] = field(default_factory=dict)
    locators: Mapping[str, str] = field(default_factory=dict)
    sender: str = ""

    @property
    def described_chat(self) -> Chat | None:
        """Return the chat from its description, or None if that is missing or corrupt."""
        with suppress(ValueError, TypeError):
            return Chat(**json.loads(self.description or ""))
        return None

    def current_chat(self, chat: Chat) -> Chat:
        """Return the chat, or the chat that replaced it."""
        return chat if self.chat == chat.key else self.described_chat or chat

    @property
    def board_language(self) -> str | None:
        """Return the language chosen for boards: the chat's, else that of its only reader."""
        return self.language or self.reader_language


@dataclass(frozen=True)
class Listing:
    """The lists that a game belongs on.

    While `open`: those of its chats and people, and the schedules of deadlines and clocks with the next instants
    (seconds) to check. Once over: the games (by `name`) that a `winner` has won against the bot, and, if `played`, the
    finished games of its chats. It is on no list of `others`.
    """

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
    """The ends of a log with `version` entries: its first two entries and its last."""

    version: int
    first: tuple[str, ...]
    last: str


DEADLINES, CLOCKS, CALLS = "deadlines", "clocks", "calls"
"""The schedules of games: unanswered challenges, running clocks, and pings to players who may not have seen a move."""
NEVER = inf
"""The instant of a game that is on no schedule."""


class Logs(Protocol):
    """The logs of games, and the lists of open games, which can be rebuilt from the logs.

    Every method of every part of the store may raise `StoreUnavailableError`, and every write may be repeated
    harmlessly. Games go by their code, chats and people by their keys.
    """

    @property
    def history(self) -> str:
        """Return the ID of the store's history, which changes on a failover that may have lost recent writes."""

    @property
    def lost_lists(self) -> int:
        """Return how many rebuildable lists have been lost to foreign data."""

    async def load_all(self, since: Mapping[str, int]) -> dict[str, list[str] | CorruptDataError]:
        """Return the entries of several logs after the given versions; no entries for an unknown game."""

    async def append(self, game: str, version: int, entry: str, boards: Sequence[OutboxEntry] = ()) -> bool:
        """Append entry number `version`, counted from 1; return False unless exactly the earlier ones are there.

        This is the optimistic lock of a game. In the same round trip, the boards to show go into the outbox first.
        Raises `CorruptDataError`.
        """

    async def rewrite(self, game: str, entries: list[str]) -> bool:
        """Replace all entries of a log if their number is unchanged; return whether it was."""

    def open_games(self) -> AsyncIterator[str]:
        """Yield every game with a log that is not listed as finished, unordered, each at least once."""

    def all_games(self) -> AsyncIterator[str]:
        """Yield every game with a log, unordered, each at least once."""

    def all_logs(self, kind: str) -> AsyncIterator[str]:
        """Yield the names of all logs of a feature's kind, unordered, each at least once."""

    async def ends(self, games: Sequence[str]) -> dict[str, Ends | CorruptDataError]:
        """Return the ends of each log, or `CorruptDataError` for a missing or unreadable one."""

    async def versions(self, games: Sequence[str]) -> dict[str, int]:
        """Return the number of entries of several logs."""

    async def list_game(self, listing: Listing) -> None:
        """Put a game on the lists where it belongs and remove it from all others; chats are given by current keys."""

    async def list_games(self, listings: Sequence[Listing]) -> None:
        """Put several games on the lists where they belong, like `list_game`."""


HEAD_START = 60.0
"""Seconds for which a cleanup is left to the process that added it."""


@dataclass(frozen=True)
class Cleanup:
    """A message of the bot in a `chat` that a newer message of its `game` has replaced.

    If it `is_deletable`, it is deleted where the platform still can. Otherwise a `line` stays of it. `is_drawn` says
    whether it shows a picture, `since` when (seconds) it was replaced.
    """

    chat: Chat
    game: str
    message: str
    since: float
    line: str = ""
    is_drawn: bool = False
    is_deletable: bool = True


class Boards(Protocol):
    """The outbox of boards to show, the messages that show them, and the schedules of games."""

    async def place(self, chat: str, game: str, reader: str = "", server: str = "") -> Place:
        """Return everything needed to show a game's board in a chat, to its only `reader` if there is one."""

    def entry(self, chat: str, game: str, now: float) -> OutboxEntry:
        """Return a new outbox entry without writing it."""

    async def add(self, chat: str, game: str, now: float, repost: bool = False, redraw: bool = False) -> OutboxEntry:
        """Add an outbox entry for the newest board of a game; `repost` shows it again, `redraw` edits it in place."""

    async def find_entry(self, chat: str, game: str) -> OutboxEntry | None:
        """Return the outbox entry of a board, whichever process made it, or None."""

    async def pending(self, now: float) -> list[OutboxEntry]:
        """Return this process's entries since `now` or earlier, oldest first: in its slots or written by it.

        Calling this gives the process its share of the slots.
        """

    async def claim(self, entries: Sequence[OutboxEntry]) -> list[OutboxEntry]:
        """Take over the entries of dead processes; return them with this process's."""

    async def remove(self, entry: OutboxEntry) -> bool:
        """Remove an entry unless the board was added again; return whether it was removed."""

    async def resolve(
        self,
        entry: OutboxEntry,
        record: Shown | None,
        listing: Listing | None,
        cleanups: Sequence[Cleanup] = (),
        locators: Mapping[str, str] | None = None,
    ) -> bool:
        """Record the message that shows the board, list the game, remove the entry; return whether it existed.

        The same round trip adds the cleanups and the `locators` of messages by nonce ("" deletes one).
        """

    async def note_intent(self, chat: str, game: str, record: Shown | None, version: int) -> None:
        """Record that a version is about to be sent after `record`, for platforms without nonces; 0 withdraws it."""

    async def schedule(self, when: str, game: str, at: float | None, instead: float | None = None) -> None:
        """Set when (seconds) to check a game on a list such as `CLOCKS`; None for never.

        With `instead`, change nothing unless that instant is set, or none is for `NEVER`: another writer may want an
        earlier check.
        """

    async def due_games(self, when: str, now: float, most: int | None = None) -> dict[str, float]:
        """Return the games in this process's slots that are due on a list, at `most` so many, earliest first.

        They stay due until rescheduled.
        """

    async def far_deadlines(self, after: float) -> list[str]:
        """Return some games in this process's slots with a deadline after an instant, latest first."""


class Cleanups(Protocol):
    """The pending cleanups; those of a new board are added when its outbox entry is resolved."""

    async def note(self, cleanups: Sequence[Cleanup]) -> None:
        """Add cleanups that become due after a head start."""

    async def note_locator(self, chat: str, game: str, nonce: str, locator: str) -> None:
        """Store the locator of a board that is about to be sent, for as long as the board may get lost."""

    async def put_off(self, cleanups: Sequence[Cleanup], until: float) -> None:
        """Reschedule pending cleanups to an instant (seconds)."""

    async def remove(self, cleanups: Sequence[Cleanup]) -> None:
        """Remove cleanups that are done or have become impossible."""

    async def due_cleanups(self, now: float) -> list[Cleanup]:
        """Return the due cleanups in this process's slots, earliest first.

        They stay due until they are put off or removed.
        """

    async def forget(self, person: str, games: Sequence[str]) -> None:
        """Remove the cleanups in a person's private chat, and the lines that those of their games would leave."""


class Findings(Protocol):
    """Results of finished games, stored beside their logs and recomputed if lost."""

    async def finished_games(self, chat: str) -> list[str]:
        """Return the newest finished games of a chat (current key), newest first."""

    async def review(self, game: str) -> str:
        """Return the stored review of a game, or ""."""

    async def replace_review(self, game: str, before: str, after: str) -> bool:
        """Store the review of a game for as long as its log, if the stored one is still `before`; return whether."""

    async def results(self, games: Sequence[str]) -> Mapping[str, str]:
        """Return the stored results of games by code, "" where missing."""

    async def store_results(self, results: Mapping[str, str]) -> None:
        """Store the results of games by code, for as long as reviews."""


class Updates(Protocol):
    """The inbox: unhandled updates, so that the platform need not keep them.

    Each goes by its platform's name and number.
    """

    async def store_update(self, platform: str, number: str, text: str) -> None:
        """Store an update as text."""

    async def forget_update(self, platform: str, number: str) -> None:
        """Delete a handled update."""

    async def claim_updates(self, platform: str) -> Mapping[str, str]:
        """Return a platform's stored updates by number, except those of other living processes.

        They belong to this process from now on.
        """

    async def all_updates(self, platform: str) -> Mapping[str, str]:
        """Return a platform's stored updates by number, including those of other processes."""


class Leases(Updates, Protocol):
    """Leases for work that only one process does at a time, and the inbox."""

    @property
    def are_others(self) -> bool:
        """Return whether other processes were alive when this process last renewed its lease."""

    @property
    def peer_count(self) -> int:
        """Return how many processes with the same platforms share the work, this one included."""

    async def is_another(self, process: str) -> bool:
        """Return whether a process is not this one, and alive."""

    async def take(self, lease: str, seconds: float, inherits: bool = False) -> bool:
        """Take or renew a lease for `seconds` seconds unless another process holds it; return whether this one does.

        With `inherits`, the lease of a dead process is free at once.
        """

    async def release(self, lease: str) -> None:
        """Release a lease immediately."""


class Store(Protocol):
    """The parts of the store."""

    @property
    def logs(self) -> Logs:
        """Return the logs of games."""

    @property
    def boards(self) -> Boards:
        """Return the outbox and the schedules."""

    @property
    def cleanups(self) -> Cleanups:
        """Return the pending cleanups."""

    @property
    def people(self) -> People:
        """Return the data of people."""

    @property
    def leases(self) -> Leases:
        """Return the leases and the inbox."""

    @property
    def settings(self) -> Settings:
        """Return the choices of chats and people."""

    @property
    def forgetting(self) -> Forgetting:
        """Return the deletion of personal data."""

    @property
    def findings(self) -> Findings:
        """Return the results of finished games."""

    @property
    def temporary(self) -> TemporaryTexts:
        """Return the texts that expire."""

    @property
    def votes(self) -> Votes:
        """Return the ballots of games."""
