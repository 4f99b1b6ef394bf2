"""Logs of games, a stream each, and the lists of open games that are made anew from them."""

from __future__ import annotations

import json
import zlib
from base64 import b85decode, b85encode
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import compress, islice
from operator import not_
from secrets import token_hex

from bot.core.ports.store import CLOCKS, DEADLINES, NEVER, CorruptDataError, Ends, Listing, Logs, OutboxEntry
from bot.store import keys
from bot.store.connection import Answer, Command, Wire, delete_key
from bot.store.outbox_slots import SlotKeys

KEPT_MESSAGES = 90 * 24 * 3600  # seconds
_OFF_KEPT = 24 * 3600  # seconds in which a platform may deliver a text again
MOST_PLAYED = 500
"""So many of a chat's games that are over are found by the chat."""

# XADD with an explicit id already fails for the slower of two writers; asking which entry is the last keeps a log
# without gaps after a failover. The nonce lets a client that lost the answer repeat itself and still be told yes.
_LAST = """
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local version = last and tonumber(string.sub(last[1], 3)) or 0
"""
_APPEND = f"""{_LAST}
if version == tonumber(ARGV[1]) - 1 then
  redis.call('XADD', KEYS[1], '0-' .. ARGV[1], 'entry', ARGV[2], 'nonce', ARGV[3])
  return 1
end
local there = redis.call('XRANGE', KEYS[1], '0-' .. ARGV[1], '0-' .. ARGV[1])[1]
return there and there[2][4] == ARGV[3] and 1 or 0
"""
# A stream that grew has room for more; one that is restored takes what it needs, where a server lets us do so.
_PACK = f"""{_LAST}
if version ~= tonumber(ARGV[1]) then return 0 end
redis.call('DEL', KEYS[1])
redis.call('XADD', KEYS[1], '0-' .. ARGV[1], 'log', ARGV[2])
redis.pcall('RESTORE', KEYS[1], 0, redis.call('DUMP', KEYS[1]), 'REPLACE')
return 1
"""
_REWRITE = f"""{_LAST}
if version ~= #ARGV then return 0 end
redis.call('DEL', KEYS[1])
for number, entry in ipairs(ARGV) do redis.call('XADD', KEYS[1], '0-' .. number, 'entry', entry, 'nonce', '') end
return 1
"""
_RESCHEDULE = """
local at = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not at or tonumber(at) ~= tonumber(ARGV[2]) then return 0 end
return ARGV[3] and redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1]) or redis.call('ZREM', KEYS[1], ARGV[1])
"""
_FORGET = f"""{_LAST}
return version == tonumber(ARGV[1]) and redis.call('DEL', unpack(KEYS)) or 0
"""


class RedisLogs(Logs):
    """`Logs` of games; all keys of one game share its code as hash tag, and so stand on one node of a cluster."""

    def __init__(self, wire: Wire, slots: SlotKeys) -> None:
        self._wire = wire
        self._slots = slots

    @property
    def history(self) -> str:
        return self._wire.history

    @property
    def lost_lists(self) -> int:
        return sum(key.startswith(keys.REBUILT) for key in self._wire.moved_aside)

    async def load(self, game: str, since: int) -> list[str]:
        """One log's entries from the one after `since` on; raises `CorruptDataError`."""
        entries = (await self.load_all({game: since}))[game]
        if isinstance(entries, CorruptDataError):
            raise entries
        return entries

    async def load_all(self, since: Mapping[str, int]) -> dict[str, list[str] | CorruptDataError]:
        answers = await self._wire.ask(*(("XRANGE", keys.log(game), f"0-{n + 1}", "+") for game, n in since.items()))
        return {game: _entries(game, answer, since[game]) for game, answer in zip(since, answers, strict=True)}

    async def append(self, game: str, version: int, entry: str, boards: Sequence[OutboxEntry] = ()) -> bool:
        answers = await self._wire.write_durably(
            [*map(partial(add_entry_command, self._slots), boards)], append_command(game, version, entry, token_hex(6))
        )
        if isinstance(answers[-1], CorruptDataError):
            raise CorruptDataError(keys.log(game))
        return bool(answers[-1])

    async def rewrite(self, game: str, entries: list[str]) -> bool:
        rewriting: Command = ("EVAL", _REWRITE, 1, keys.log(game), *entries)
        done, _ = await self._wire.answers(rewriting, delete_key(keys.result(game)))
        if done and any(await self._wire.one(_finished_command([game])) or ()):
            await self._wire.one(_pack_command(game, entries))
        return bool(done)

    async def open_games(self) -> AsyncIterator[str]:
        async for found in self._wire.keys(keys.LOGS + "*"):
            games = [game for log in found if (game := keys.game_of(log))]
            over = (games and await self._wire.one(_finished_command(games))) or [0] * len(games)
            for game in compress(games, map(not_, over)):
                yield game

    async def all_games(self) -> AsyncIterator[str]:
        async for found in self._wire.keys(keys.LOGS + "*"):
            for log in found:
                if game := keys.game_of(log):
                    yield game

    async def all_logs(self, kind: str) -> AsyncIterator[str]:
        async for found in self._wire.keys(keys.LOGS + "*"):
            for log in found:
                if name := keys.feature_log(log, kind):
                    yield name

    async def write(self, game: str, since: int, log: Sequence[str]) -> None:
        """Adds entries after the first `since` to a log, if exactly those are there."""
        if log:
            numbered = enumerate(log, since + 1)
            await self._wire.answers(*(append_command(game, number, entry, token_hex(6)) for number, entry in numbered))

    async def forget(self, listing: Listing, version: int) -> bool:
        """Takes a game's log away unless it has gone on, then the game off all lists; whether that is done."""
        kept = [of(listing.game) for of in (keys.log, keys.boards, keys.review, keys.result)]
        gone = bool(await self._wire.one(("EVAL", _FORGET, len(kept), *kept, version)))
        if gone:
            listed = listing_commands([listing], self._slots)
            called_off = [("DEL", keys.chat_off(chat)) for chat in listing.chats]  # it was not: it is no more
            played = [("LREM", keys.chat_played(chat), 0, listing.game) for chat in listing.chats]
            await self._wire.answers(*listed, *called_off, *played, ("SREM", keys.OVER, listing.game))
        return gone

    async def ends(self, games: Sequence[str]) -> dict[str, Ends | CorruptDataError]:
        answers = iter(await self._wire.ask(*(command for game in games for command in _ends_commands(game))))
        return {game: _ends(game, *islice(answers, 2)) for game in games}

    async def versions(self, games: Sequence[str]) -> dict[str, int]:
        answers = zip(games, await self._wire.answers(*map(_last_command, games)), strict=True)
        return {game: keys.version_of(last[0][0]) if last else 0 for game, last in answers}

    async def list_game(self, listing: Listing) -> None:
        await self.list_games([listing])
        await self.pack_finished(listing)

    async def list_games(self, listings: Sequence[Listing]) -> None:
        await self._wire.answers(*listing_commands(listings, self._slots))

    async def delete_lists(self) -> None:
        """Takes away all lists that the logs can rebuild."""
        async for lists in self._wire.keys(keys.LISTS + "*"):
            await self._wire.answers(*map(delete_key, lists))
        timed = [
            keys.schedule(when, slot) for when in (DEADLINES, CLOCKS) for slot in (None, *range(self._slots.count))
        ]
        await self._wire.answers(delete_key(keys.OVER), *map(delete_key, timed))

    async def pack_finished(self, listing: Listing) -> None:
        """Packs the log of a finished game."""
        log = [] if listing.open else (await self.load_all({listing.game: 0}))[listing.game]
        if log and not isinstance(log, CorruptDataError):
            await self._wire.answers(_pack_command(listing.game, log))


def append_command(game: str, version: int, entry: str, nonce: str) -> Command:
    """An entry, if it is the one that comes next in the log."""
    return ("EVAL", _APPEND, 1, keys.log(game), version, entry, nonce)


def add_entry_command(slots: SlotKeys, entry: OutboxEntry) -> Command:
    """An entry is put into the outbox."""
    return ("HSET", slots.boards(entry.game), keys.outbox_field(entry), keys.outbox_value(entry))


def listing_commands(listings: Iterable[Listing], slots: SlotKeys) -> Iterator[Command]:
    """Games on the lists where they belong; a command a list, however many games it has."""
    on: dict[str, list[str]] = defaultdict(list)
    off: dict[str, list[str]] = defaultdict(list)
    never: dict[str, list[str]] = defaultdict(list)
    over: list[str] = []
    at: dict[str, list[str | float]] = defaultdict(list)
    for listed in listings:
        for key in (*map(keys.chat_games, listed.chats), *map(keys.person_games, listed.people)):
            (on if listed.open else off)[key].append(listed.game)
        for key in map(keys.person_games, listed.others):
            off[key].append(listed.game)
        (off[keys.OVER] if listed.open else over).append(listed.game)
        if listed.winner:
            on[keys.person_won(listed.winner)].append(listed.name)
        for key, when in ((DEADLINES, listed.deadline), (CLOCKS, listed.clock)):
            if when is None:
                never[slots.schedule(key, listed.game)].append(listed.game)
            else:
                at[slots.schedule(key, listed.game)] += (when, listed.game)
        if listed.played:
            for chat in listed.chats:
                yield "SET", keys.chat_over(chat), listed.game, "EX", KEPT_MESSAGES
                yield from list_finished_commands(chat, [listed.game])
        elif not listed.open:
            yield from (("SET", keys.chat_off(chat), listed.game, "EX", _OFF_KEPT) for chat in listed.chats)
    yield from (("SREM", key, *names) for key, names in off.items())
    yield from (("ZREM", key, *games) for key, games in never.items())
    yield from (("SADD", key, *names) for key, names in on.items())
    yield from (("ZADD", key, *games) for key, games in at.items())
    if over:  # last, for what stands there is never looked at again
        yield ("SADD", keys.OVER, *over)


def list_finished_commands(chat: str, games: Sequence[str]) -> Iterator[Command]:
    """Games in front of the chat's list of those played, each once, the last of them first; very old ones go."""
    key = keys.chat_played(chat)
    yield from (("LREM", key, 0, game) for game in games)
    yield "LPUSH", key, *games
    yield "PERSIST", key
    yield "LTRIM", key, 0, MOST_PLAYED - 1


def schedule_command(key: str, game: str, at: float | None, instead: float | None = None) -> Command:
    """Return the command that sets when a game wants to be looked at, if that was `instead` so far, or in any case."""
    if instead == NEVER and at is not None:
        return ("ZADD", key, "NX", at, game)
    if instead is not None:
        return ("EVAL", _RESCHEDULE, 1, key, game, instead, *(() if at is None else (at,)))
    return ("ZREM", key, game) if at is None else ("ZADD", key, at, game)


def _pack_command(game: str, log: Sequence[str]) -> Command:
    """A log gives way to one entry that has all of its entries."""
    return ("EVAL", _PACK, 1, keys.log(game), len(log), pack(log))


def _ends_commands(game: str) -> Iterator[Command]:
    """The first two entries of a log, and its last."""
    yield ("XRANGE", keys.log(game), "-", "+", "COUNT", 2)
    yield _last_command(game)


def _last_command(game: str) -> Command:
    """The last entry of a log."""
    return ("XREVRANGE", keys.log(game), "+", "-", "COUNT", 1)


def _finished_command(games: list[str]) -> Command:
    """Which of these games are over."""
    return ("SMISMEMBER", keys.OVER, *games)


def _entries(game: str, answer: Answer, since: int = 0) -> list[str] | CorruptDataError:
    """The entries that an answer has; of a packed log those after the first `since`."""
    with suppress(KeyError, TypeError, ValueError):
        return [
            entry
            for _, fields in answer
            for entry in (unpack(fields["log"])[since:] if "log" in fields else [fields["entry"]])
        ]
    return CorruptDataError(keys.log(game))


def _ends(game: str, first: Answer, last: Answer) -> Ends | CorruptDataError:
    """How a log begins and ends, by the answers about its first two entries and its last."""
    opening, closing = _entries(game, first), _entries(game, last)
    if isinstance(opening, CorruptDataError) or isinstance(closing, CorruptDataError) or not closing:
        return CorruptDataError(keys.log(game))
    return Ends(keys.version_of(last[0][0]), tuple(opening[:2]), closing[-1])


def pack(log: Sequence[str]) -> str:
    """The log of a finished game as one short text, a quarter of its size; `unpack` gives them back."""
    return b85encode(zlib.compress(json.dumps(log).encode(), 9)).decode()


def unpack(text: str) -> list[str]:
    """The entries of a log; raises `ValueError` for a text that is no packed one."""
    try:
        log = json.loads(zlib.decompress(b85decode(text)))
    except zlib.error as wrong:
        raise ValueError("no packed log") from wrong
    if not isinstance(log, list) or not all(isinstance(entry, str) for entry in log):
        raise ValueError("no packed log")
    return log
