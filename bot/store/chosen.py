"""What people and chats have chosen, as one text for each."""

from __future__ import annotations

import json
from contextlib import suppress

from bot.store import ask, keys
from bot.store.upkeep import Upkeep


def choices_in(text: str | None) -> dict[str, str] | None:
    """The choices of a text; None if it says none."""
    with suppress(ValueError, AttributeError, TypeError):
        return {str(name): str(value) for name, value in json.loads(text or "{}").items()}
    return None


def settled_in(server: str | None, chat: str | None) -> dict[str, str]:
    """What holds in a chat by the texts of its server's choices and of its own."""
    return (choices_in(server) or {}) | (choices_in(chat) or {})


class Chosen(Upkeep):
    """A table of choices, and a list of who is to be told of their games when."""

    async def choices(self, whose: str) -> dict[str, str]:
        found = choices_in(await self._one(lambda p: p.hget(keys.CHOICES, whose)))
        if found is None:
            self._complain(f"{keys.CHOICES} {whose!r}")
        return found or {}

    async def keep_choices(self, whose: str, choices: dict[str, str]) -> None:
        kept = {name: value for name, value in choices.items() if value}
        await self._one(ask.keeping(keys.CHOICES, whose, json.dumps(kept) if kept else None))

    async def digest(self, person: str, at: float | None) -> None:
        await self._one(ask.looking_first(keys.DIGESTS, person, at))

    async def digests(self, now: float) -> list[str]:
        return list(await self._one(ask.looked_at(keys.DIGESTS, now)) or ())
