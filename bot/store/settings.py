"""What chats and people have chosen, and the keys by which chats go: a chat that moved is found under both."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.core.commands.settings import LANGUAGE, legible
from bot.core.ports.known import StoredFacts
from bot.core.ports.store import Settings, choices_of, of_chat, of_server
from bot.store import keys
from bot.store.choices import add_commands, choices_in, choose_command, merge_choices, read_commands
from bot.store.connection import Answer, Command, Wire, delete_key, set_field
from bot.store.logs import list_finished_commands
from bot.store.outbox_slots import DIGESTS, OutboxSlots

MOST_MOVES_OF_A_CHAT = 8


_SCANNED = 1000
_SPECIAL = re.compile(r"[\\*?\[\]^]")


def _as_pattern(text: str) -> str:
    """Return the glob pattern that matches a text alone."""
    return _SPECIAL.sub(r"\\\g<0>", text)


class RedisSettings(Settings):
    """`Settings`: tables by the keys of chats, people and servers."""

    def __init__(self, wire: Wire, slots: OutboxSlots) -> None:
        self._wire = wire
        self._slots = slots

    async def facts_for(self, chat: str, person: str, message: str = "", server: str = "") -> StoredFacts:
        chat, (games, language, spoken, near, alone, won, *others) = await self.of_chat(
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
                ("EXISTS", keys.awaited(person)),
                ("GET", keys.erased(person)),
                *read_commands(of_server(server)),
                *read_commands(of_chat(now)),
            ),
        )
        over, off, exercise, earlier, forgetting, awaited, erased, *settled = others
        own = legible(merge_choices(*settled[2:]))
        settings = legible(merge_choices(*settled[:2])) | own
        spoken, shows = spoken or settings.get(LANGUAGE), near or alone
        listed, was_won = tuple(sorted(games or ())), frozenset(won or ())
        open_now = (exercise, earlier, forgetting, off, bool(awaited), erased)
        return StoredFacts(chat, listed, language, spoken, shows, was_won, over, settings, own, *open_now)

    async def choices(self, whose: str) -> dict[str, str]:
        stored, older = await self._wire.answers(*read_commands(whose))
        if older is not None and choices_in(older) is None:
            self._wire.log_corrupt_key(f"{keys.CHOICES} {whose!r}")
        found = merge_choices(stored, older)
        return legible(found) if whose.startswith((of_chat(""), of_server(""))) else found

    async def choose(self, whose: str, changes: Mapping[str, str]) -> None:
        await self._wire.one(choose_command(whose, changes))

    async def set_person_language(self, person: str, language: str | None) -> None:
        await self._wire.one(set_field(keys.PERSON_LANGUAGES, person, language))

    async def set_chat_language(self, chat: str, language: str | None) -> None:
        await self._wire.one(set_field(keys.CHAT_LANGUAGES, await self.current_key(chat), language))

    async def schedule_digest(self, person: str, at: float | None) -> None:
        table = self._slots.keys.schedule(DIGESTS, person)
        await self._wire.one(("ZREM", table, person) if at is None else ("ZADD", table, "LT", at, person))

    async def due_digests(self, now: float) -> list[str]:
        return [person for person, _ in await self._slots.scheduled_between(DIGESTS, "-inf", repr(now))]

    async def add_alias(self, old: str, new: str, kinds: Sequence[str] = ()) -> None:
        if old == new:
            return
        # A place that is moved to is nowhere else: no circles.
        _, _, games, language = await self._wire.answers(
            ("HDEL", keys.ALIASES, new),
            ("HSET", keys.ALIASES, old, new),
            ("SMEMBERS", keys.chat_games(old)),
            ("HGET", keys.CHAT_LANGUAGES, old),
        )
        if games:
            await self._wire.answers(("SADD", keys.chat_games(new), *games), ("SREM", keys.chat_games(old), *games))
        if played := await self._wire.one(("LRANGE", keys.chat_played(old), 0, -1)):
            await self._wire.answers(
                *list_finished_commands(new, list(played)[::-1]), delete_key(keys.chat_played(old))
            )
        if language:
            await self._wire.one(("HSETNX", keys.CHAT_LANGUAGES, new, language))
        for kind in ("chat", *kinds):
            if settled := await self.choices(choices_of(kind, old)):
                await self.choose(choices_of(kind, new), settled)
                await self.choose(choices_of(kind, old), dict.fromkeys(settled, ""))  # a move is told more than once

    async def current_key(self, chat: str) -> str:
        chat, _ = await self.of_chat(chat, lambda now: ())
        return chat

    async def current_keys(self, chats: Sequence[str]) -> dict[str, str]:
        moved = (await self._wire.one(("HMGET", keys.ALIASES, *chats)) if chats else None) or [None] * len(chats)
        return {old: await self.current_key(new) if new else old for old, new in zip(chats, moved, strict=True)}

    async def remember_chat(self, chat: str, description: str) -> None:
        await self._wire.one(("HSET", keys.CHATS, chat, description))

    async def topics(self, chat: str) -> list[str]:
        start, cursor, found = f"{chat}:", "0", list[str]()
        while True:
            scanning = ("HSCAN", keys.CHATS, cursor, "MATCH", f"{_as_pattern(start)}*", "COUNT", _SCANNED)
            cursor, fields = await self._wire.one(scanning) or ("0", {})
            found += fields
            if int(cursor) == 0:
                return list(dict.fromkeys(found))

    async def export_tables(self) -> dict[str, dict[str, str]]:
        """Return the tables that no log can rebuild; choices as JSON by whose they are."""
        kept = dict(zip(keys.KEPT, await self._wire.answers(*(("HGETALL", table) for table in keys.KEPT)), strict=True))
        async for found in self._wire.keys(keys.choices("* *")):
            stored = await self._wire.answers(*(("HGETALL", key) for key in found))
            for key, fields in zip(found, stored, strict=True):
                if (whose := keys.chooser_of(key)) is not None:
                    kept[keys.CHOICES][whose] = json.dumps(merge_choices(fields, kept[keys.CHOICES].get(whose)))
        return kept

    async def import_table(self, table: str, values: Mapping[str, str]) -> None:
        """Add what a table does not have."""
        if table == keys.CHOICES:
            found = ((whose, choices_in(text) or {}) for whose, text in values.items())
            await self._wire.answers(*(command for each in found for command in add_commands(*each)))
        elif table in keys.KEPT:
            await self._wire.answers(*(("HSETNX", table, *each) for each in values.items()))

    async def of_chat(self, chat: str, question: Callable[[str], Iterable[Command]]) -> tuple[str, list[Answer]]:
        """The key that a chat goes by now, and the answers about it; whether it has moved is asked in the same breath.

        One that has moved in a circle, which only a spoilt key can say, is where it was looked for last.
        """
        for _ in range(MOST_MOVES_OF_A_CHAT):
            moved, *answers = await self._wire.answers(("HGET", keys.ALIASES, chat), *question(chat))
            if moved is None:
                return chat, answers
            chat = moved
        self._wire.log_corrupt_key(f"{keys.ALIASES} {chat!r}")
        return chat, answers
