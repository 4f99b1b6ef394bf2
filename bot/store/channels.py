"""The page's channels on Redis or Valkey: a stream and tables for each, and one news stream for all."""

from collections.abc import Iterable, Iterator, Sequence

from bot.core.ports.page import Archive, Change, ChannelNews, ChannelState, NameClaim
from bot.store import keys
from bot.store.connection import Answer, Command, Wire, delete_key

KEPT_LINES = 200
KEPT_NEWS = 10_000
KEPT_PEOPLE = 200
KEPT = 30 * 24 * 3600  # seconds after which an unused channel expires
NAME_KEPT = 24 * 3600  # seconds for which a name stays reserved after its owner has left
_WAIT = 3000  # milliseconds to wait for news

# One name, one person: the second claim fails, whichever processes are involved.
_ENTER = """
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
if KEYS[2] ~= KEYS[1] and redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[3])
redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[4], ARGV[7], ARGV[1])
redis.call('ZADD', KEYS[5], ARGV[6], ARGV[5])
local many = redis.call('ZCARD', KEYS[4]) - tonumber(ARGV[8])
if many > 0 then
  local gone = redis.call('ZRANGE', KEYS[4], 0, many - 1)
  redis.call('HDEL', KEYS[3], unpack(gone))
  redis.call('ZREM', KEYS[4], unpack(gone))
end
for key = 3, 5 do redis.call('EXPIRE', KEYS[key], ARGV[4]) end
return 1
"""


class RedisArchive(Archive):
    """An `Archive` on one Redis or Valkey; all keys of a channel share its name as hash tag."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def write(self, channel: str, entry: str, text: str, since: str, now: float) -> ChannelState:
        log = keys.channel_log(channel)
        _, _, *answers = await self._wire.ask(
            ("XADD", log, "MAXLEN", KEPT_LINES, "*", "id", entry, "text", text),
            ("EXPIRE", log, KEPT),
            *_read_commands(channel, since, now),
        )
        await self._announce(channel)
        return _state(answers)

    async def read(self, channel: str, since: str, now: float) -> ChannelState:
        return _state(await self._wire.ask(*_read_commands(channel, since, now)))

    async def enter(self, channel: str, claim: NameClaim, visit: str, until: float, now: float) -> bool:
        names = [keys.channel_name(channel, name) for name in (claim.folded, claim.former)]
        beside = [keys.channel_people(channel), keys.channel_seen(channel), keys.channel_here(channel)]
        argv = [claim.person, claim.written, NAME_KEPT, KEPT, visit, until, now, KEPT_PEOPLE]
        (is_in,) = await self._wire.ask(keys.script_command(_ENTER, [*names, *beside], *map(str, argv)))
        if is_in:
            await self._announce(channel)
        return bool(is_in)

    async def stay(self, channel: str, visits: dict[str, str], names: frozenset[str], until: float) -> None:
        here, seen_table = keys.channel_here(channel), keys.channel_seen(channel)
        tables = (keys.channel_people(channel), seen_table, here)
        await self._wire.ask(
            ("ZADD", here, *_at(until, visits)),
            ("ZADD", seen_table, *_at(until, visits.values())),
            *(("EXPIRE", key, KEPT) for key in tables),
            *(("EXPIRE", keys.channel_name(channel, name), NAME_KEPT) for name in names),
        )

    async def leave(self, channel: str, visit: str) -> None:
        await self._wire.ask(("ZREM", keys.channel_here(channel), visit))
        await self._announce(channel)

    async def follow(self, since: str) -> ChannelNews:
        if not since:
            (newest,) = await self._wire.ask(("XREVRANGE", keys.CHANNEL_NEWS, "+", "-", "COUNT", 1))
            return ChannelNews(frozenset(), newest[0][0] if newest else "0-0")
        (news,) = await self._wire.ask(("XREAD", "BLOCK", _WAIT, "STREAMS", keys.CHANNEL_NEWS, since))
        lines = _lines(news)
        channels = frozenset(fields["channel"] for _, fields in lines)
        forgettings = tuple((fields["channel"], fields["forgotten"]) for _, fields in lines if "forgotten" in fields)
        return ChannelNews(channels, lines[-1][0] if lines else since, forgettings)

    async def channels(self) -> list[str]:
        channels = set[str]()
        for pattern in (keys.channel_log("*"), keys.channel_people("*")):
            async for batch in self._wire.keys(pattern):
                channels |= set(map(keys.channel_of, batch))
        return sorted(channels)

    async def rewrite(self, channel: str, upto: str, lines: Sequence[tuple[str, str]], person: str) -> None:
        log, here = keys.channel_log(channel), keys.channel_here(channel)
        (visits,) = await self._wire.ask(("ZRANGE", here, 0, -1))
        await self._wire.ask(
            *((("XTRIM", log, "MINID", _after(upto)),) if upto else ()),
            *(("XADD", log, "*", "id", entry, "text", text) for entry, text in lines),
            *(("ZREM", here, visit) for visit in visits if visit.partition("@")[0] == person),
            ("HDEL", keys.channel_people(channel), person),
            ("ZREM", keys.channel_seen(channel), person),
        )
        async for names in self._wire.keys(keys.channel_name(channel, "*")):
            owners = await self._wire.answers_by({name: ("GET", name) for name in names})
            await self._wire.ask(*(delete_key(name) for name, owner in owners.items() if owner == person))
        await self._announce(channel, forgotten=person)

    async def once(self, proof: str, seconds: float) -> bool:
        (is_first,) = await self._wire.ask(("SET", keys.proof(proof), 1, "NX", "PX", round(1000 * seconds)))
        return bool(is_first)

    async def _announce(self, channel: str, **more: str) -> None:
        news = [each for field in {"channel": channel, **more}.items() for each in field]
        await self._wire.ask(("XADD", keys.CHANNEL_NEWS, "MAXLEN", "~", KEPT_NEWS, "*", *news))


def _read_commands(channel: str, since: str, now: float) -> Iterator[Command]:
    yield ("XRANGE", keys.channel_log(channel), f"({since}" if since else "-", "+")
    yield ("HGETALL", keys.channel_people(channel))
    yield ("ZRANGE", keys.channel_seen(channel), 0, -1)
    yield ("ZRANGE", keys.channel_here(channel), now, "+inf", "BYSCORE")


def _after(stamp: str) -> str:
    time, _, number = stamp.partition("-")
    return f"{time}-{int(number) + 1}"


def _at(until: float, members: Iterable[str]) -> list[str | float]:
    """Return members of a sorted set with one score, in the form for `ZADD`."""
    return [each for member in members for each in (until, member)]


def _state(answers: list[Answer]) -> ChannelState:
    lines, people, by_last_seen, visits = answers
    return ChannelState(
        tuple(Change(stamp, fields["id"], fields["text"]) for stamp, fields in lines or ()),
        {person: people[person] for person in by_last_seen or () if person in people},
        frozenset(visit.partition("@")[0] for visit in visits or ()),
    )


def _lines(news: Answer) -> list[tuple[str, dict[str, str]]]:
    """Return the entries of the one stream read, from the RESP2 or RESP3 form."""
    streams = news.values() if isinstance(news, dict) else (entries for _, entries in news or ())
    return [line for entries in streams for line in _flat(entries)]


def _flat(entries: Answer) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the entries of a stream, which RESP3 nests one list deeper."""
    for each in entries:
        if each and isinstance(each[0], list):
            yield from _flat(each)
        else:
            yield each
