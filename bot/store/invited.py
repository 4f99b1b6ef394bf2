"""Invitations to chats where the bot is not: a table for each person, which the server itself forgets."""

from __future__ import annotations

from bot.store import ask, keys
from bot.store.timed import Timed


class Invited(Timed):
    """What a person invites to goes by its token."""

    async def keep_invitation(self, person: str, token: str, text: str, seconds: float) -> None:
        table = keys.invitations(person)
        await self._ask(ask.keeping(table, token, text), lambda p: p.expire(table, round(seconds)))

    async def invitation(self, person: str, token: str) -> str | None:
        found = await self._one(lambda p: p.hget(keys.invitations(person), token))
        return None if found is None else str(found)
