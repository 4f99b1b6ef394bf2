"""Counts shared by all processes: rate limits, message slots and shared rates, and daily statistics."""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any

from limits import RateLimitItemPerSecond
from limits.aio.storage import RedisStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from redis.asyncio import RedisCluster
from redis.exceptions import RedisError

from bot.core.game.people import key_digest
from bot.core.ports.adapters import MessageRate, TakenSlots
from bot.core.ports.metrics import DayCounts, Metrics, TextOutcome
from bot.core.ports.store import StoreUnavailableError
from bot.core.queues.caches import BoundedDict
from bot.core.queues.user_queue import SECONDS, Bucket, Buckets
from bot.store import keys
from bot.store.connection import MOST_AT_ONCE, Answer, Client, Command, Wire

SIZES = {Bucket.PERSON: 150, Bucket.CHAT: 1500, Bucket.ALL: 6000}
"""Requests in `SECONDS`: more than a person can type or press, and as many as a process can answer."""
_ITEMS = {bucket: RateLimitItemPerSecond(size, SECONDS, "") for bucket, size in SIZES.items()}
_BUCKET_PATIENCE = 1.0
_MOST_OWN = 100_000
"""Owners whose tokens are in memory."""


class RedisBuckets(Buckets):
    """`Buckets` in this process's memory while it is alone, else in the store."""

    def __init__(self, redis: Client, are_others: Callable[[], bool]) -> None:
        self._levels = BoundedDict[str, tuple[float, float]](_MOST_OWN)
        self._are_others = are_others
        self._shared_limiter = _limiter(redis)
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)

    async def take(self, person: str, chat: str) -> Bucket | None:
        now, owners = time.monotonic(), {Bucket.PERSON: key_digest(person), Bucket.CHAT: key_digest(chat)}
        if not self._take_own(Bucket.ALL, "", now):
            return Bucket.ALL
        if self._shared_limiter is None or not self._are_others():
            return next((each for each in owners if not self._take_own(each, owners[each], now)), None)
        try:
            async with asyncio.timeout(_BUCKET_PATIENCE), self._turns:
                hits = (self._shared_limiter.hit(_ITEMS[bucket], bucket, owner) for bucket, owner in owners.items())
                are_allowed = await asyncio.gather(*hits)
        except (RedisError, OSError):
            return None
        return next((bucket for bucket, is_allowed in zip(owners, are_allowed, strict=True) if not is_allowed), None)

    def _take_own(self, bucket: Bucket, owner: str, now: float) -> bool:
        """Take a token of this process's own at a time (seconds); return False if there is none."""
        size = SIZES[bucket]
        level, then = self._levels.pop(f"{bucket} {owner}", (float(size), now))
        level = min(size, level + (now - then) * size / SECONDS)
        is_allowed = level >= 1
        self._levels[f"{bucket} {owner}"] = level - is_allowed, now
        return is_allowed


def _limiter(redis: Client) -> SlidingWindowCounterRateLimiter | None:
    """Return the limiter shared by all processes; None on a cluster, which the library's script does not support."""
    if isinstance(redis, RedisCluster):
        return None
    pool: Any = redis.connection_pool  # accepted by the library, but missing from its types
    storage = RedisStorage("async+redis://", implementation="redispy", key_prefix="tetradka:pace", connection_pool=pool)
    return SlidingWindowCounterRateLimiter(storage)


_PATIENCE = 0.5
_FOR_ITSELF = 5.0
"""Seconds for which a process counts on its own after the server did not answer."""
_SECONDS_KEPT = 86_400
"""Seconds after which an unchanged rate expires."""
# The stored value is when all slots are free again, at most a second from now even if the server's clock jumped.
_SLOTS = """
local time = redis.call('TIME')
local now = tonumber(ARGV[4]) or time[1] + time[2] / 1000000
local shared = redis.call('GET', KEYS[2]) or ''
local rate = tonumber(string.match(shared, '^%S+')) or tonumber(ARGV[1])
local wanted, left = tonumber(ARGV[2]), tonumber(ARGV[3])
local whole = math.min(math.max(tonumber(redis.call('GET', KEYS[1])) or 0, now), now + 1)
local there = (now + 1 - whole) * rate
local taken = math.max(0, math.min(wanted, math.floor(there - left + 0.001)))
redis.call('SET', KEYS[1], string.format('%.6f', whole + taken / rate), 'EX', 60)
return {taken, math.ceil(math.max(0, left + wanted - there) / rate * 1000), shared}
"""
# There is no rate at first, so any `before` matches then.
_CHANGE = """
local shared = redis.call('GET', KEYS[1])
if shared and shared ~= ARGV[1] then return shared end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return ARGV[2]
"""


class RedisSlots(MessageRate):
    """`MessageRate` on Redis; `now` replaces the server's clock if given."""

    def __init__(
        self, wire: Wire, whose: str, are_others: Callable[[], bool], now: Callable[[], float] | None = None
    ) -> None:
        self._wire = wire
        self._whose = whose
        self._are_others = are_others
        self._now = now
        self._unheard = -_FOR_ITSELF

    @property
    def are_shared(self) -> bool:
        return self._are_others() and time.monotonic() - self._unheard >= _FOR_ITSELF

    async def take(self, rate: float, wanted_slots: int, reserve: float) -> TakenSlots:
        key_names, clock = (keys.slots(self._whose), keys.rate(self._whose)), repr(self._now()) if self._now else ""
        command = keys.script_command(_SLOTS, key_names, str(rate), str(wanted_slots), str(reserve), clock)
        match await self._ask(command):
            case [int() as taken, int() as milliseconds, str() as shared]:
                return TakenSlots(taken, milliseconds / 1000, shared)
            case _:
                self._unheard = time.monotonic()
                return TakenSlots(0, 0.0)

    async def change_rate(self, before: str, after: str) -> str:
        key_names = (keys.rate(self._whose),)
        rate = await self._ask(keys.script_command(_CHANGE, key_names, before, after, str(_SECONDS_KEPT)))
        return rate if isinstance(rate, str) else after

    async def _ask(self, command: Command) -> Answer:
        """Return the answer, or None if it does not come in time."""
        try:
            async with asyncio.timeout(_PATIENCE):
                (answer,) = await self._wire.ask(command)
        except (StoreUnavailableError, TimeoutError):
            return None
        return answer


_KEPT_SECONDS = 400 * 86400
_PAUSE = 30.0  # seconds
_BEGUN, _ENDED, _TEXTS, _REFUSALS, _LANGUAGES = "begun", "ended", "texts", "refused", "language"


class DailyStatistics(Metrics):
    """Counts that are added to the store every half minute, and reported at once to the metrics `beside`.

    People are counted by HyperLogLog (Flajolet and others, 2007) over digests of their keys, to about one per cent.
    It does not reveal who was counted.
    """

    def __init__(self, wire: Wire, beside: Metrics, now: Callable[[], float]) -> None:
        self._wire, self._beside, self._now = wire, beside, now
        self._counts: defaultdict[date, Counter[str]] = defaultdict(Counter)
        self._people: defaultdict[date, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))

    def record_text(self, platform: str, came: TextOutcome, seconds: float) -> None:
        self._count(_TEXTS, came)
        self._beside.record_text(platform, came, seconds)

    def record_person(self, person: str, language: str) -> None:
        self._count(_LANGUAGES, language)
        self._people[self._today()][language].add(key_digest(person))
        self._beside.record_person(person, language)

    def record_refusal(self, code: str) -> None:
        self._count(_REFUSALS, code)
        self._beside.record_refusal(code)

    def record_board(self, platform: str, seconds: float) -> None:
        self._beside.record_board(platform, seconds)

    def record_delay(self, platform: str) -> None:
        self._beside.record_delay(platform)

    def record_start(self, game: str) -> None:
        self._count(_BEGUN, game)
        self._beside.record_start(game)

    def record_end(self, game: str) -> None:
        self._count(_ENDED, game)
        self._beside.record_end(game)

    async def run(self) -> None:
        """Write the counts every half minute; write counts that the store rejects later."""
        while True:
            await asyncio.sleep(_PAUSE)
            with suppress(StoreUnavailableError):
                await self.write()

    async def write(self) -> None:
        """Add new counts to the store; keep them if that fails."""
        counts, people = dict(self._counts), dict(self._people)
        self._counts.clear()
        self._people.clear()
        try:
            await self._wire.answers(*_add_commands(counts, people))
        except StoreUnavailableError:
            for day, day_counts in counts.items():
                self._counts[day].update(day_counts)
            for day, languages in people.items():
                for language, persons in languages.items():
                    self._people[day][language] |= persons
            raise

    async def days(self, last: int) -> Sequence[DayCounts]:
        await self.write()
        days = [self._today() - timedelta(days=back) for back in range(last)]
        hashes = await self._wire.answers_by({day: ("HGETALL", keys.day_counts(day)) for day in days})
        by_day = {day: _by_kind(fields) for day, fields in hashes.items()}
        pairs = [(day, language) for day, kinds in by_day.items() for language in ("", *kinds[_LANGUAGES])]
        people_counts = await self._wire.answers_by({each: ("PFCOUNT", keys.day_people(*each)) for each in pairs})
        people = {each: int(number or 0) for each, number in people_counts.items()}
        return [
            DayCounts(
                day,
                people[day, ""],
                {language: people[day, language] for language in kinds[_LANGUAGES]},
                *(kinds[kind] for kind in (_BEGUN, _ENDED, _TEXTS, _REFUSALS)),
            )
            for day, kinds in by_day.items()
        ]

    def _count(self, kind: str, what: str) -> None:
        self._counts[self._today()][f"{kind} {what}"] += 1

    def _today(self) -> date:
        return datetime.fromtimestamp(self._now(), UTC).date()


def _add_commands(
    counts: Mapping[date, Counter[str]], people: Mapping[date, Mapping[str, set[str]]]
) -> Iterator[Command]:
    for day, day_counts in counts.items():
        key = keys.day_counts(day)
        yield from (("HINCRBY", key, name, number) for name, number in day_counts.items())
        yield ("EXPIRE", key, _KEPT_SECONDS)
    persons_of = (((day, language), each) for day, languages in people.items() for language, each in languages.items())
    for (day, language), persons in persons_of:
        for key in (keys.day_people(day, ""), keys.day_people(day, language)):
            yield ("PFADD", key, *sorted(persons))
            yield ("EXPIRE", key, _KEPT_SECONDS)


def _by_kind(answer: Answer) -> defaultdict[str, dict[str, int]]:
    kinds: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for name, number in (answer or {}).items():
        kind, _, what = name.partition(" ")
        with suppress(ValueError):
            kinds[kind][what] = int(number)
    return kinds
