"""What only some doors can do: threads for games, messages with addresses, a sign of thinking, their own rights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from bot.core.ports import Chat, Message

PHOTOS = "photos"
"""The right of a group's member to send photos."""
Greeting = Callable[[Chat], Message]
"""The first message in a thread."""


@runtime_checkable
class HasThreads(Protocol):
    """A door to a platform where a game can have a thread of its own."""

    def has_threads(self, chat: Chat) -> bool:
        """Whether a chat is of a kind that threads begin in."""

    async def open_thread(self, chat: Chat, message: str, name: str, greeting: Greeting) -> Chat | None:
        """The thread of a message that `show` posted, opened with a greeting; None if there cannot be one.

        Asked again it is the same one. Raises `Unshown` if that failed for now.
        """

    async def close_thread(self, thread: Chat) -> None:
        """Nothing more is expected in a thread: it is put away when nobody has spoken in it for a while."""


@runtime_checkable
class Limited(Protocol):
    """A door to a platform where the bot may lack rights."""

    async def lacks(self, chat: Chat, threads: bool) -> tuple[str, ...]:
        """The codes of the rights that it lacks to show a game in a chat, or in a thread of its own."""


@runtime_checkable
class InServers(Protocol):
    """A door to a platform where many chats belong to one server."""

    def server(self, chat: Chat) -> str:
        """The id of a chat's server, as far as it is known; "" for none."""


def server_of(platform: object, chat: Chat) -> str:
    """The key of a chat's server; "" if it has none, or its platform knows none."""
    found = platform.server(chat) if isinstance(platform, InServers) else ""
    return f"{chat.platform}:{found}" if found else ""


@runtime_checkable
class Repeats(Protocol):
    """A door to a platform that knows no nonces: what is sent to it twice is shown twice."""

    repeats: bool


@runtime_checkable
class Linked(Protocol):
    """A door to a platform whose messages have addresses."""

    def link(self, chat: Chat, message: str) -> str:
        """The address of a message in a chat; "" if it has none."""


@runtime_checkable
class Thinks(Protocol):
    """A door to a platform that can show that the bot thinks."""

    async def think(self, chat: Chat) -> None:
        """Shows it for some seconds to the chat, or to whoever has asked there; nothing is lost if it is not shown."""
