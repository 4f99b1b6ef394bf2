"""What only some doors can do: a thread for a game, and knowing their own rights."""

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
