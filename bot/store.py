"""The store on Redis or Valkey: a stream for each game's log, and small keys beside it for the indexes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from itertools import compress
from operator import not_
from secrets import token_hex
from typing import Any, cast

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as NoAnswer

from bot.core.storage import Mark, Shown, Unreachable

KEPT_MESSAGES = 90 * 24 * 3600  # seconds
_PATIENCE = 5.0  # seconds for one command, lost connections and new ones included
_LOGS = "tetradka:game:"
_OVER = "tetradka:over"
_DEADLINES = "tetradka:deadlines"
_MARKS = "tetradka:marks"
_ALIASES = "tetradka:aliases"
_CHATS = "tetradka:chats"
_PERSON_LANGUAGES = "tetradka:languages:people"
_CHAT_LANGUAGES = "tetradka:languages:chats"

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


Command = tuple[str | float, ...]


def connect(url: str) -> Redis:
    """A client for a redis://, rediss:// or unix:// address; raises ValueError for any other text."""
    return Redis.from_url(
        url,
        decode_responses=True,
        encoding_errors="surrogatepass",
        socket_timeout=None,  # with one, redis-py calls `wait_for`, which before Python 3.12 may lose a cancellation
        socket_connect_timeout=3,
        retry=Retry(ExponentialBackoff(cap=0.5, base=0.02), 4, supported_errors=(NoConnection, NoAnswer)),
    )


class RedisStore:
    """A `Store` in one Redis or Valkey server; all keys of one game share its code as hash tag."""

    def __init__(self, redis: Redis, nonce: Callable[[], str] = lambda: token_hex(6)) -> None:
        self._redis = redis
        self._send: Callable[..., Awaitable[Any]] = redis.execute_command
        self._nonce = nonce

    async def ready(self) -> None:
        """Returns once the server answers; raises `Unreachable`."""
        await self._ask("PING")

    async def close(self) -> None:
        await self._redis.aclose()

    # Logs

    async def load(self, game: str, since: int) -> list[str]:
        entries = await self._ask("XRANGE", _log(game), f"0-{since + 1}", "+")
        return [fields["entry"] for _, fields in entries]

    async def append(self, game: str, version: int, entry: str) -> bool:
        return bool(await self._ask("EVAL", _APPEND, 1, _log(game), version, entry, self._nonce()))

    async def open_games(self) -> AsyncIterator[str]:
        cursor = -1
        while cursor:
            cursor, keys = await self._ask("SCAN", max(cursor, 0), "MATCH", _LOGS + "*", "COUNT", 1000)
            games = [key[len(_LOGS) + 1 : -1] for key in keys]
            over = await self._ask("SMISMEMBER", _OVER, *games) if games else []
            for game in compress(games, map(not_, over)):
                yield game

    # Lists of open games

    async def index(self, game: str, chats: Iterable[str], people: Iterable[str]) -> None:
        lists = await self._lists(chats, people)
        await self._ask_together(("SREM", _OVER, game), *[("SADD", key, game) for key in lists])

    async def unindex(self, game: str, chats: Iterable[str], people: Iterable[str]) -> None:
        lists = await self._lists(chats, people)
        await self._ask_together(*[("SREM", key, game) for key in lists], ("SADD", _OVER, game))

    async def games_in(self, chat: str) -> list[str]:
        return sorted(await self._of_chat(chat, lambda current: ("SMEMBERS", _chat_games(current))))

    async def games_of(self, person: str) -> list[str]:
        return sorted(await self._ask("SMEMBERS", _person_games(person)))

    async def _lists(self, chats: Iterable[str], people: Iterable[str]) -> list[str]:
        return [_chat_games(await self.current(chat)) for chat in chats] + [_person_games(each) for each in people]

    # Deadlines

    async def deadline(self, game: str, at: float | None) -> None:
        if at is None:
            await self._ask("ZREM", _DEADLINES, game)
        else:
            await self._ask("ZADD", _DEADLINES, at, game)

    async def due(self, now: float) -> list[str]:
        return list(await self._ask("ZRANGE", _DEADLINES, "-inf", now, "BYSCORE"))

    # Boards that a chat has yet to see

    async def mark(self, chat: str, game: str, now: float) -> Mark:
        mark = Mark(await self.current(chat), game, now, self._nonce())
        await self._ask("HSET", _MARKS, f"{mark.chat}\n{mark.game}", f"{mark.since!r} {mark.stamp}")
        return mark

    async def dirty(self, now: float) -> list[Mark]:
        marks = (_read_mark(field, value) for field, value in (await self._ask("HGETALL", _MARKS)).items())
        return sorted((mark for mark in marks if mark.since <= now), key=lambda mark: mark.since)

    async def clear(self, mark: Mark) -> bool:
        return bool(await self._ask("EVAL", _CLEAR, 1, _MARKS, _place(mark), _stamp(mark)))

    # Messages that show a board

    async def shown(self, chat: str, message: str, game: str, version: int) -> None:
        place = json.dumps([chat, message, version])
        await self._ask_together(
            ("SET", _message(chat, message), game, "EX", KEPT_MESSAGES),
            ("SET", _last_shown(game), place, "EX", KEPT_MESSAGES),
        )

    async def game_of(self, chat: str, message: str) -> str | None:
        return await self._text("GET", _message(chat, message))

    async def last_shown(self, game: str) -> Shown | None:
        place = await self._text("GET", _last_shown(game))
        return Shown(*json.loads(place)) if place else None

    # Chats

    async def alias(self, old: str, new: str) -> None:
        if old == new:
            return
        await self._ask("HDEL", _ALIASES, new)  # a place that is moved to is nowhere else: no circles
        await self._ask("HSET", _ALIASES, old, new)
        if games := await self._ask("SMEMBERS", _chat_games(old)):
            await self._ask("SADD", _chat_games(new), *games)
            await self._ask("SREM", _chat_games(old), *games)
        if language := await self._text("HGET", _CHAT_LANGUAGES, old):
            await self._ask("HSETNX", _CHAT_LANGUAGES, new, language)

    async def current(self, chat: str) -> str:
        while moved := await self._text("HGET", _ALIASES, chat):
            chat = moved
        return chat

    async def remember_chat(self, chat: str, description: str) -> None:
        await self._ask("HSET", _CHATS, await self.current(chat), description)

    async def chat(self, chat: str) -> str | None:
        return cast("str | None", await self._of_chat(chat, lambda current: ("HGET", _CHATS, current)))

    # Languages

    async def language_of(self, person: str) -> str | None:
        return await self._text("HGET", _PERSON_LANGUAGES, person)

    async def language_in(self, chat: str) -> str | None:
        return cast("str | None", await self._of_chat(chat, lambda current: ("HGET", _CHAT_LANGUAGES, current)))

    async def speak_to(self, person: str, language: str | None) -> None:
        await self._keep(_PERSON_LANGUAGES, person, language)

    async def speak_in(self, chat: str, language: str | None) -> None:
        await self._keep(_CHAT_LANGUAGES, await self.current(chat), language)

    async def _keep(self, key: str, field: str, value: str | None) -> None:
        if value is None:
            await self._ask("HDEL", key, field)
        else:
            await self._ask("HSET", key, field, value)

    async def _of_chat(self, chat: str, question: Callable[[str], Command]) -> Any:  # noqa: ANN401
        """The answer to a question about a chat; whether it has moved is asked in the same breath."""
        moved: str | None = chat
        while moved:
            chat = moved
            moved, answer = await self._ask_together(("HGET", _ALIASES, chat), question(chat))
        return answer

    async def _text(self, *command: str) -> str | None:
        return cast("str | None", await self._ask(*command))

    async def _ask(self, *command: str | float) -> Any:  # noqa: ANN401 (each command has its own kind of answer)
        async with _in_time():
            return await self._send(*command)

    async def _ask_together(self, *commands: Command) -> list[Any]:
        """Several commands in one round trip, and with one write to the disk."""
        pipeline = self._redis.pipeline(transaction=False)
        send: Callable[..., object] = pipeline.execute_command
        for command in commands:
            send(*command)
        async with _in_time():
            return list(await pipeline.execute())


@asynccontextmanager
async def _in_time() -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(_PATIENCE):
            yield
    except (RedisError, OSError) as error:
        raise Unreachable(str(error) or type(error).__name__) from error


def _log(game: str) -> str:
    return f"{_LOGS}{{{game}}}"


def _last_shown(game: str) -> str:
    return f"tetradka:shown:{{{game}}}"


def _chat_games(chat: str) -> str:
    return f"tetradka:games:chat:{chat}"


def _person_games(person: str) -> str:
    return f"tetradka:games:person:{person}"


def _message(chat: str, message: str) -> str:
    return f"tetradka:message:{message}:{chat}"


def _place(mark: Mark) -> str:
    return f"{mark.chat}\n{mark.game}"


def _stamp(mark: Mark) -> str:
    return f"{mark.since!r} {mark.stamp}"


def _read_mark(field: str, value: str) -> Mark:
    chat, _, game = field.rpartition("\n")
    since, _, stamp = value.partition(" ")
    return Mark(chat, game, float(since), stamp)
