"""What people and chats have chosen, and who is to be told what in one go: beside the logs, and not rebuilt by them."""

from __future__ import annotations

from typing import Protocol

from bot.core.people import Person

NOTIFY, TIME_ZONE, AWAY = "notify", "timezone", "away"


class Choices(Protocol):
    """Short texts by name; every method may raise `Unreachable`."""

    async def choices(self, whose: str) -> dict[str, str]:
        """All that a person (`of_person`) or a chat (`of_chat`) has chosen."""

    async def keep_choices(self, whose: str, choices: dict[str, str]) -> None:
        """Keeps all of it; nothing is kept of empty texts."""

    async def digest(self, person: str, at: float | None) -> None:
        """A person wants to be told of their games at that time, if not before; None: not any more."""

    async def digests(self, now: float) -> list[str]:
        """Those whose time has come, the first first, until they are taken off."""


def of_person(person: Person) -> str:
    """Under what a person's choices are kept."""
    return f"person {person.key}"


def of_server(server: str) -> str:
    """Under what those for all chats of a server, by its key, are kept."""
    return f"server {server}"


def of_chat(chat: str) -> str:
    """Under what those for a chat, by its key now, are kept."""
    return f"chat {chat}"
