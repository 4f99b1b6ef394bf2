"""The store on Redis or Valkey: a stream for each game's log, and small keys beside it for the indexes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import compress, islice
from operator import not_
from secrets import token_hex

from bot.core.commands.settings import LANGUAGE
from bot.core.ports.store import Ends, Known, Listing, Mark, Place, Shown, Spoilt, of_chat, of_server
from bot.store import ask, keys, logs
from bot.store.archive import pack
from bot.store.buckets import RedisBuckets
from bot.store.chosen import choices_in, settled_in
from bot.store.clients import Client
from bot.store.connection import Answer, Command
from bot.store.people import People
from bot.store.promises import Promise
from bot.store.slots import RedisSlots

MOST_MOVES_OF_A_CHAT = 8


class RedisStore(People):
    """A `Store` in one Redis or Valkey server, or in a cluster; all keys of one game share its code as hash tag."""

    def __init__(self, redis: Client, nonce: Callable[[], str] = lambda: token_hex(6)) -> None:
        super().__init__(redis, nonce)
        self.buckets = RedisBuckets(redis)

    async def ready(self) -> tuple[Promise, ...]:
        """What the server promises, once it has taken a write; raises `Unreachable`."""
        found = await self._wire.promises()
        if all(promise.kept for promise in found if promise.essential):
            await self._one(lambda p: p.set(keys.WRITABLE, "yes", ex=60))
        return found

    @property
    def troubles(self) -> Mapping[str, int]:
        """How often the server could not do what it was asked, by the trouble's code."""
        return self._wire.troubles

    @property
    def history(self) -> str:
        return self._wire.history

    def slots(self, whose: str, now: Callable[[], float] | None = None) -> RedisSlots:
        """Those of one bot on one platform; `now` is a clock of all processes, instead of the server's."""
        return RedisSlots(self._wire, whose, lambda: self.are_others, now)

    async def close(self) -> None:
        await self._wire.close()

    # What is known

    async def known(self, chat: str, person: str, message: str = "", server: str = "") -> Known:
        chat, (games, chosen, spoken, near, alone, won, over, theirs, own) = await self._of_chat(
            chat,
            lambda now: (
                lambda p: p.smembers(keys.chat_games(now)),
                lambda p: p.hget(keys.PERSON_LANGUAGES, person),
                lambda p: p.hget(keys.CHAT_LANGUAGES, now),
                *ask.shown_by(now, message),
                lambda p: p.smembers(keys.person_won(person)),
                lambda p: p.get(keys.chat_over(now)),
                lambda p: p.hget(keys.CHOICES, of_server(server)),
                lambda p: p.hget(keys.CHOICES, of_chat(now)),
            ),
        )
        settings = settled_in(theirs, own)
        spoken, shows = spoken or settings.get(LANGUAGE), near or alone
        listed, was_won = tuple(sorted(games or ())), frozenset(won or ())
        return Known(chat, listed, chosen, spoken, shows, was_won, over, settings, choices_in(own) or {})

    async def place(self, chat: str, game: str, reader: str = "", server: str = "") -> Place:
        chat, (description, chosen, spoken, read, shown, theirs, own) = await self._of_chat(
            chat,
            lambda now: (
                lambda p: p.hget(keys.CHATS, now),
                lambda p: p.hget(keys.PERSON_LANGUAGES, now),
                lambda p: p.hget(keys.CHAT_LANGUAGES, now),
                lambda p: p.hget(keys.PERSON_LANGUAGES, reader),
                lambda p: p.hget(keys.boards(game), now),
                lambda p: p.hget(keys.CHOICES, of_server(server)),
                lambda p: p.hget(keys.CHOICES, of_chat(now)),
            ),
        )
        newest, doubtful = keys.read_shown(chat, game, shown), keys.read_doubtful(shown)
        settings = settled_in(theirs, own)
        language = chosen or spoken or settings.get(LANGUAGE)
        return Place(chat, description, language, newest, doubtful, settings, read)

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
        return {game: logs.entries(game, answer, since[game]) for game, answer in zip(since, answers, strict=True)}

    async def append(self, game: str, version: int, entry: str) -> bool:
        return self._added(game, await self._wire.keep((), self._appending(game, version, entry)))

    async def append_marked(self, marks: Sequence[Mark], version: int, entry: str) -> bool:
        game = marks[0].game
        appending = self._appending(game, version, entry)
        return self._added(game, await self._wire.keep([*map(ask.marking, marks)], appending))

    def _appending(self, game: str, version: int, entry: str) -> Command:
        return ask.appending(game, version, entry, self._nonce())

    def _added(self, game: str, answers: list[Answer]) -> bool:
        if isinstance(answers[-1], Spoilt):
            raise Spoilt(keys.log(game))
        return bool(answers[-1])

    async def rewrite(self, game: str, entries: list[str]) -> bool:
        done = bool(await self._one(ask.rewriting(game, entries)))
        if done and any(await self._one(ask.ended([game])) or ()):
            await self._one(ask.packing(game, len(entries), pack(entries)))
        return done

    async def open_games(self) -> AsyncIterator[str]:
        async for found in self._wire.keys(keys.LOGS + "*"):
            games = [game for log in found if (game := keys.game_of(log))]
            over = (games and await self._one(ask.ended(games))) or [0] * len(games)
            for game in compress(games, map(not_, over)):
                yield game

    async def all_games(self) -> AsyncIterator[str]:
        async for found in self._wire.keys(keys.LOGS + "*"):
            for log in found:
                if game := keys.game_of(log):
                    yield game

    async def write(self, game: str, since: int, log: Sequence[str]) -> None:
        """Adds entries after the first `since` to a log, if exactly those are there."""
        if log:
            await self._ask(*(self._appending(game, since + n, entry) for n, entry in enumerate(log, 1)))

    async def forget(self, listing: Listing, version: int) -> bool:
        """Takes a game's log away unless it has gone on, then the game off all lists; whether that is done."""
        gone = bool(await self._one(ask.forgetting(listing.game, version)))
        if gone:
            await self._ask(*ask.listing([listing]), ask.leaving_over(listing.game))
        return gone

    async def ends(self, games: Sequence[str]) -> dict[str, Ends | Spoilt]:
        answers = iter(await self._wire.ask(*(command for game in games for command in ask.ending(game))))
        return {game: logs.ends(game, *islice(answers, 2)) for game in games}

    async def versions(self, games: Sequence[str]) -> dict[str, int]:
        answers = zip(games, await self._ask(*map(ask.newest, games)), strict=True)
        return {game: keys.version_of(last[0][0]) if last else 0 for game, last in answers}

    # Lists of open games

    async def list_game(self, listing: Listing) -> None:
        await self.list_games([listing])
        await self._put_away(listing)

    async def list_games(self, listings: Sequence[Listing]) -> None:
        await self._ask(*ask.listing(listings))

    async def games_of(self, *names: str) -> list[str]:
        return sorted(set[str]().union(*filter(None, await self._ask(*map(ask.games_of, names)))))

    # Boards that a chat has yet to see

    async def mark(self, chat: str, game: str, now: float, anew: bool = False) -> Mark:
        mark = replace(self.new_mark(chat, game, now), anew=anew)
        await self._one(ask.marking(mark))
        return mark

    async def dirty(self, now: float) -> list[Mark]:
        written = await self._one(lambda p: p.hgetall(keys.MARKS))
        marks = (mark for field, value in (written or {}).items() if (mark := self._mark_of(field, value)))
        return sorted((mark for mark in marks if mark.since <= now), key=lambda mark: mark.since)

    async def clear(self, mark: Mark) -> bool:
        return bool(await self._one(ask.clearing(mark)))

    async def settle(self, mark: Mark, shown: Shown | None, listing: Listing | None) -> bool:
        listed = ask.listing([listing]) if listing else ()
        before = [*(ask.showing(shown) if shown else ()), *listed]
        *_, cleared = self._unspoilt(await self._wire.ask_then(before, ask.clearing(mark)))
        if listing:
            await self._put_away(listing)
        return bool(cleared)

    async def doubt(self, chat: str, game: str, shown: Shown | None, version: int) -> None:
        await self._ask(*ask.doubting(chat, game, shown, version))

    async def _put_away(self, listing: Listing) -> None:
        """Packs the log of a finished game."""
        log = [] if listing.open else (await self.load_all({listing.game: 0}))[listing.game]
        if log and not isinstance(log, Spoilt):
            await self._ask(ask.packing(listing.game, len(log), pack(log)))

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
        if settled := await self.choices(of_chat(old)):
            await self.keep_choices(of_chat(new), settled)

    async def current(self, chat: str) -> str:
        chat, _ = await self._of_chat(chat, lambda now: ())
        return chat

    async def all_current(self, chats: Sequence[str]) -> dict[str, str]:
        moved = (await self._one(ask.renaming(chats)) if chats else None) or [None] * len(chats)
        return {old: await self.current(new) if new else old for old, new in zip(chats, moved, strict=True)}

    async def remember_chat(self, chat: str, description: str) -> None:
        await self._one(lambda p: p.hset(keys.CHATS, chat, description))

    # Languages

    async def speak_in(self, chat: str, language: str | None) -> None:
        await self._one(ask.keeping(keys.CHAT_LANGUAGES, await self.current(chat), language))

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
