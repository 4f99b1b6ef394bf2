"""The store on Redis or Valkey: a stream for each game's log, and small keys beside it for the indexes."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import suppress
from itertools import compress
from operator import not_
from secrets import token_hex

from redis.asyncio import Redis

from bot.core.storage import Known, Listing, Mark, Place, Shown, Spoilt
from bot.store import ask, keys
from bot.store.buckets import RedisBuckets
from bot.store.connection import Answer, Command, Wire

MOST_MOVES_OF_A_CHAT = 8

_log = logging.getLogger(__name__)


class RedisStore:
    """A `Store` in one Redis or Valkey server; all keys of one game share its code as hash tag."""

    def __init__(self, redis: Redis, nonce: Callable[[], str] = lambda: token_hex(6)) -> None:
        self._wire = Wire(redis)
        self.buckets = RedisBuckets(redis)
        self._nonce = nonce
        self._complained: set[str] = set()

    async def ready(self) -> None:
        """Returns once the server answers; raises `Unreachable`."""
        await self._one(lambda p: p.ping())

    async def close(self) -> None:
        await self._wire.close()

    # What is known

    async def known(self, chat: str, person: str, message: str = "") -> Known:
        chat, (games, chosen, spoken, shows, won) = await self._of_chat(
            chat,
            lambda now: (
                lambda p: p.smembers(keys.chat_games(now)),
                lambda p: p.hget(keys.PERSON_LANGUAGES, person),
                lambda p: p.hget(keys.CHAT_LANGUAGES, now),
                lambda p: p.get(keys.message(now, message)),
                lambda p: p.smembers(keys.person_won(person)),
            ),
        )
        return Known(chat, tuple(sorted(games or ())), chosen, spoken, shows, frozenset(won or ()))

    async def place(self, chat: str, game: str) -> Place:
        chat, (description, language, shown) = await self._of_chat(
            chat,
            lambda now: (
                lambda p: p.hget(keys.CHATS, now),
                lambda p: p.hget(keys.CHAT_LANGUAGES, now),
                lambda p: p.get(keys.last_shown(game)),
            ),
        )
        return Place(chat, description, language, keys.read_shown(game, shown))

    # Logs

    async def load(self, game: str, since: int) -> list[str]:
        entries = (await self.load_all({game: since}))[game]
        if isinstance(entries, Spoilt):
            raise entries
        return entries

    async def load_all(self, since: Mapping[str, int]) -> dict[str, list[str] | Spoilt]:
        if not since:
            return {}
        answers = await self._wire.ask(*(ask.reading(game, version) for game, version in since.items()))
        return {game: _entries(game, answer) for game, answer in zip(since, answers, strict=True)}

    async def append(self, game: str, version: int, entry: str) -> bool:
        return self._added(game, await self._wire.ask(self._appending(game, version, entry)))

    async def append_marked(self, mark: Mark, version: int, entry: str) -> bool:
        return self._added(
            mark.game, await self._wire.ask(ask.marking(mark), self._appending(mark.game, version, entry))
        )

    def _appending(self, game: str, version: int, entry: str) -> Command:
        return ask.appending(game, version, entry, self._nonce())

    def _added(self, game: str, answers: list[Answer]) -> bool:
        if isinstance(answers[-1], Spoilt):
            raise Spoilt(keys.log(game))
        return bool(answers[-1])

    async def open_games(self) -> AsyncIterator[str]:
        cursor = -1
        while cursor:
            cursor, logs = await self._one(ask.scanning(max(cursor, 0)))
            games = [game for log in logs if (game := keys.game_of(log))]
            over = (games and await self._one(ask.ended(games))) or [0] * len(games)
            for game in compress(games, map(not_, over)):
                yield game

    # Lists of open games

    async def list_game(self, listing: Listing) -> None:
        await self._ask(*ask.listing(listing))

    async def games_of(self, person: str) -> list[str]:
        return sorted(await self._one(lambda p: p.smembers(keys.person_games(person))) or ())

    # Deadlines

    async def deadline(self, game: str, at: float | None) -> None:
        await self._one(ask.deadline(game, at))

    async def due(self, now: float) -> list[str]:
        return list(await self._one(lambda p: p.zrange(keys.DEADLINES, "-inf", now, byscore=True)) or ())

    # Boards that a chat has yet to see

    def new_mark(self, chat: str, game: str, now: float) -> Mark:
        return Mark(chat, game, now, self._nonce())

    async def mark(self, chat: str, game: str, now: float) -> Mark:
        mark = self.new_mark(chat, game, now)
        await self._one(ask.marking(mark))
        return mark

    async def dirty(self, now: float) -> list[Mark]:
        written = await self._one(lambda p: p.hgetall(keys.MARKS))
        marks = (mark for field, value in (written or {}).items() if (mark := self._mark_of(field, value)))
        return sorted((mark for mark in marks if mark.since <= now), key=lambda mark: mark.since)

    async def clear(self, mark: Mark) -> bool:
        return bool(await self._one(ask.clearing(mark)))

    async def settle(self, mark: Mark, shown: Shown | None, listing: Listing | None) -> None:
        listed = ask.listing(listing) if listing else ()
        await self._ask(*(ask.showing(shown) if shown else ()), *listed, ask.clearing(mark))

    def _mark_of(self, field: str, value: str) -> Mark | None:
        try:
            return keys.read_mark(field, value)
        except ValueError:
            self._complain(f"{keys.MARKS} {field!r}")
            return None

    # Chats

    async def alias(self, old: str, new: str) -> None:
        if old == new:
            return
        # A place that is moved to is nowhere else: no circles.
        _, _, games, language = await self._ask(
            lambda p: p.hdel(keys.ALIASES, new),
            lambda p: p.hset(keys.ALIASES, old, new),
            lambda p: p.smembers(keys.chat_games(old)),
            lambda p: p.hget(keys.CHAT_LANGUAGES, old),
        )
        if games:
            await self._ask(
                lambda p: p.sadd(keys.chat_games(new), *games), lambda p: p.srem(keys.chat_games(old), *games)
            )
        if language:
            await self._one(lambda p: p.hsetnx(keys.CHAT_LANGUAGES, new, language))

    async def current(self, chat: str) -> str:
        chat, _ = await self._of_chat(chat, lambda now: ())
        return chat

    async def remember_chat(self, chat: str, description: str) -> None:
        await self._one(lambda p: p.hset(keys.CHATS, chat, description))

    # Languages

    async def speak_to(self, person: str, language: str | None) -> None:
        await self._one(ask.keeping(keys.PERSON_LANGUAGES, person, language))

    async def speak_in(self, chat: str, language: str | None) -> None:
        await self._one(ask.keeping(keys.CHAT_LANGUAGES, await self.current(chat), language))

    # What came in and takes long

    async def keep_update(self, door: str, number: str, text: str) -> None:
        await self._one(ask.keeping(keys.updates(door), number, text))

    async def forget_update(self, door: str, number: str) -> None:
        await self._one(ask.keeping(keys.updates(door), number, None))

    async def kept_updates(self, door: str) -> dict[str, str]:
        return dict(await self._one(lambda p: p.hgetall(keys.updates(door))) or {})

    async def _of_chat(self, chat: str, question: Callable[[str], Iterable[Command]]) -> tuple[str, list[Answer]]:
        """The key that a chat goes by now, and the answers about it; whether it has moved is asked in the same breath.

        One that has moved in a circle, which only a spoilt key can say, is where it was looked for last.
        """
        for _ in range(MOST_MOVES_OF_A_CHAT):
            moved, *answers = await self._ask(ask.moving(chat), *question(chat))
            if moved is None:
                return chat, answers
            chat = moved
        self._complain(f"{keys.ALIASES} {chat!r}")
        return chat, answers

    async def _ask(self, *commands: Command) -> list[Answer]:
        """The answers, with nothing for what a spoilt key says."""
        answers = await self._wire.ask(*commands)
        for spoilt in answers:
            if isinstance(spoilt, Spoilt):
                self._complain(str(spoilt))
        return [None if isinstance(answer, Spoilt) else answer for answer in answers]

    async def _one(self, command: Command) -> Answer:
        (answer,) = await self._ask(command)
        return answer

    def _complain(self, about: str) -> None:
        """Logs a spoilt key once."""
        if about not in self._complained:
            self._complained.add(about)
            _log.error("not written by this program, and left alone: %s", about)


def _entries(game: str, answer: Answer) -> list[str] | Spoilt:
    with suppress(KeyError, TypeError):
        return [fields["entry"] for _, fields in answer]
    return Spoilt(keys.log(game))
