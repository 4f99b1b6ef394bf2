"""Invitations to chats where the bot is not, each under its token for as long as it counts."""

from __future__ import annotations

from bot.store import keys
from bot.store.timed import Timed


class Invited(Timed):
    """A key each, which the server itself forgets."""

    async def keep_invitation(self, token: str, text: str, seconds: float) -> None:
        await self._one(lambda p: p.set(keys.invitation(token), text, ex=round(seconds)))

    async def invitation(self, token: str) -> str | None:
        found = await self._one(lambda p: p.get(keys.invitation(token)))
        return None if found is None else str(found)
