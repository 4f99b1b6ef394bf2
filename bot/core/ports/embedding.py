"""The page inside a platform's chats, and the person who opened it there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.core.game.people import Chat, Person


@dataclass(frozen=True)
class Seat:
    """The person at a page that is open inside a platform's chat; each `proof` works once."""

    chat: Chat
    person: Person
    proof: str = ""


class InvalidProofError(Exception):
    """The proof of who opened the page inside a chat is false, expired, or cannot be checked."""


class Embedding(Protocol):
    """The way a platform shows the page inside its chats.

    `name`: the first part of the page's paths there. `base`: the prefix of all paths as the browser sees them.
    `framed_by`: the sources that may frame the page, for the content security policy. `origins`: other origins whose
    scripts may connect. `secret`: a secret of the platform.
    """

    name: str
    base: str
    framed_by: str
    secret: str

    @property
    def origins(self) -> frozenset[str]:
        """Return the origins besides the page's own whose scripts may connect."""

    async def seat(self, headers: Mapping[str, str], message: str) -> Seat:
        """Return the seat proved by a request's headers and the page's message; raise `InvalidProofError`."""

    async def is_inside(self, seat: Seat) -> bool:
        """Return whether the platform says that the person is in the chat now."""
