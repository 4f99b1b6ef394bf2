"""What the server is asked, a command each; all writes may be repeated harmlessly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from bot.core.ports.store import Listing, Mark, Shown
from bot.store import keys
from bot.store.connection import Command

KEPT_MESSAGES = 90 * 24 * 3600  # seconds

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
_SHOW = """
local before = redis.call('HGET', KEYS[1], ARGV[1])
local read, last = pcall(cjson.decode, before or '')
if read and type(last) == 'table' and (tonumber(last[2]) or 0) > tonumber(ARGV[3]) then return 0 end
return redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
"""
_CLEAR = """
return redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] and redis.call('HDEL', KEYS[1], ARGV[1]) or 0
"""
_TAKE = """
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
_GIVE_BACK = """
return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0
"""
_REPLACE = """
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
"""
# One who has not been heard of for so many seconds lives no longer.
_LIVING = """
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], time[1], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', time[1] - ARGV[2])
return redis.call('ZCARD', KEYS[1])
"""
_FORGET = f"""{_LAST}
return version == tonumber(ARGV[1]) and redis.call('DEL', KEYS[1], KEYS[2]) or 0
"""


def appending(game: str, version: int, entry: str, nonce: str) -> Command:
    """An entry, if it is the one that comes next in the log."""
    return lambda p: p.eval(_APPEND, 1, keys.log(game), str(version), entry, nonce)


def packing(game: str, version: int, log: str) -> Command:
    """A log of so many entries gives way to one entry that has them all."""
    return lambda p: p.eval(_PACK, 1, keys.log(game), str(version), log)


def rewriting(game: str, entries: list[str]) -> Command:
    """Other entries in the place of a log's, if there are as many."""
    return lambda p: p.eval(_REWRITE, 1, keys.log(game), *entries)


def reading(game: str, since: int) -> Command:
    """A log from an entry on."""
    return lambda p: p.xrange(keys.log(game), f"0-{since + 1}")


def ending(game: str) -> Iterator[Command]:
    """The first two entries of a log, and its last."""
    yield lambda p: p.xrange(keys.log(game), count=2)
    yield newest(game)


def newest(game: str) -> Command:
    """The last entry of a log."""
    return lambda p: p.xrevrange(keys.log(game), count=1)


def renaming(chats: Sequence[str]) -> Command:
    """Where these chats have moved to."""
    return lambda p: p.hmget(keys.ALIASES, chats)


def ended(games: list[str]) -> Command:
    """Which of these games are over."""
    return lambda p: p.smismember(keys.OVER, games)


def moving(chat: str) -> Command:
    """Where a chat has moved to."""
    return lambda p: p.hget(keys.ALIASES, chat)


def marking(mark: Mark) -> Command:
    """A board that a chat is about to miss."""
    return lambda p: p.hset(keys.MARKS, keys.mark_field(mark), keys.mark_value(mark))


def clearing(mark: Mark) -> Command:
    """A mark is taken away, unless the board was marked again."""
    return lambda p: p.eval(_CLEAR, 1, keys.MARKS, keys.mark_field(mark), keys.mark_value(mark))


def marking_instead(old: Mark, new: Mark) -> Command:
    """A mark gives way to another one of the same board, unless the board was marked again."""
    return replacing(keys.MARKS, keys.mark_field(old), keys.mark_value(old), keys.mark_value(new))


def replacing(key: str, field: str, old: str, new: str) -> Command:
    """A value gives way to another, if it is there still."""
    return lambda p: p.eval(_REPLACE, 1, key, field, old, new)


def taking(lease: str, owner: str, seconds: float) -> Command:
    """A lease for one owner, unless another has it."""
    return lambda p: p.eval(_TAKE, 1, keys.lease(lease), owner, str(round(1000 * seconds)))


def giving_back(lease: str, owner: str) -> Command:
    """A lease is nobody's, if it was this owner's."""
    return lambda p: p.eval(_GIVE_BACK, 1, keys.lease(lease), owner)


def is_taken(lease: str) -> Command:
    """Whether anybody holds a lease."""
    return lambda p: p.exists(keys.lease(lease))


def living(owner: str, seconds: float) -> Command:
    """How many processes live, this one included."""
    return lambda p: p.eval(_LIVING, 1, keys.LIVING, owner, str(seconds))


def dying(owner: str) -> Command:
    """This one lives no longer."""
    return lambda p: p.zrem(keys.LIVING, owner)


def showing(shown: Shown) -> Iterator[Command]:
    """Which message shows a board, unless another shows a newer one of the game already."""
    if near := keys.messages(shown.chat, shown.message):
        yield lambda p: p.hset(near, shown.message, shown.game)
        yield lambda p: p.expire(near, KEPT_MESSAGES)
    else:
        yield lambda p: p.set(keys.message(shown.chat, shown.message), shown.game, ex=KEPT_MESSAGES)
    value, version = keys.shown_value(shown), str(shown.version)
    yield lambda p: p.eval(_SHOW, 1, keys.boards(shown.game), shown.chat, value, version)
    yield kept_boards(shown.game)


def shown_by(chat: str, message: str) -> Iterator[Command]:
    """The game that a message shows, from both places where that may stand."""
    near = keys.messages(chat, message)
    yield lambda p: p.hget(near or keys.message(chat, ""), message)
    yield lambda p: p.get(keys.message(chat, message))


def doubting(chat: str, game: str, shown: Shown | None, version: int) -> Iterator[Command]:
    """Which version a chat may show by now, beside what was shown there last."""
    yield lambda p: p.hset(keys.boards(game), chat, keys.shown_value(shown, version))
    yield kept_boards(game)


def kept_boards(game: str) -> Command:
    """Where a game was shown is known for so long."""
    return lambda p: p.expire(keys.boards(game), KEPT_MESSAGES)


def listing(listings: Iterable[Listing]) -> Iterator[Command]:
    """Games on the lists where they belong; a command a list, however many games it has."""
    on: dict[str, list[str]] = defaultdict(list)
    off: dict[str, list[str]] = defaultdict(list)
    over: list[str] = []
    at: dict[str, dict[str, float]] = defaultdict(dict)
    for listed in listings:
        for key in (*map(keys.chat_games, listed.chats), *map(keys.person_games, listed.people)):
            (on if listed.open else off)[key].append(listed.game)
        for key in map(keys.person_games, listed.others):
            off[key].append(listed.game)
        (off[keys.OVER] if listed.open else over).append(listed.game)
        if listed.winner:
            on[keys.person_won(listed.winner)].append(listed.name)
        for key, when in ((keys.DEADLINES, listed.deadline), (keys.CLOCKS, listed.clock)):
            if when is None:
                off[key].append(listed.game)
            else:
                at[key][listed.game] = when
        if listed.played:
            yield from (_over_last(chat, listed.game) for chat in listed.chats)
    yield from (_leaving(key, names) for key, names in off.items())
    yield from (_joining(key, names) for key, names in on.items())
    yield from (_looking(key, games) for key, games in at.items())
    if over:  # last, for what stands there is never looked at again
        yield _joining(keys.OVER, over)


def games_of(person: str) -> Command:
    """A person's open games."""
    return lambda p: p.smembers(keys.person_games(person))


def _over_last(chat: str, game: str) -> Command:
    return lambda p: p.set(keys.chat_over(chat), game, ex=KEPT_MESSAGES)


def _joining(key: str, names: list[str]) -> Command:
    return lambda p: p.sadd(key, *names)


def _leaving(key: str, names: list[str]) -> Command:
    if key in (keys.DEADLINES, keys.CLOCKS, keys.DIGESTS):
        return lambda p: p.zrem(key, *names)
    return lambda p: p.srem(key, *names)


def _looking(key: str, games: dict[str, float]) -> Command:
    return lambda p: p.zadd(key, games)


def looking(key: str, game: str, at: float | None) -> Command:
    """When a game wants to be looked at, on a list by instants."""
    return _leaving(key, [game]) if at is None else _looking(key, {game: at})


def looking_first(key: str, name: str, at: float | None) -> Command:
    """As `looking`, but what is earlier stays."""
    return _leaving(key, [name]) if at is None else lambda p: p.zadd(key, {name: at}, lt=True)


def looked_at(key: str, now: float) -> Command:
    """The games on such a list whose time has come."""
    return lambda p: p.zrange(key, "-inf", now, byscore=True)


def forgetting(game: str, version: int) -> Command:
    """A log and where it was shown are taken away, unless the game has gone on."""
    return lambda p: p.eval(_FORGET, 2, keys.log(game), keys.boards(game), str(version))


def leaving_over(game: str) -> Command:
    """A game is none of the finished ones any more."""
    return _leaving(keys.OVER, [game])


def deleting(key: str) -> Command:
    """A key is taken away."""
    return lambda p: p.delete(key)


def whole(table: str) -> Command:
    """All fields of a hash."""
    return lambda p: p.hgetall(table)


def keeping_first(key: str, field: str, value: str) -> Command:
    """A choice, unless there is one."""
    return lambda p: p.hsetnx(key, field, value)


def keeping(key: str, field: str, value: str | None) -> Command:
    """A choice, or that there is none any more."""
    if value is None:
        return lambda p: p.hdel(key, field)
    return lambda p: p.hset(key, field, value)
