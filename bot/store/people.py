"""People's data outside the logs: private chats, block lists, invitations, exercises; and texts that expire."""

import re
from collections.abc import AsyncIterator, Sequence

from bot.core.ports.people import Forgetting, People, TemporaryTexts
from bot.store import keys
from bot.store.connection import Wire, delete_key, set_field
from bot.store.logs import replace_text_command

_AWAITED_SECONDS = 90 * 24 * 3600  # seconds


class RedisPeople(People):
    """`People` in tables by person key; the server itself expires invitations."""

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
        description: str | None = await self._wire.one(("HGET", keys.MET, by_handle or person))
        return description

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
        text = await self._wire.one(("HGET", keys.invitations(person), token))
        return None if text is None else str(text)

    async def store_exercise(
        self, person: str, text: str, seconds: float, earlier: str = "", instead: str = ""
    ) -> None:
        key = keys.exercise(person)
        if instead:
            await self._wire.one(replace_text_command(key, instead, text, seconds))
            return
        earlier_commands = [("SET", keys.earlier(person), earlier, "EX", round(seconds))] if earlier else []
        await self._wire.answers(*earlier_commands, ("SET", key, text, "EX", round(seconds)))

    async def store_question(self, person: str, text: str, seconds: float) -> None:
        key = keys.question(person)
        await self._wire.one(("SET", key, text, "EX", round(seconds)) if text else delete_key(key))

    async def set_awaited(self, person: str, is_awaited: bool) -> None:
        key = keys.awaited_flag(person)
        await self._wire.one(("SET", key, 1, "EX", _AWAITED_SECONDS) if is_awaited else delete_key(key))

    async def data_of(self, person: str) -> dict[str, list[str]]:
        tables = await self._wire.answers_by(
            {
                "language": ("HGET", keys.PERSON_LANGUAGES, person),
                "open games": ("SMEMBERS", keys.person_games(person)),
                "won against the bot": ("SMEMBERS", keys.person_won(person)),
                "private chat": ("HGET", keys.MET, person),
                "invitations": ("HVALS", keys.invitations(person)),
                "exercise": ("GET", keys.exercise(person)),
                "question": ("GET", keys.question(person)),
                "awaited": ("GET", keys.awaited_flag(person)),
            }
        )
        tables["awaited"] = "yes" if tables["awaited"] else None
        return {name: [each] if isinstance(each, str) else sorted(each) for name, each in tables.items() if each}


_LATELY = 600  # seconds, longer than the handling of any text
_COUNT_KEPT = 24 * 3600  # seconds; platforms redeliver texts that long


class RedisForgetting(Forgetting):
    """`Forgetting` in tables by person key."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def forget(self, person: str, games: list[str], spellings: Sequence[str]) -> None:
        handles: dict[str, str] = await self._wire.one(("HGETALL", keys.HANDLES)) or {}
        own_handles = [handle for handle, owner in handles.items() if owner == person]
        tables = (keys.PERSON_LANGUAGES, keys.CHAT_LANGUAGES, keys.CHATS, keys.MET)
        await self._wire.answers(
            *(set_field(keys.boards(game), person, None) for game in games),
            *map(delete_key, (keys.person_games(person), keys.person_won(person), keys.invitations(person))),
            *map(delete_key, (keys.exercise(person), keys.earlier(person), keys.awaited_flag(person))),
            delete_key(keys.question(person)),
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
            contents = await self._wire.answers_by({table: ("HGETALL", table) for table in tables})
            invitations = ((table, *each) for table, fields in contents.items() for each in fields.items())
            deletions = [set_field(table, token, None) for table, token, text in invitations if pattern.search(text)]
            await self._wire.answers(*deletions)

    async def begin(self, person: str, token: str, seconds: float) -> bool:
        key = keys.forgetting(person)
        _, holder = await self._wire.answers(("SET", key, token, "NX", "EX", round(seconds)), ("GET", key))
        return bool(holder == token)

    async def note(self, person: str, token: str) -> None:
        await self._wire.one(("SET", keys.erasure(person), token, "EX", _LATELY))

    async def latest(self, person: str) -> str | None:
        token = await self._wire.one(("GET", keys.erasure(person)))
        return None if token is None else str(token)

    async def end(self, person: str) -> None:
        await self._wire.one(delete_key(keys.forgetting(person)))

    async def count(self, token: str, games: int) -> int:
        key = keys.count_forgotten(token)
        _, stored_count = await self._wire.answers(("SET", key, games, "NX", "EX", _COUNT_KEPT), ("GET", key))
        return int(stored_count or games)

    async def stored_count(self, token: str) -> int | None:
        number = await self._wire.one(("GET", keys.count_forgotten(token)))
        return None if number is None else int(number)

    async def forgotten_people(self) -> int:
        number = await self._wire.one(("GET", keys.FORGOTTEN)) or ""
        return int(number) if number.isdecimal() else 0

    async def forget_choices(self, whose: str) -> None:
        await self._wire.answers(delete_key(keys.choices(whose)), ("HDEL", keys.CHOICES, whose))

    async def choosers(self, kind: str) -> AsyncIterator[str]:
        json_owners = await self._wire.one(("HKEYS", keys.CHOICES)) or ()
        for whose in json_owners:
            if whose.startswith(f"{kind} "):
                yield whose
        async for batch in self._wire.keys(keys.choices(f"{kind} *")):
            for key in batch:
                if (whose := keys.chooser_of(key)) is not None:
                    yield whose


class RedisTemporaryTexts(TemporaryTexts):
    """`TemporaryTexts` as texts by name; the server itself expires them."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def write(self, name: str, text: str, seconds: float) -> None:
        await self._wire.one(("SET", keys.temporary(name), text, "EX", max(1, round(seconds))))

    async def read(self, name: str) -> str:
        return str(await self._wire.one(("GET", keys.temporary(name))) or "")

    async def claim(self, name: str, text: str, seconds: float) -> str:
        key = keys.temporary(name)
        _, holder = await self._wire.answers(("SET", key, text, "NX", "EX", max(1, round(seconds))), ("GET", key))
        return str(holder or text)
