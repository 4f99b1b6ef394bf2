"""What is kept of people beside the logs: how they are reached, whom they have blocked, to what they invite."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store import keys
from bot.store.connection import Wire, deleting, keeping


class RedisPeople:
    """`People`: tables that go by the keys of people; what they invite to the server itself forgets."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def meet(self, person: str, handle: str, description: str) -> None:
        """Keeps how to reach who writes to the bot in private, as JSON text."""
        by_handle = [keeping(keys.HANDLES, handle, person)] if handle else []
        await self._wire.answers(keeping(keys.MET, person, description), *by_handle)

    async def met(self, person: str) -> str | None:
        """The description of a person who has done so, by either key."""
        by_handle = await self._wire.one(("HGET", keys.HANDLES, person))
        found: str | None = await self._wire.one(("HGET", keys.MET, by_handle or person))
        return found

    async def blocked_by(self, people: Sequence[str]) -> list[str]:
        """The lists of blocked people, as text, that are kept under any of these keys."""
        return list(filter(None, await self._wire.one(("HMGET", keys.BLOCKED, *people)) or ()))

    async def keep_blocked(self, people: Sequence[str], text: str | None) -> None:
        """Keeps a list under all of these keys."""
        await self._wire.answers(*(keeping(keys.BLOCKED, person, text) for person in people))

    async def all_blocked(self) -> dict[str, str]:
        """Every list by its key."""
        return dict(await self._wire.one(("HGETALL", keys.BLOCKED)) or {})

    async def keep_invitation(self, person: str, token: str, text: str, seconds: float) -> None:
        """Keeps to what a person invites a chat where the bot is not, as text, for so many seconds at least."""
        table = keys.invitations(person)
        await self._wire.answers(keeping(table, token, text), ("EXPIRE", table, round(seconds)))

    async def invitation(self, person: str, token: str) -> str | None:
        """That text, while it is kept."""
        found = await self._wire.one(("HGET", keys.invitations(person), token))
        return None if found is None else str(found)

    async def kept_of(self, person: str) -> dict[str, list[str]]:
        """What each list and table holds under a person's key."""
        language, games, won, met, invites = await self._wire.answers(
            ("HGET", keys.PERSON_LANGUAGES, person),
            ("SMEMBERS", keys.person_games(person)),
            ("SMEMBERS", keys.person_won(person)),
            ("HGET", keys.MET, person),
            ("HVALS", keys.invitations(person)),
        )
        kept = {"language": language and [language], "open games": games, "won against the bot": won}
        kept |= {"private chat": met and [met], "invitations": invites}
        return {name: sorted(values) for name, values in kept.items() if values}

    async def forget(self, person: str, games: list[str]) -> None:
        """Takes a person off all lists and tables, and their private chat with them."""
        handles: dict[str, str] = await self._wire.one(("HGETALL", keys.HANDLES)) or {}
        own = [handle for handle, owner in handles.items() if owner == person]
        alone = (keys.PERSON_LANGUAGES, keys.CHAT_LANGUAGES, keys.CHATS, keys.MET)
        await self._wire.answers(
            *(keeping(keys.boards(game), person, None) for game in games),
            *map(deleting, (keys.person_games(person), keys.person_won(person), keys.invitations(person))),
            *map(deleting, (keys.chat_games(person), keys.chat_over(person))),
            *(keeping(key, person, None) for key in alone),
            *(keeping(keys.HANDLES, handle, None) for handle in own),
        )
        async for messages in self._wire.keys(keys.message(person, "*")):
            await self._wire.answers(*map(deleting, messages))
        await self._wire.one(("INCR", keys.FORGOTTEN))

    async def forgotten(self) -> int:
        """How many people have been forgotten so far, by whichever process."""
        return int(await self._wire.one(("GET", keys.FORGOTTEN)) or 0)
