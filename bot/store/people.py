"""People's data beside the logs: how to reach them, their blocklists, invitations and exercises."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.ports.store import People
from bot.store import keys
from bot.store.connection import Wire, delete_key, set_field

_AWAITED_SECONDS = 90 * 24 * 3600  # seconds
_EXCHANGE = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return 1
"""


class RedisPeople(People):
    """`People` in tables by the keys of people; the server itself expires invitations."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def games_of(self, *names: str) -> list[str]:
        """Return the open games under any of these keys, sorted."""
        lists = await self._wire.answers(*(("SMEMBERS", keys.person_games(name)) for name in names))
        return sorted(set[str]().union(*filter(None, lists)))

    async def remember_person(self, person: str, handle: str, description: str) -> None:
        """Store how to reach a person, by key and handle."""
        by_handle = [set_field(keys.HANDLES, handle, person)] if handle else []
        await self._wire.answers(set_field(keys.MET, person, description), *by_handle)

    async def description_of(self, person: str) -> str | None:
        """Return the stored description of a person, by key or handle."""
        by_handle = await self._wire.one(("HGET", keys.HANDLES, person))
        description: str | None = await self._wire.one(("HGET", keys.MET, by_handle or person))
        return description

    async def blocklists_of(self, people: Sequence[str]) -> list[str]:
        """Return the blocklists stored under any of these keys."""
        return list(filter(None, await self._wire.one(("HMGET", keys.BLOCKED, *people)) or ()))

    async def store_blocklist(self, people: Sequence[str], text: str | None) -> None:
        """Store a blocklist under each of these keys, or delete it for None."""
        await self._wire.answers(*(set_field(keys.BLOCKED, person, text) for person in people))

    async def all_blocklists(self) -> dict[str, str]:
        """Return every blocklist by its key."""
        return dict(await self._wire.one(("HGETALL", keys.BLOCKED)) or {})

    async def store_invitation(self, person: str, token: str, text: str, seconds: float) -> None:
        """Store an invitation for at least so many seconds."""
        table = keys.invitations(person)
        await self._wire.answers(set_field(table, token, text), ("EXPIRE", table, round(seconds)))

    async def invitation(self, person: str, token: str) -> str | None:
        """Return the text of an invitation, or None once it has expired."""
        text = await self._wire.one(("HGET", keys.invitations(person), token))
        return None if text is None else str(text)

    async def store_exercise(self, person: str, text: str, seconds: float, earlier: str = "") -> None:
        """Store a person's exercise, and `earlier` as the one before it."""
        earlier_commands = [("SET", keys.earlier(person), earlier, "EX", round(seconds))] if earlier else []
        await self._wire.answers(*earlier_commands, ("SET", keys.exercise(person), text, "EX", round(seconds)))

    async def exchange_exercise(self, person: str, text: str, seconds: float, instead: str) -> None:
        """Replace a person's exercise if it is `instead`."""
        await self._wire.one(("EVAL", _EXCHANGE, 1, keys.exercise(person), instead, text, round(seconds)))

    async def set_awaited(self, person: str, is_awaited: bool) -> None:
        """Set or clear the flag that players wait for a person."""
        key = keys.awaited_flag(person)
        await self._wire.one(("SET", key, 1, "EX", _AWAITED_SECONDS) if is_awaited else delete_key(key))

    async def data_of(self, person: str) -> dict[str, list[str]]:
        """Return the person's data by kind."""
        language, games, won_games, description, invites, exercise, is_awaited = await self._wire.answers(
            ("HGET", keys.PERSON_LANGUAGES, person),
            ("SMEMBERS", keys.person_games(person)),
            ("SMEMBERS", keys.person_won(person)),
            ("HGET", keys.MET, person),
            ("HVALS", keys.invitations(person)),
            ("GET", keys.exercise(person)),
            ("GET", keys.awaited_flag(person)),
        )
        tables = {"language": language and [language], "open games": games, "won against the bot": won_games}
        tables |= {"private chat": description and [description], "invitations": invites}
        tables |= {"exercise": exercise and [exercise], "awaited": is_awaited and ["yes"]}
        return {name: sorted(values) for name, values in tables.items() if values}
