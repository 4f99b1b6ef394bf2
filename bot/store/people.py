"""What is kept of people beside the logs: how they are reached, whom they have blocked, to what they invite."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.ports.store import People
from bot.store import keys
from bot.store.connection import Wire, delete_key, set_field

_AWAITED = 90 * 24 * 3600  # seconds
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

    async def remember_person(self, person: str, handle: str, description: str) -> None:
        by_handle = [set_field(keys.HANDLES, handle, person)] if handle else []
        await self._wire.answers(set_field(keys.MET, person, description), *by_handle)

    async def description_of(self, person: str) -> str | None:
        by_handle = await self._wire.one(("HGET", keys.HANDLES, person))
        found: str | None = await self._wire.one(("HGET", keys.MET, by_handle or person))
        return found

    async def blocklists_of(self, people: Sequence[str]) -> list[str]:
        return list(filter(None, await self._wire.one(("HMGET", keys.BLOCKED, *people)) or ()))

    async def store_blocklist(self, people: Sequence[str], text: str | None) -> None:
        await self._wire.answers(*(set_field(keys.BLOCKED, person, text) for person in people))

    async def all_blocklists(self) -> dict[str, str]:
        return dict(await self._wire.one(("HGETALL", keys.BLOCKED)) or {})

    async def store_invitation(self, person: str, token: str, text: str, seconds: float) -> None:
        table = keys.invitations(person)
        await self._wire.answers(set_field(table, token, text), ("EXPIRE", table, round(seconds)))

    async def invitation(self, person: str, token: str) -> str | None:
        found = await self._wire.one(("HGET", keys.invitations(person), token))
        return None if found is None else str(found)

    async def store_exercise(self, person: str, text: str, seconds: float, earlier: str = "") -> None:
        noted = [("SET", keys.earlier(person), earlier, "EX", round(seconds))] if earlier else []
        await self._wire.answers(*noted, ("SET", keys.exercise(person), text, "EX", round(seconds)))

    async def exchange_exercise(self, person: str, text: str, seconds: float, instead: str) -> None:
        await self._wire.one(("EVAL", _EXCHANGE, 1, keys.exercise(person), instead, text, round(seconds)))

    async def set_awaited(self, person: str, expected: bool) -> None:
        key = keys.awaited(person)
        await self._wire.one(("SET", key, 1, "EX", _AWAITED) if expected else delete_key(key))

    async def data_of(self, person: str) -> dict[str, list[str]]:
        language, games, won, met, invites, exercise, awaited = await self._wire.answers(
            ("HGET", keys.PERSON_LANGUAGES, person),
            ("SMEMBERS", keys.person_games(person)),
            ("SMEMBERS", keys.person_won(person)),
            ("HGET", keys.MET, person),
            ("HVALS", keys.invitations(person)),
            ("GET", keys.exercise(person)),
            ("GET", keys.awaited(person)),
        )
        kept = {"language": language and [language], "open games": games, "won against the bot": won}
        kept |= {"private chat": met and [met], "invitations": invites}
        kept |= {"exercise": exercise and [exercise], "awaited": awaited and ["yes"]}
        return {name: sorted(values) for name, values in kept.items() if values}
