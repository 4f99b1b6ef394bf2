"""Logs of games, one stream each, and the lists of games that can be rebuilt from them."""

import json
import zlib
from base64 import b85decode, b85encode
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, compress
from operator import not_
from secrets import token_hex

from bot.core.ports.store import CLOCKS, DEADLINES, CorruptDataError, Ends, Findings, Listing, Logs, OutboxEntry
from bot.store import keys
from bot.store.connection import Answer, Command, Wire, delete_key
from bot.store.keys import script_command
from bot.store.leases import SlotKeys

MESSAGE_SECONDS = 90 * 24 * 3600  # seconds
_CALLED_OFF_SECONDS = 24 * 3600  # seconds; platforms redeliver texts that long
MOST_FINISHED = 500
"""The number of finished games listed for a chat."""

# XADD with an explicit ID already fails for the slower of two writers; checking the last entry keeps a log without gaps
# after a failover. The nonce lets a client that lost the answer retry and still succeed.
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
# A grown stream has spare memory; a restored one takes only what it needs, where the server allows RESTORE.
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
_FORGET = f"""{_LAST}
return version == tonumber(ARGV[1]) and redis.call('DEL', unpack(KEYS)) or 0
"""
_REPLACE_TEXT = """
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return 1
"""


class RedisLogs(Logs):
    """`Logs` of games on Redis; a game's keys share its code as hash tag, and so one node of a cluster."""

    def __init__(self, wire: Wire, slots: SlotKeys) -> None:
        self._wire = wire
        self._slots = slots

    @property
    def history(self) -> str:
        return self._wire.replication.history

    @property
    def lost_lists(self) -> int:
        return sum(key.startswith(keys.REBUILT) for key in self._wire.moved_aside)

    async def load(self, game: str, since: int) -> list[str]:
        """Return the entries of one log after the first `since`; raise `CorruptDataError`."""
        entries = (await self.load_all({game: since}))[game]
        if isinstance(entries, CorruptDataError):
            raise entries
        return entries

    async def load_all(self, since: Mapping[str, int]) -> dict[str, list[str] | CorruptDataError]:
        commands = {game: ("XRANGE", keys.log(game), f"0-{n + 1}", "+") for game, n in since.items()}
        answers = await self._wire.ask(*commands.values())
        return {game: _entries(game, answer, since[game]) for game, answer in zip(since, answers, strict=True)}

    async def append(self, game: str, version: int, entry: str, boards: Sequence[OutboxEntry] = ()) -> bool:
        add_entries = [*map(partial(add_entry_command, self._slots), boards)]
        is_next = await self._wire.write_durably(add_entries, append_command(game, version, entry))
        if is_next is None:
            raise CorruptDataError(keys.log(game))
        return bool(is_next)

    async def rewrite(self, game: str, entries: list[str]) -> bool:
        rewriting = script_command(_REWRITE, (keys.log(game),), *entries)
        is_done, _ = await self._wire.answers(rewriting, delete_key(keys.result(game)))
        if is_done and any(await self._wire.one(_finished_command([game])) or ()):
            await self._wire.one(_pack_command(game, entries))
        return bool(is_done)

    async def open_games(self) -> AsyncIterator[str]:
        async for games in self._names(keys.game_of):
            are_finished = (games and await self._wire.one(_finished_command(games))) or [0] * len(games)
            for game in compress(games, map(not_, are_finished)):
                yield game

    async def all_games(self) -> AsyncIterator[str]:
        async for games in self._names(keys.game_of):
            for game in games:
                yield game

    async def all_logs(self, kind: str) -> AsyncIterator[str]:
        async for names in self._names(partial(keys.feature_log, kind=kind)):
            for name in names:
                yield name

    async def _names(self, name_of: Callable[[str], str | None]) -> AsyncIterator[list[str]]:
        """Yield batches of the names of logs, without those for which `name_of` returns None."""
        async for batch in self._wire.keys(keys.LOGS + "*"):
            yield [name for log in batch if (name := name_of(log))]

    async def write(self, game: str, since: int, log: Sequence[str]) -> None:
        """Append entries after the first `since`, if the log has exactly that many."""
        if log:
            await self._wire.answers(*(append_command(game, *entry) for entry in enumerate(log, since + 1)))

    async def forget(self, listing: Listing, version: int) -> bool:
        """Delete a game's log and list entries unless its version changed; return whether it was deleted."""
        game_keys = [of(listing.game) for of in (keys.log, keys.boards, keys.review, keys.result)]
        is_deleted = bool(await self._wire.one(forget_command(version, *game_keys)))
        if is_deleted:
            await self._wire.answers(
                *listing_commands([listing], self._slots),
                *(delete_key(keys.chat_off(chat)) for chat in listing.chats),  # it counts as deleted, not as cancelled
                *(("LREM", keys.chat_played(chat), 0, listing.game) for chat in listing.chats),
                ("SREM", keys.OVER, listing.game),
            )
        return is_deleted

    async def ends(self, games: Sequence[str]) -> dict[str, Ends | CorruptDataError]:
        commands = ((("XRANGE", keys.log(game), "-", "+", "COUNT", 2), _last_command(game)) for game in games)
        answers = iter(await self._wire.ask(*chain.from_iterable(commands)))
        return {game: _ends(game, next(answers), next(answers)) for game in games}

    async def versions(self, games: Sequence[str]) -> dict[str, int]:
        last_entries = await self._wire.answers_by({game: _last_command(game) for game in games})
        return {game: keys.version_of(last[0][0]) if last else 0 for game, last in last_entries.items()}

    async def list_game(self, listing: Listing) -> None:
        await self.list_games([listing])
        await self.pack_finished(listing)

    async def list_games(self, listings: Sequence[Listing]) -> None:
        await self._wire.answers(*listing_commands(listings, self._slots))

    async def delete_lists(self) -> None:
        """Delete all lists that the logs can rebuild."""
        async for lists in self._wire.keys(keys.LISTS + "*"):
            await self._wire.answers(*map(delete_key, lists))
        slots = (None, *range(self._slots.count))
        schedules = [keys.schedule(when, slot) for when in (DEADLINES, CLOCKS) for slot in slots]
        await self._wire.answers(delete_key(keys.OVER), *map(delete_key, schedules))

    async def pack_finished(self, listing: Listing) -> None:
        """Pack the log of a finished game into one entry."""
        log = [] if listing.open else (await self.load_all({listing.game: 0}))[listing.game]
        if log and not isinstance(log, CorruptDataError):
            await self._wire.answers(_pack_command(listing.game, log))


def append_command(game: str, version: int, entry: str) -> Command:
    """Return the command that appends an entry if its version is the next one."""
    return script_command(_APPEND, (keys.log(game),), version, entry, token_hex(6))


def forget_command(version: int, *key_names: str) -> Command:
    """Return the command that deletes a log (the first key) and the other keys, unless its version changed."""
    return script_command(_FORGET, key_names, version)


def add_entry_command(slots: SlotKeys, entry: OutboxEntry) -> Command:
    """Return the command that puts an entry into the outbox."""
    return ("HSET", slots.boards(entry.game), keys.outbox_field(entry), keys.outbox_value(entry))


def listing_commands(listings: Iterable[Listing], slots: SlotKeys) -> Iterator[Command]:
    """Yield the commands that update all lists for some games, one per list."""
    additions: dict[str, list[str]] = defaultdict(list)
    removals: dict[str, list[str]] = defaultdict(list)
    unscheduled_games: dict[str, list[str]] = defaultdict(list)
    finished_games: list[str] = []
    instants: dict[str, list[str | float]] = defaultdict(list)
    for listing in listings:
        for key in (*map(keys.chat_games, listing.chats), *map(keys.person_games, listing.people)):
            (additions if listing.open else removals)[key].append(listing.game)
        for key in map(keys.person_games, listing.others):
            removals[key].append(listing.game)
        (removals[keys.OVER] if listing.open else finished_games).append(listing.game)
        if listing.winner:
            additions[keys.person_won(listing.winner)].append(listing.name)
        for key, when in ((DEADLINES, listing.deadline), (CLOCKS, listing.clock)):
            if when is None:
                unscheduled_games[slots.schedule(key, listing.game)].append(listing.game)
            else:
                instants[slots.schedule(key, listing.game)] += (when, listing.game)
        if listing.played:
            for chat in listing.chats:
                yield "SET", keys.chat_over(chat), listing.game, "EX", MESSAGE_SECONDS
                yield from list_finished_commands(chat, [listing.game])
        elif not listing.open:
            yield from (("SET", keys.chat_off(chat), listing.game, "EX", _CALLED_OFF_SECONDS) for chat in listing.chats)
    yield from (("SREM", key, *names) for key, names in removals.items())
    yield from (("ZREM", key, *games) for key, games in unscheduled_games.items())
    yield from (("SADD", key, *names) for key, names in additions.items())
    yield from (("ZADD", key, *games) for key, games in instants.items())
    if finished_games:  # last, because games on this list are never indexed again
        yield ("SADD", keys.OVER, *finished_games)


def list_finished_commands(chat: str, games: Sequence[str]) -> Iterator[Command]:
    """Yield the commands that put games at the front of a chat's finished list, the last game first.

    Each game is listed once, and the oldest games beyond `MOST_FINISHED` are dropped.
    """
    key = keys.chat_played(chat)
    yield from (("LREM", key, 0, game) for game in games)
    yield "LPUSH", key, *games
    yield "PERSIST", key
    yield "LTRIM", key, 0, MOST_FINISHED - 1


def replace_text_command(key: str, before: str, after: str, seconds: float) -> Command:
    """Return the command that replaces a text, "" standing for none, if it is unchanged."""
    return script_command(_REPLACE_TEXT, (key,), before, after, round(seconds))


def _pack_command(game: str, log: Sequence[str]) -> Command:
    return script_command(_PACK, (keys.log(game),), len(log), pack(log))


def _last_command(game: str) -> Command:
    return ("XREVRANGE", keys.log(game), "+", "-", "COUNT", 1)


def _finished_command(games: list[str]) -> Command:
    return ("SMISMEMBER", keys.OVER, *games)


def _entries(game: str, answer: Answer, since: int = 0) -> list[str] | CorruptDataError:
    """Return the log entries in an answer, those of a packed log after the first `since`."""
    with suppress(KeyError, TypeError, ValueError):
        entries: list[str] = []
        for _, fields in answer:
            entries += unpack(fields["log"])[since:] if "log" in fields else [fields["entry"]]
        return entries
    return CorruptDataError(keys.log(game))


def _ends(game: str, first: Answer, last: Answer) -> Ends | CorruptDataError:
    """Return the ends of a log from its first two entries and its last one."""
    opening, closing = _entries(game, first), _entries(game, last)
    if isinstance(opening, CorruptDataError) or isinstance(closing, CorruptDataError) or not closing:
        return CorruptDataError(keys.log(game))
    return Ends(keys.version_of(last[0][0]), tuple(opening[:2]), closing[-1])


def pack(log: Sequence[str]) -> str:
    """Compress the log of a finished game to a quarter of its size, for `unpack`."""
    return b85encode(zlib.compress(json.dumps(log).encode(), 9)).decode()


def unpack(text: str) -> list[str]:
    """Return the entries of a packed log; raise `ValueError` if it is corrupt."""
    try:
        log = json.loads(zlib.decompress(b85decode(text)))
    except zlib.error as wrong:
        raise ValueError("not a packed log") from wrong
    if not isinstance(log, list) or not all(isinstance(entry, str) for entry in log):
        raise ValueError("not a packed log")
    return log


class RedisFindings(Findings):
    """`Findings` as texts by game code."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def finished_games(self, chat: str) -> list[str]:
        return list(await self._wire.one(("LRANGE", keys.chat_played(chat), 0, -1)) or ())

    async def review(self, game: str) -> str:
        return str(await self._wire.one(("GET", keys.review(game))) or "")

    async def replace_review(self, game: str, before: str, after: str) -> bool:
        return bool(await self._wire.one(replace_text_command(keys.review(game), before, after, MESSAGE_SECONDS)))

    async def results(self, games: Sequence[str]) -> Mapping[str, str]:
        texts = await self._wire.answers_by({game: ("GET", keys.result(game)) for game in games})
        return {game: str(text or "") for game, text in texts.items()}

    async def store_results(self, results: Mapping[str, str]) -> None:
        writes = (("SET", keys.result(game), text, "EX", MESSAGE_SECONDS) for game, text in results.items())
        await self._wire.answers(*writes)
