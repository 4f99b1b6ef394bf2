"""What is kept of people beside the logs: how they are reached, whom they have blocked, to what they invite."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.core.ports.store import People
from bot.store import keys
from bot.store.connection import Wire, deleting, keeping

_COUNT_KEPT = 24 * 3600  # seconds in which a platform may deliver a text again
_EXCHANGE = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return 1
"""


class RedisPeople(People):
    """`People`: tables that go by the keys of people; what they invite to the server itself forgets."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def games_of(self, *names: str) -> list[str]:
        lists = await self._wire.answers(*(("SMEMBERS", keys.person_games(name)) for name in names))
        return sorted(set[str]().union(*filter(None, lists)))

    async def meet(self, person: str, handle: str, description: str) -> None:
        by_handle = [keeping(keys.HANDLES, handle, person)] if handle else []
        await self._wire.answers(keeping(keys.MET, person, description), *by_handle)

    async def met(self, person: str) -> str | None:
        by_handle = await self._wire.one(("HGET", keys.HANDLES, person))
        found: str | None = await self._wire.one(("HGET", keys.MET, by_handle or person))
        return found

    async def blocked_by(self, people: Sequence[str]) -> list[str]:
        return list(filter(None, await self._wire.one(("HMGET", keys.BLOCKED, *people)) or ()))

    async def keep_blocked(self, people: Sequence[str], text: str | None) -> None:
        await self._wire.answers(*(keeping(keys.BLOCKED, person, text) for person in people))

    async def all_blocked(self) -> dict[str, str]:
        return dict(await self._wire.one(("HGETALL", keys.BLOCKED)) or {})

    async def keep_invitation(self, person: str, token: str, text: str, seconds: float) -> None:
        table = keys.invitations(person)
        await self._wire.answers(keeping(table, token, text), ("EXPIRE", table, round(seconds)))

    async def invitation(self, person: str, token: str) -> str | None:
        found = await self._wire.one(("HGET", keys.invitations(person), token))
        return None if found is None else str(found)

    async def keep_exercise(self, person: str, text: str, seconds: float, instead: str | None = None) -> None:
        key = keys.exercise(person)
        if instead is None:
            await self._wire.one(("SET", key, text, "EX", round(seconds)))
        else:
            await self._wire.one(("EVAL", _EXCHANGE, 1, key, instead, text, round(seconds)))

    async def kept_of(self, person: str) -> dict[str, list[str]]:
        language, games, won, met, invites, exercise = await self._wire.answers(
            ("HGET", keys.PERSON_LANGUAGES, person),
            ("SMEMBERS", keys.person_games(person)),
            ("SMEMBERS", keys.person_won(person)),
            ("HGET", keys.MET, person),
            ("HVALS", keys.invitations(person)),
            ("GET", keys.exercise(person)),
        )
        kept = {"language": language and [language], "open games": games, "won against the bot": won}
        kept |= {"private chat": met and [met], "invitations": invites}
        kept |= {"exercise": exercise and [exercise]}
        return {name: sorted(values) for name, values in kept.items() if values}

    async def forget(self, person: str, games: list[str], written: Sequence[str]) -> None:
        handles: dict[str, str] = await self._wire.one(("HGETALL", keys.HANDLES)) or {}
        own = [handle for handle, owner in handles.items() if owner == person]
        alone = (keys.PERSON_LANGUAGES, keys.CHAT_LANGUAGES, keys.CHATS, keys.MET)
        await self._wire.answers(
            *(keeping(keys.boards(game), person, None) for game in games),
            *map(deleting, (keys.person_games(person), keys.person_won(person), keys.invitations(person))),
            *map(deleting, (keys.exercise(person), keys.chat_games(person))),
            *map(deleting, (keys.chat_over(person), keys.chat_played(person))),
            *(keeping(key, person, None) for key in alone),
            *(keeping(keys.HANDLES, handle, None) for handle in own),
        )
        async for messages in self._wire.keys(keys.message(person, "*")):
            await self._wire.answers(*map(deleting, messages))
        await self._uninvite(written)
        await self._wire.one(("INCR", keys.FORGOTTEN))

    async def _uninvite(self, written: Sequence[str]) -> None:
        named = re.compile("|".join(rf"{re.escape(each)}(?!\w)" for each in written), re.IGNORECASE)
        async for tables in self._wire.keys(keys.invitations("*")):
            held = await self._wire.answers(*(("HGETALL", table) for table in tables))
            invited = (
                (table, token, text) for table, kept in zip(tables, held, strict=True) for token, text in kept.items()
            )
            gone = [keeping(table, token, None) for table, token, text in invited if named.search(text)]
            await self._wire.answers(*gone)

    async def begin_forgetting(self, person: str, token: str, seconds: float) -> bool:
        key = keys.forgetting(person)
        _, held = await self._wire.answers(("SET", key, token, "NX", "EX", round(seconds)), ("GET", key))
        return bool(held == token)

    async def end_forgetting(self, person: str) -> None:
        await self._wire.one(deleting(keys.forgetting(person)))

    async def count_forgotten(self, token: str, games: int) -> int:
        key = keys.count_forgotten(token)
        _, held = await self._wire.answers(("SET", key, games, "NX", "EX", _COUNT_KEPT), ("GET", key))
        return int(held or games)

    async def forgotten(self) -> int:
        return int(await self._wire.one(("GET", keys.FORGOTTEN)) or 0)
