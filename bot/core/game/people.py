"""People, robots and chats, as stored in a game's log."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b

from engines import LADDERS
from engines.game import Level, Seat
from engines.ladder import Rung


@dataclass(frozen=True)
class Person:
    """A user of a platform; `id` is empty if only the @handle is known (Telegram mentions)."""

    platform: str
    id: str
    name: str
    handle: str = ""
    language: str = ""

    @property
    def key(self) -> str:
        """Return the person's key in the store: the platform's ID, else the handle."""
        return f"{self.platform}:{self.id or '@' + self.handle.casefold()}"

    @property
    def keys(self) -> tuple[str, ...]:
        """Return all keys of the person: by ID, and by @handle if they have one."""
        by_handle = f"{self.platform}:@{self.handle.casefold()}"
        return tuple(dict.fromkeys((self.key, by_handle))) if self.handle else (self.key,)

    @property
    def is_known(self) -> bool:
        """Return whether the person has an ID or a handle; False once their data is deleted."""
        return bool(self.id or self.handle)

    def is_same(self, player: Player | None) -> bool:
        """Return whether both are the same person: by ID if both IDs are known, else by handle."""
        if not isinstance(player, Person) or self.platform != player.platform:
            return False
        if self.id and player.id:
            return self.id == player.id
        return bool(self.handle) and self.handle.casefold() == player.handle.casefold()


class Sender(StrEnum):
    """The kind of account that sent a text; only a person can take a seat."""

    PERSON = "person"
    ADMINISTRATOR = "administrator"
    """A person who hides behind the name of the group."""
    AUTOMATIC = "automatic"
    """A channel, another bot, a webhook or an app."""


def platform_of(key: str) -> str:
    """Return the platform of the person or chat with a key."""
    return key.partition(":")[0]


BY_HANDLE = frozenset({"telegram"})
"""The platforms that mention people by @handle alone, without an id."""
ELSEWHERE = "elsewhere"
"""The platform of the players of an imported game."""


def key_digest(key: str) -> str:
    """Return a digest of a person's or chat's key, which does not reveal the key."""
    return blake2b(key.encode(errors="surrogatepass"), digest_size=12).hexdigest()


@dataclass(frozen=True)
class Robot:
    """The bot itself as a player."""

    level: Level = Level.STRONG

    def is_same(self, player: Player | None) -> bool:
        """Return whether the other player is also the bot, at any level."""
        return isinstance(player, Robot)


INLINE = "inline"


@dataclass(frozen=True)
class Chat:
    """A channel, group, forum topic (`thread`), private chat or web channel, or an inline message.

    In a `direct` chat (private, a game's own thread, the web page) bare text may be a move. An inline message (its id
    is the `thread`) stands in a chat that the bot is not a member of.
    """

    platform: str
    id: str
    thread: str = ""
    direct: bool = False

    @property
    def key(self) -> str:
        """Return the chat's key in the store: the platform's ID, and the thread's."""
        return f"{self.platform}:{self.id}:{self.thread}" if self.thread else f"{self.platform}:{self.id}"

    @property
    def inline(self) -> bool:
        """Return whether the chat is an inline message, which can only be edited and has no thread."""
        return self.id == INLINE and bool(self.thread)


@dataclass(frozen=True)
class Team:
    """The people of a chat as one player: they decide together. `rival`: its seat, where another team has the other."""

    chat: Chat
    rival: Seat | None = None

    @property
    def platform(self) -> str:
        """Return the platform of the team's chat."""
        return self.chat.platform

    def is_same(self, player: Player | None) -> bool:
        """Return whether the other player is the same chat's team."""
        return isinstance(player, Team) and player.chat.key == self.chat.key


Opponent = Person | Robot
"""Whom a person can challenge by name."""
Player = Opponent | Team


def rung_of(game: str, player: Player | None) -> Rung | None:
    """Return the ladder rung that a player embodies in a game; None for any other player."""
    rung, ladder = player.level.rung if isinstance(player, Robot) else None, LADDERS.get(game, ())
    return ladder[rung] if rung is not None and rung < len(ladder) else None
