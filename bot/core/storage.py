"""What the core asks of a store: logs of games, which are the truth, and indexes, which the logs can rebuild."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import Protocol


class Unreachable(Exception):
    """The store does not answer; whether the last write arrived is not known."""


@dataclass(frozen=True)
class Mark:
    """A board that a chat has not seen yet: since when (seconds), and the stamp that tells it from a later mark."""

    chat: str
    game: str
    since: float
    stamp: str


@dataclass(frozen=True)
class Shown:
    """The newest message with a game's board: the chat's key, the platform's message id, the version it shows."""

    chat: str
    message: str
    version: int


class Store(Protocol):
    """Logs and indexes; every method may raise `Unreachable`, and every index method may be repeated harmlessly.

    Games go by their code, chats and people by their keys. A chat that moved (`alias`) is found under both keys.
    """

    async def load(self, game: str, since: int) -> list[str]:
        """The log's entries number `since` + 1, `since` + 2, …; empty if there are none, or no such game."""

    async def append(self, game: str, version: int, entry: str) -> bool:
        """Adds entry number `version`, counted from 1, if exactly the ones before it are there; else False."""

    def open_games(self) -> AsyncIterator[str]:
        """Every game with a log, in no order, each at least once, but those taken off their lists as finished."""

    async def index(self, game: str, chats: Iterable[str], people: Iterable[str]) -> None:
        """Lists an open game under its chats and its people."""

    async def unindex(self, game: str, chats: Iterable[str], people: Iterable[str]) -> None:
        """Takes a finished game off these lists."""

    async def games_in(self, chat: str) -> list[str]:
        """A chat's open games, sorted."""

    async def games_of(self, person: str) -> list[str]:
        """A person's open games, sorted."""

    async def deadline(self, game: str, at: float | None) -> None:
        """Sets when (seconds) a game wants to be looked at; None: never."""

    async def due(self, now: float) -> list[str]:
        """The games whose deadline is not after `now`, the oldest first; they stay due until set anew."""

    async def append_marked(self, mark: Mark, version: int, entry: str) -> bool:
        """Writes a mark, then appends as `append` does, in one round trip; whether the entry was added."""

    async def mark(self, chat: str, game: str, now: float) -> Mark:
        """Notes that a chat is about to miss the newest board of a game."""

    async def new_mark(self, chat: str, game: str, now: float) -> Mark:
        """A mark that is not written yet."""

    async def dirty(self, now: float) -> list[Mark]:
        """The marks made at `now` or before, the oldest first."""

    async def clear(self, mark: Mark) -> bool:
        """Takes a mark away unless the board was marked again since it was read; whether it was taken away."""

    async def shown(self, chat: str, message: str, game: str, version: int) -> None:
        """Notes that a message shows a game's board at a version."""

    async def game_of(self, chat: str, message: str) -> str | None:
        """The game that a message shows, for about three months."""

    async def last_shown(self, game: str) -> Shown | None:
        """Where the board was shown last."""

    async def alias(self, old: str, new: str) -> None:
        """A chat goes on under another key; what was noted for the old one counts for the new one."""

    async def current(self, chat: str) -> str:
        """The key that a chat goes by now."""

    async def remember_chat(self, chat: str, description: str) -> None:
        """Keeps how to reach a chat, as JSON text."""

    async def chat(self, chat: str) -> str | None:
        """How to reach a chat; under its old key, how to reach the new one."""

    async def language_of(self, person: str) -> str | None:
        """The language a person chose."""

    async def language_in(self, chat: str) -> str | None:
        """The language chosen for a chat."""

    async def speak_to(self, person: str, language: str | None) -> None:
        """Keeps a person's choice of language; None forgets it."""

    async def speak_in(self, chat: str, language: str | None) -> None:
        """Keeps a chat's choice of language; None forgets it."""
