"""The page inside a platform's chats, and the person who opened it there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.core.game.people import Chat, Person


@dataclass(frozen=True)
class Seat:
    """The person at a page that is open inside a platform's chat; each `proof` counts once."""

    chat: Chat
    person: Person
    proof: str = ""


class NoSeat(Exception):
    """The claim of who opened the page inside a chat is false, out of date, or cannot be checked."""


class Embedding(Protocol):
    """The way in which a platform shows the page inside its chats.

    `name`: the first part of the addresses that are its own. `base`: what stands before all addresses as the browser
    has them. `framed_by`: whose pages may frame it, as sources of a content security policy. `origins`: besides the
    page's own, whose scripts may connect. `secret`: no other person knows it.
    """

    name: str
    base: str
    framed_by: str
    secret: str

    @property
    def origins(self) -> frozenset[str]:
        """Return whose scripts may connect besides the page's own."""

    async def seat(self, headers: Mapping[str, str], said: str) -> Seat:
        """Return whose seat it is, by a request's headers and the page's words; raise `NoSeat`."""

    async def is_inside(self, seat: Seat) -> bool:
        """Return whether the platform says that the person is in the chat now."""
