"""Choices of chats, people and servers, and the current keys of chats that moved."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict

from bot.core.commands.settings import LANGUAGE, legible_settings
from bot.core.game.people import Chat
from bot.core.ports.people import Settings, StoredFacts
from bot.core.ports.store import choices_of, of_chat, of_reader, of_server
from bot.store import keys
from bot.store.connection import Answer, Command, Wire, delete_key, set_field
from bot.store.leases import DIGESTS, OutboxSlots
from bot.store.logs import list_finished_commands

MOST_MOVES_OF_A_CHAT = 8


_SCANNED = 1000
_SPECIAL = re.compile(r"[\\*?\[\]^]")


class RedisSettings(Settings):
    """`Settings` in tables by the keys of chats, people and servers."""

    def __init__(self, wire: Wire, slots: OutboxSlots) -> None:
        self._wire = wire
        self._slots = slots

    async def facts_for(self, chat: str, person: str, message: str = "", server: str = "") -> StoredFacts:
        chat, (games, language, chat_language, neighbours, single_key, won_games, *rest) = await self.of_chat(
            chat,
            lambda now: (
                ("SMEMBERS", keys.chat_games(now)),
                ("HGET", keys.PERSON_LANGUAGES, person),
                ("HGET", keys.CHAT_LANGUAGES, now),
                ("HGET", keys.messages(now, message) or keys.message(now, ""), message),
                ("GET", keys.message(now, message)),
                ("SMEMBERS", keys.person_won(person)),
                ("GET", keys.chat_over(now)),
                ("GET", keys.chat_off(now)),
                ("GET", keys.exercise(person)),
                ("GET", keys.earlier(person)),
                ("GET", keys.forgetting(person)),
                ("EXISTS", keys.awaited_flag(person)),
                ("GET", keys.erasure(person)),
                ("GET", keys.question(person)),
                *read_commands(of_chat(now)),
                *(read_commands(of_server(server)) if server else ()),
            ),
        )
        over, off, exercise, earlier, forgetting, is_awaited, erasure_token, question, *choice_answers = rest
        own_settings = read_settings(choice_answers[:2])
        settings = read_settings(choice_answers[2:]) | own_settings
        chat_language, shows = chat_language or settings.get(LANGUAGE), neighbours or single_key
        open_games, was_won = tuple(sorted(games or ())), frozenset(won_games or ())
        states = (exercise, earlier, forgetting, off, bool(is_awaited), erasure_token, question)
        return StoredFacts(
            chat, open_games, language, chat_language, shows, was_won, over, settings, own_settings, *states
        )

    async def choices(self, whose: str) -> dict[str, str]:
        fields, older = await self._wire.answers(*read_commands(whose))
        if older is not None and choices_in(older) is None:
            self._wire.log_corrupt_key(f"{keys.CHOICES} {whose!r}")
        choices = merge_choices(fields, older)
        return legible_settings(choices) if whose.startswith((of_chat(""), of_server(""))) else choices

    async def choose(self, whose: str, changes: Mapping[str, str]) -> None:
        flat = (text for change in changes.items() for text in change)
        kind, _, person = whose.partition(" ")
        key_names = [keys.choices(whose), keys.CHOICES, *([keys.forgetting(person)] if kind == _PERSON else [])]
        await self._wire.one(keys.script_command(_CHOOSE, key_names, whose, *flat))

    async def set_person_language(self, person: str, language: str | None) -> None:
        await self._wire.one(set_field(keys.PERSON_LANGUAGES, person, language))

    async def set_chat_language(self, chat: str, language: str | None) -> None:
        await self._wire.one(set_field(keys.CHAT_LANGUAGES, await self.current_key(chat), language))

    async def schedule_digest(self, person: str, at: float | None) -> None:
        table = self._slots.keys.schedule(DIGESTS, person)
        await self._wire.one(("ZREM", table, person) if at is None else ("ZADD", table, "LT", at, person))

    async def due_digests(self, now: float) -> list[str]:
        return [person for person, _ in await self._slots.members_between(DIGESTS, "-inf", repr(now))]

    async def add_alias(self, old_chat: str, new_chat: str, kinds: Sequence[str] = ()) -> None:
        """Move a chat to a new key with its games, language and choices, except where the new key has newer ones.

        A move may be reported twice, so nothing stays under the old key.
        """
        if old_chat == new_chat:
            return
        # The new chat is no alias any more, which prevents circles.
        _, _, games, language = await self._wire.answers(
            ("HDEL", keys.ALIASES, new_chat),
            ("HSET", keys.ALIASES, old_chat, new_chat),
            ("SMEMBERS", keys.chat_games(old_chat)),
            ("HGET", keys.CHAT_LANGUAGES, old_chat),
        )
        if games:
            new_list, old_list = keys.chat_games(new_chat), keys.chat_games(old_chat)
            await self._wire.answers(("SADD", new_list, *games), ("SREM", old_list, *games))
        if finished_games := await self._wire.one(("LRANGE", keys.chat_played(old_chat), 0, -1)):
            list_commands = list_finished_commands(new_chat, list(finished_games)[::-1])
            await self._wire.answers(*list_commands, delete_key(keys.chat_played(old_chat)))
        if language:
            languages = keys.CHAT_LANGUAGES
            await self._wire.answers(("HSETNX", languages, new_chat, language), set_field(languages, old_chat, None))
        for kind in ("chat", *kinds):
            if choices := await self.choices(choices_of(kind, old_chat)):
                newer_choices = await self.choices(choices_of(kind, new_chat))
                await self.choose(choices_of(kind, new_chat), {**choices, **newer_choices})
                await self.choose(choices_of(kind, old_chat), dict.fromkeys(choices, ""))

    async def current_key(self, chat: str) -> str:
        chat, _ = await self.of_chat(chat, lambda now: ())
        return chat

    async def current_keys(self, chats: Sequence[str]) -> dict[str, str]:
        aliases = (await self._wire.one(("HMGET", keys.ALIASES, *chats)) if chats else None) or [None] * len(chats)
        pairs = zip(chats, aliases, strict=True)
        return {chat: await self.current_key(alias) if alias else chat for chat, alias in pairs}

    async def remember_chat(self, key: str, chat: Chat) -> None:
        if chat.key == key:
            await self._wire.one(("HSET", keys.CHATS, key, json.dumps(asdict(chat))))

    async def topics(self, chat: str) -> list[str]:
        start, cursor, topics = _SPECIAL.sub(r"\\\g<0>", f"{chat}:"), "0", list[str]()
        while True:
            scanning = ("HSCAN", keys.CHATS, cursor, "MATCH", f"{start}*", "COUNT", _SCANNED)
            cursor, fields = await self._wire.one(scanning) or ("0", {})
            topics += fields
            if int(cursor) == 0:
                return list(dict.fromkeys(topics))

    async def export_tables(self) -> dict[str, dict[str, str]]:
        """Return the tables that no log can rebuild, with choices as JSON by owner."""
        tables = await self._wire.answers_by({table: ("HGETALL", table) for table in keys.KEPT})
        async for batch in self._wire.keys(keys.choices("* *")):
            fields_of = await self._wire.answers_by({key: ("HGETALL", key) for key in batch})
            for key, fields in fields_of.items():
                if (whose := keys.chooser_of(key)) is not None:
                    tables[keys.CHOICES][whose] = json.dumps(merge_choices(fields, tables[keys.CHOICES].get(whose)))
        return tables

    async def import_table(self, table: str, values: Mapping[str, str]) -> None:
        """Add the values that a table lacks."""
        if table == keys.CHOICES:
            choices = ((keys.choices(whose), choices_in(text) or {}) for whose, text in values.items())
            fields = ((key, *field) for key, each in choices for field in each.items() if field[1])
            await self._wire.answers(*(("HSETNX", *each) for each in fields))
        elif table in keys.KEPT:
            await self._wire.answers(*(("HSETNX", table, *each) for each in values.items()))

    async def of_chat(self, chat: str, question: Callable[[str], Iterable[Command]]) -> tuple[str, list[Answer]]:
        """Return a chat's current key and the answers about it, in one round trip unless the chat moved."""
        for _ in range(MOST_MOVES_OF_A_CHAT):
            alias, *answers = await self._wire.answers(("HGET", keys.ALIASES, chat), *question(chat))
            if alias is None:
                return chat, answers
            chat = alias
        self._wire.log_corrupt_key(f"{keys.ALIASES} {chat!r}")
        return chat, answers


_PERSON = of_reader("").strip()
_CHOOSE = """
if KEYS[3] and redis.call('EXISTS', KEYS[3]) == 1 then return 0 end
local older = redis.call('HGET', KEYS[2], ARGV[1])
if older then
  local read, choices = pcall(cjson.decode, older)
  for name, value in pairs(read and type(choices) == 'table' and choices or {}) do
    if type(value) == 'string' then redis.call('HSET', KEYS[1], name, value) end
  end
  redis.call('HDEL', KEYS[2], ARGV[1])
end
for at = 2, #ARGV, 2 do
  if ARGV[at + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[at])
  else redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
end
return 1
"""


def read_commands(whose: str) -> tuple[Command, Command]:
    """Return the two commands whose answers `merge_choices` takes."""
    return ("HGETALL", keys.choices(whose)), ("HGET", keys.CHOICES, whose)


def merge_choices(fields: Answer = None, json_text: Answer = None) -> dict[str, str]:
    """Return the choices in a hash, overridden by a JSON text from before 1.1, which is newer if present."""
    return dict(fields or {}) | ((choices_in(json_text) or {}) if json_text else {})


def read_settings(answers: Sequence[Answer]) -> dict[str, str]:
    """Return the settings in the answers to `read_commands`, without those that this version cannot parse."""
    return legible_settings(merge_choices(*answers)) if any(answers) else {}


def choices_in(text: str | None) -> dict[str, str] | None:
    """Return the choices of a JSON text, or None if it is not a JSON object."""
    with suppress(ValueError, AttributeError, TypeError):
        return {str(name): str(value) for name, value in json.loads(text or "{}").items()}
    return None
