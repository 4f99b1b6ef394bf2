"""A person is forgotten: taken off every list and table, while nothing new of them is kept."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence

from bot.core.ports.forgetting import Forgetting
from bot.store import keys
from bot.store.connection import Wire, delete_key, set_field

_LATELY = 600  # seconds, longer than the handling of any text
_COUNT_KEPT = 24 * 3600  # seconds in which a platform may deliver a text again


class RedisForgetting(Forgetting):
    """`Forgetting` in tables that go by the keys of people."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def forget(self, person: str, games: list[str], written: Sequence[str]) -> None:
        handles: dict[str, str] = await self._wire.one(("HGETALL", keys.HANDLES)) or {}
        own = [handle for handle, owner in handles.items() if owner == person]
        alone = (keys.PERSON_LANGUAGES, keys.CHAT_LANGUAGES, keys.CHATS, keys.MET)
        await self._wire.answers(
            *(set_field(keys.boards(game), person, None) for game in games),
            *map(delete_key, (keys.person_games(person), keys.person_won(person), keys.invitations(person))),
            *map(delete_key, (keys.exercise(person), keys.earlier(person), keys.awaited(person))),
            *map(delete_key, (keys.chat_over(person), keys.chat_off(person), keys.chat_played(person))),
            delete_key(keys.chat_games(person)),
            *(set_field(key, person, None) for key in alone),
            *(set_field(keys.HANDLES, handle, None) for handle in own),
        )
        async for messages in self._wire.keys(keys.message(person, "*")):
            await self._wire.answers(*map(delete_key, messages))
        await self._uninvite(written)
        await self._wire.one(("INCR", keys.FORGOTTEN))

    async def _uninvite(self, written: Sequence[str]) -> None:
        named = re.compile("|".join(rf"{re.escape(each)}(?!\w)" for each in written), re.IGNORECASE)
        async for tables in self._wire.keys(keys.invitations("*")):
            held = await self._wire.answers(*(("HGETALL", table) for table in tables))
            invited = (
                (table, token, text) for table, kept in zip(tables, held, strict=True) for token, text in kept.items()
            )
            gone = [set_field(table, token, None) for table, token, text in invited if named.search(text)]
            await self._wire.answers(*gone)

    async def begin(self, person: str, token: str, seconds: float) -> bool:
        key = keys.forgetting(person)
        _, held = await self._wire.answers(("SET", key, token, "NX", "EX", round(seconds)), ("GET", key))
        return bool(held == token)

    async def note(self, person: str, token: str) -> None:
        await self._wire.one(("SET", keys.erased(person), token, "EX", _LATELY))

    async def latest(self, person: str) -> str | None:
        token = await self._wire.one(("GET", keys.erased(person)))
        return None if token is None else str(token)

    async def end(self, person: str) -> None:
        await self._wire.one(delete_key(keys.forgetting(person)))

    async def count(self, token: str, games: int) -> int:
        key = keys.count_forgotten(token)
        _, held = await self._wire.answers(("SET", key, games, "NX", "EX", _COUNT_KEPT), ("GET", key))
        return int(held or games)

    async def stored_count(self, token: str) -> int | None:
        held = await self._wire.one(("GET", keys.count_forgotten(token)))
        return None if held is None else int(held)

    async def forgotten_people(self) -> int:
        found = await self._wire.one(("GET", keys.FORGOTTEN)) or ""
        return int(found) if found.isdecimal() else 0

    async def forget_choices(self, whose: str) -> None:
        await self._wire.answers(delete_key(keys.choices(whose)), ("HDEL", keys.CHOICES, whose))

    async def choosers(self, kind: str) -> AsyncIterator[str]:
        older = await self._wire.one(("HKEYS", keys.CHOICES)) or ()
        for whose in older:
            if whose.startswith(f"{kind} "):
                yield whose
        async for found in self._wire.keys(keys.choices(f"{kind} *")):
            for key in found:
                if (whose := keys.chooser_of(key)) is not None:
                    yield whose
