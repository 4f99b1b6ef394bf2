"""What the server is asked, a command each; all writes may be repeated harmlessly."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.storage import Listing, Mark, Shown
from bot.store import keys
from bot.store.connection import Command

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
_REWRITE = """
local there = redis.call('XRANGE', KEYS[1], '-', '+')
if #there ~= #ARGV then return 0 end
redis.call('DEL', KEYS[1])
for number, entry in ipairs(ARGV) do
  redis.call('XADD', KEYS[1], '0-' .. number, 'entry', entry, 'nonce', there[number][2][4])
end
return 1
"""
_CLEAR = """
return redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] and redis.call('HDEL', KEYS[1], ARGV[1]) or 0
"""


def appending(game: str, version: int, entry: str, nonce: str) -> Command:
    """An entry, if it is the one that comes next in the log."""
    return lambda p: p.eval(_APPEND, 1, keys.log(game), str(version), entry, nonce)


def rewriting(game: str, entries: list[str]) -> Command:
    """Other entries in the place of a log's, if there are as many."""
    return lambda p: p.eval(_REWRITE, 1, keys.log(game), *entries)


def reading(game: str, since: int) -> Command:
    """A log from an entry on."""
    return lambda p: p.xrange(keys.log(game), f"0-{since + 1}")


def scanning(cursor: int, pattern: str) -> Command:
    """Some of the keys that match, and where to go on."""
    return lambda p: p.scan(cursor, pattern, 1000)


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


def showing(shown: Shown) -> Iterator[Command]:
    """Which message shows a board."""
    yield lambda p: p.set(keys.message(shown.chat, shown.message), shown.game, ex=KEPT_MESSAGES)
    yield lambda p: p.set(keys.last_shown(shown.game), keys.shown_value(shown), ex=KEPT_MESSAGES)


def last_shown(game: str) -> Command:
    """Where a game was shown last."""
    return lambda p: p.get(keys.last_shown(game))


def forgetting(key: str) -> Command:
    """A key is no more."""
    return lambda p: p.delete(key)


def listing(listing: Listing) -> Iterator[Command]:
    """A game on the lists where it belongs."""
    game = listing.game
    lists = [keys.chat_games(listing.chat), *map(keys.person_games, listing.people)]
    yield deadline(game, listing.deadline)
    if listing.open:
        yield lambda p: p.srem(keys.OVER, game)
        yield from (_joining(key, game) for key in lists)
    else:
        yield from (_leaving(key, game) for key in lists)
        if listing.winner:
            yield _joining(keys.person_won(listing.winner), listing.name)
        if listing.played:
            yield lambda p: p.set(keys.chat_over(listing.chat), game, ex=KEPT_MESSAGES)
        # Last, for what stands there is never looked at again.
        yield _joining(keys.OVER, game)


def _joining(key: str, game: str) -> Command:
    return lambda p: p.sadd(key, game)


def _leaving(key: str, game: str) -> Command:
    return lambda p: p.srem(key, game)


def deadline(game: str, at: float | None) -> Command:
    """When a game wants to be looked at."""
    if at is None:
        return lambda p: p.zrem(keys.DEADLINES, game)
    return lambda p: p.zadd(keys.DEADLINES, {game: at})


def keeping(key: str, field: str, value: str | None) -> Command:
    """A choice, or that there is none any more."""
    if value is None:
        return lambda p: p.hdel(key, field)
    return lambda p: p.hset(key, field, value)
