"""The store on Redis or Valkey: a stream for each game's log, and small keys beside it for the indexes."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterable
from itertools import compress
from operator import not_
from secrets import token_hex
from typing import Any, cast

from redis.asyncio import Redis

from bot.core.storage import Mark, Shown
from bot.store import keys
from bot.store.connection import Command, Wire

KEPT_MESSAGES = 90 * 24 * 3600  # seconds

# XADD with an explicit id already fails for the slower of two writers; asking for the length as well keeps a log
# without gaps after a failover. The nonce lets a client that lost the answer repeat itself and still be told yes.
_APPEND = """
if redis.call('XLEN', KEYS[1]) == tonumber(ARGV[1]) - 1 then
  redis.call('XADD', KEYS[1], '0-' .. ARGV[1], 'entry', ARGV[2], 'nonce', ARGV[3])
  return 1
end
local there = redis.call('XRANGE', KEYS[1], '0-' .. ARGV[1], '0-' .. ARGV[1])[1]
return there and there[2][4] == ARGV[3] and 1 or 0
"""
_CLEAR = """
return redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] and redis.call('HDEL', KEYS[1], ARGV[1]) or 0
"""


class RedisStore:
    """A `Store` in one Redis or Valkey server; all keys of one game share its code as hash tag."""

    def __init__(self, redis: Redis, nonce: Callable[[], str] = lambda: token_hex(6)) -> None:
        self._wire = Wire(redis)
        self._nonce = nonce

    async def ready(self) -> None:
        """Returns once the server answers; raises `Unreachable`."""
        await self._wire.ask("PING")

    async def close(self) -> None:
        await self._wire.close()

    # Logs

    async def load(self, game: str, since: int) -> list[str]:
        entries = await self._wire.ask("XRANGE", keys.log(game), f"0-{since + 1}", "+")
        return [fields["entry"] for _, fields in entries]

    async def append(self, game: str, version: int, entry: str) -> bool:
        return bool(await self._wire.ask(*self._appending(game, version, entry)))

    async def append_marked(self, mark: Mark, version: int, entry: str) -> bool:
        _, added = await self._wire.ask_together(_marking(mark), self._appending(mark.game, version, entry))
        return bool(added)

    def _appending(self, game: str, version: int, entry: str) -> Command:
        return "EVAL", _APPEND, 1, keys.log(game), version, entry, self._nonce()

    async def open_games(self) -> AsyncIterator[str]:
        cursor = -1
        while cursor:
            cursor, logs = await self._wire.ask("SCAN", max(cursor, 0), "MATCH", keys.LOGS + "*", "COUNT", 1000)
            games = [keys.game_of(log) for log in logs]
            over = await self._wire.ask("SMISMEMBER", keys.OVER, *games) if games else []
            for game in compress(games, map(not_, over)):
                yield game

    # Lists of open games

    async def index(self, game: str, chats: Iterable[str], people: Iterable[str]) -> None:
        lists = await self._lists(chats, people)
        await self._wire.ask_together(("SREM", keys.OVER, game), *[("SADD", key, game) for key in lists])

    async def unindex(self, game: str, chats: Iterable[str], people: Iterable[str]) -> None:
        lists = await self._lists(chats, people)
        await self._wire.ask_together(*[("SREM", key, game) for key in lists], ("SADD", keys.OVER, game))

    async def games_in(self, chat: str) -> list[str]:
        return sorted(await self._of_chat(chat, lambda current: ("SMEMBERS", keys.chat_games(current))))

    async def games_of(self, person: str) -> list[str]:
        return sorted(await self._wire.ask("SMEMBERS", keys.person_games(person)))

    async def _lists(self, chats: Iterable[str], people: Iterable[str]) -> list[str]:
        return [keys.chat_games(await self.current(chat)) for chat in chats] + [
            keys.person_games(each) for each in people
        ]

    # Deadlines

    async def deadline(self, game: str, at: float | None) -> None:
        if at is None:
            await self._wire.ask("ZREM", keys.DEADLINES, game)
        else:
            await self._wire.ask("ZADD", keys.DEADLINES, at, game)

    async def due(self, now: float) -> list[str]:
        return list(await self._wire.ask("ZRANGE", keys.DEADLINES, "-inf", now, "BYSCORE"))

    # Boards that a chat has yet to see

    async def mark(self, chat: str, game: str, now: float) -> Mark:
        mark = await self.new_mark(chat, game, now)
        await self._wire.ask(*_marking(mark))
        return mark

    async def new_mark(self, chat: str, game: str, now: float) -> Mark:
        return Mark(await self.current(chat), game, now, self._nonce())

    async def dirty(self, now: float) -> list[Mark]:
        marks = (keys.read_mark(field, value) for field, value in (await self._wire.ask("HGETALL", keys.MARKS)).items())
        return sorted((mark for mark in marks if mark.since <= now), key=lambda mark: mark.since)

    async def clear(self, mark: Mark) -> bool:
        return bool(await self._wire.ask("EVAL", _CLEAR, 1, keys.MARKS, keys.mark_field(mark), keys.mark_value(mark)))

    # Messages that show a board

    async def shown(self, chat: str, message: str, game: str, version: int) -> None:
        place = json.dumps([chat, message, version])
        await self._wire.ask_together(
            ("SET", keys.message(chat, message), game, "EX", KEPT_MESSAGES),
            ("SET", keys.last_shown(game), place, "EX", KEPT_MESSAGES),
        )

    async def game_of(self, chat: str, message: str) -> str | None:
        return await self._wire.text("GET", keys.message(chat, message))

    async def last_shown(self, game: str) -> Shown | None:
        place = await self._wire.text("GET", keys.last_shown(game))
        return Shown(*json.loads(place)) if place else None

    # Chats

    async def alias(self, old: str, new: str) -> None:
        if old == new:
            return
        await self._wire.ask("HDEL", keys.ALIASES, new)  # a place that is moved to is nowhere else: no circles
        await self._wire.ask("HSET", keys.ALIASES, old, new)
        if games := await self._wire.ask("SMEMBERS", keys.chat_games(old)):
            await self._wire.ask("SADD", keys.chat_games(new), *games)
            await self._wire.ask("SREM", keys.chat_games(old), *games)
        if language := await self._wire.text("HGET", keys.CHAT_LANGUAGES, old):
            await self._wire.ask("HSETNX", keys.CHAT_LANGUAGES, new, language)

    async def current(self, chat: str) -> str:
        while moved := await self._wire.text("HGET", keys.ALIASES, chat):
            chat = moved
        return chat

    async def remember_chat(self, chat: str, description: str) -> None:
        await self._wire.ask("HSET", keys.CHATS, await self.current(chat), description)

    async def chat(self, chat: str) -> str | None:
        return cast("str | None", await self._of_chat(chat, lambda current: ("HGET", keys.CHATS, current)))

    # Languages

    async def language_of(self, person: str) -> str | None:
        return await self._wire.text("HGET", keys.PERSON_LANGUAGES, person)

    async def language_in(self, chat: str) -> str | None:
        return cast("str | None", await self._of_chat(chat, lambda current: ("HGET", keys.CHAT_LANGUAGES, current)))

    async def speak_to(self, person: str, language: str | None) -> None:
        await self._keep(keys.PERSON_LANGUAGES, person, language)

    async def speak_in(self, chat: str, language: str | None) -> None:
        await self._keep(keys.CHAT_LANGUAGES, await self.current(chat), language)

    async def _keep(self, key: str, field: str, value: str | None) -> None:
        if value is None:
            await self._wire.ask("HDEL", key, field)
        else:
            await self._wire.ask("HSET", key, field, value)

    async def _of_chat(self, chat: str, question: Callable[[str], Command]) -> Any:  # noqa: ANN401
        """The answer to a question about a chat; whether it has moved is asked in the same breath."""
        moved: str | None = chat
        while moved:
            chat = moved
            moved, answer = await self._wire.ask_together(("HGET", keys.ALIASES, chat), question(chat))
        return answer


def _marking(mark: Mark) -> Command:
    return "HSET", keys.MARKS, keys.mark_field(mark), keys.mark_value(mark)
