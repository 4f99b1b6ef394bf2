"""Deletion of a person's data from every list and table, while new data of theirs is refused."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence

from bot.core.ports.forgetting import Forgetting
from bot.store import keys
from bot.store.connection import Wire, delete_key, set_field

_LATELY = 600  # seconds, longer than the handling of any text
_COUNT_KEPT = 24 * 3600  # seconds; platforms redeliver texts that long


class RedisForgetting(Forgetting):
    """`Forgetting` in tables by the keys of people."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def forget(self, person: str, games: list[str], spellings: Sequence[str]) -> None:
        """Delete a person from all lists and tables, with the invitations of others to them."""
        handles: dict[str, str] = await self._wire.one(("HGETALL", keys.HANDLES)) or {}
        own_handles = [handle for handle, owner in handles.items() if owner == person]
        tables = (keys.PERSON_LANGUAGES, keys.CHAT_LANGUAGES, keys.CHATS, keys.MET)
        await self._wire.answers(
            *(set_field(keys.boards(game), person, None) for game in games),
            *map(delete_key, (keys.person_games(person), keys.person_won(person), keys.invitations(person))),
            *map(delete_key, (keys.exercise(person), keys.earlier(person), keys.awaited_flag(person))),
            *map(delete_key, (keys.chat_over(person), keys.chat_off(person), keys.chat_played(person))),
            delete_key(keys.chat_games(person)),
            *(set_field(key, person, None) for key in tables),
            *(set_field(keys.HANDLES, handle, None) for handle in own_handles),
        )
        async for messages in self._wire.keys(keys.message(person, "*")):
            await self._wire.answers(*map(delete_key, messages))
        await self._uninvite(spellings)
        await self._wire.one(("INCR", keys.FORGOTTEN))

    async def _uninvite(self, spellings: Sequence[str]) -> None:
        pattern = re.compile("|".join(rf"{re.escape(each)}(?!\w)" for each in spellings), re.IGNORECASE)
        async for tables in self._wire.keys(keys.invitations("*")):
            contents = await self._wire.answers(*(("HGETALL", table) for table in tables))
            invitations = (
                (table, token, text)
                for table, fields in zip(tables, contents, strict=True)
                for token, text in fields.items()
            )
            deletions = [set_field(table, token, None) for table, token, text in invitations if pattern.search(text)]
            await self._wire.answers(*deletions)

    async def begin(self, person: str, token: str, seconds: float) -> bool:
        """Start refusing the person's choices for so many seconds; return False if another token holds."""
        key = keys.forgetting(person)
        _, holder = await self._wire.answers(("SET", key, token, "NX", "EX", round(seconds)), ("GET", key))
        return bool(holder == token)

    async def note(self, person: str, token: str) -> None:
        """Record for ten minutes that the deletion of a person's data begins, for `token`."""
        await self._wire.one(("SET", keys.erasure(person), token, "EX", _LATELY))

    async def latest(self, person: str) -> str | None:
        """Return the token of the last deletion that began within ten minutes, or None."""
        token = await self._wire.one(("GET", keys.erasure(person)))
        return None if token is None else str(token)

    async def end(self, person: str) -> None:
        """Accept the person's choices again."""
        await self._wire.one(delete_key(keys.forgetting(person)))

    async def count(self, token: str, games: int) -> int:
        """Return the number of games first counted for a token, storing `games` if there is none."""
        key = keys.count_forgotten(token)
        _, stored_count = await self._wire.answers(("SET", key, games, "NX", "EX", _COUNT_KEPT), ("GET", key))
        return int(stored_count or games)

    async def stored_count(self, token: str) -> int | None:
        """Return the number of games counted for a token, or None."""
        number = await self._wire.one(("GET", keys.count_forgotten(token)))
        return None if number is None else int(number)

    async def forgotten_people(self) -> int:
        """Return how many people were forgotten so far, by any process."""
        number = await self._wire.one(("GET", keys.FORGOTTEN)) or ""
        return int(number) if number.isdecimal() else 0

    async def forget_choices(self, whose: str) -> None:
        """Delete all choices of one owner."""
        await self._wire.answers(delete_key(keys.choices(whose)), ("HDEL", keys.CHOICES, whose))

    async def choosers(self, kind: str) -> AsyncIterator[str]:
        """Yield the owners of choices of a kind, each at least once."""
        json_owners = await self._wire.one(("HKEYS", keys.CHOICES)) or ()
        for whose in json_owners:
            if whose.startswith(f"{kind} "):
                yield whose
        async for batch in self._wire.keys(keys.choices(f"{kind} *")):
            for key in batch:
                if (whose := keys.chooser_of(key)) is not None:
                    yield whose
