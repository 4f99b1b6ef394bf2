"""Persons, robots and chats, as a game's log keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b

from engines import LADDERS
from engines.game import Level
from engines.ladder import Rung


@dataclass(frozen=True)
class Person:
    """A user of a platform; `id` is empty for one who is known by @handle only (Telegram mentions)."""

    platform: str
    id: str
    name: str
    handle: str = ""
    language: str = ""

    @property
    def key(self) -> str:
        """What the store knows the person by: the platform's id, else the handle."""
        return f"{self.platform}:{self.id or '@' + self.handle.casefold()}"

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys that the person may go by: also the one for those who know the @handle only."""
        by_handle = f"{self.platform}:@{self.handle.casefold()}"
        return tuple(dict.fromkeys((self.key, by_handle))) if self.handle else (self.key,)

    @property
    def is_known(self) -> bool:
        """Whether it is known who: of one who wanted to be forgotten it is not."""
        return bool(self.id or self.handle)

    def is_same(self, player: Player | None) -> bool:
        """The same person: by id where both are known, else by handle."""
        if not isinstance(player, Person) or self.platform != player.platform:
            return False
        if self.id and player.id:
            return self.id == player.id
        return bool(self.handle) and self.handle.casefold() == player.handle.casefold()


class Sender(StrEnum):
    """The kind of sender behind the name under which a text was sent: only a person can take a seat."""

    PERSON = "person"
    ADMINISTRATOR = "administrator"
    """A person who hides behind the name of the group."""
    AUTOMATIC = "automatic"
    """A channel, another bot, a webhook or an app."""


def platform_of(key: str) -> str:
    """Return the platform of the person or chat that has a key."""
    return key.partition(":")[0]


BY_HANDLE = frozenset({"telegram"})
"""The platforms where a person can be named by @handle of whom no more is known."""
ELSEWHERE = "elsewhere"
"""The platform of the players of a game that was not played here, and was imported."""


def key_digest(key: str) -> str:
    """Return a digest of a person's or a chat's key, which does not name who was forgotten meanwhile."""
    return blake2b(key.encode(errors="surrogatepass"), digest_size=12).hexdigest()


@dataclass(frozen=True)
class Robot:
    """The bot itself as a player."""

    level: Level = Level.STRONG

    def is_same(self, player: Player | None) -> bool:
        """There is but one bot, whatever its level."""
        return isinstance(player, Robot)


Player = Person | Robot


def rung_of(game: str, player: Player | None) -> Rung | None:
    """The rung of a game's ladder on which a player stands; None for who is on none."""
    rung, ladder = player.level.rung if isinstance(player, Robot) else None, LADDERS.get(game, ())
    return ladder[rung] if rung is not None and rung < len(ladder) else None


INLINE = "inline"


@dataclass(frozen=True)
class Chat:
    """A place to talk: a channel, group, forum topic (`thread`), private chat or web channel.

    In a `direct` chat (private, a game's own thread, the web page) bare text may be a move. Or it is an inline message
    of the bot's (its `thread`) among people in a chat where the bot is not.
    """

    platform: str
    id: str
    thread: str = ""
    direct: bool = False

    @property
    def key(self) -> str:
        """What the store knows the chat by: the platform's id, and its thread's."""
        return f"{self.platform}:{self.id}:{self.thread}" if self.thread else f"{self.platform}:{self.id}"

    @property
    def inline(self) -> bool:
        """Whether it is one message and no more: none can type there, it can only be changed in place.

        A channel may be called so too, but is without a thread.
        """
        return self.id == INLINE and bool(self.thread)
