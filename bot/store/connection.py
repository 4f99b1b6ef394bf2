"""The line to a Redis or Valkey server: its client, its replicas, commands asked together, failures told one way."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import chain
from typing import Any, TypeAlias
from urllib.parse import parse_qsl, unquote, urlsplit

from redis import DriverInfo, exceptions
from redis.asyncio import Redis, RedisCluster, Sentinel
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import TimeoutError as NoAnswer

from bot.core.ports.store import CorruptDataError, Refused, StoreUnavailableError
from bot.store import keys, wrong_types
from bot.store.durability import DurabilityCheck, Told, durability_checks, replicas
from bot.store.wrong_types import move_aside_command, wanted_types

Command: TypeAlias = wrong_types.Command
Answer: TypeAlias = Any  # each command has its own kind of answer
PATIENCE = 5.0  # seconds for one question, the wait for its turn, lost connections and new ones included
MOST_AT_ONCE = 16  # questions under way; the others wait for their turn in the order in which they came
_SCANNED = 1000
Client: TypeAlias = Redis | RedisCluster
_SENTINEL_PORT = 26379
_PORT = 6379
_QUIET = 60.0  # seconds; a trouble that comes back later than that is a new one
ASKING = ("INFO", "replication")
"""The command that asks a server for its part in a replication."""
REPLICA_PATIENCE_MS = 1000
"""For so long a replica may take to say that it has a write."""
_ALONE = 5.0
"""Seconds until a primary that its replica has left counts as a server without any; Sentinel has named another by then,
if that is why it left."""
_PAST = 30.0
"""Seconds for which the one that it took over from is not believed; Sentinel makes a replica of it within 15."""
_SPOILT = ("WRONGTYPE", "is not an integer")
"""The server's error for a key of another type than ours."""
_log = logging.getLogger(__name__)


def connect(url: str) -> Client:
    """A client for an address of one server, of Sentinel or of a cluster; raises ValueError for any other text."""
    scheme = url.partition("://")[0]
    if scheme in ("redis+sentinel", "rediss+sentinel"):
        return connect_sentinel(url)
    return connect_cluster(url) if scheme in ("redis+cluster", "rediss+cluster") else connect_server(url)


class Wire:
    """Asks a server; raises `StoreUnavailableError` if it does not answer, or answers that it cannot.

    The operator's log says once what is wrong; of a server of our `own`, why it takes no writes.
    """

    def __init__(self, redis: Client, own: str = "") -> None:
        self._redis = redis
        self._own = own
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)
        self._told = ErrorLog()
        self._replication = Replication()
        self._complained: set[str] = set()
        self.moved_aside: list[str] = []

    async def ask(self, *commands: Command) -> list[Answer]:
        """The answers of several commands in one round trip, and with one write to the disk.

        A key that holds something of another type is moved aside first, so that what stands in it begins anew. A log is
        not, and the answer about it is a `CorruptDataError`.
        """
        answers = await self._asked(commands)
        spoilt = [number for number, answer in enumerate(answers) if isinstance(answer, CorruptDataError)]
        if spoilt and await self._moved_aside([commands[number] for number in spoilt]):
            again = await self._asked([commands[number] for number in spoilt])
            for number, answer in zip(spoilt, again, strict=True):
                answers[number] = answer
        return answers

    async def _moved_aside(self, commands: Sequence[Command]) -> bool:
        """Move aside the keys of these commands that have another type than the commands want; False if none has."""
        wanted = [*dict.fromkeys(chain.from_iterable(map(wanted_types, commands)))]
        moved = await self._asked([move_aside_command(key, kind) for key, kind in wanted])
        for (key, kind), was_moved in zip(wanted, moved, strict=True):
            if was_moved:
                self.moved_aside.append(key)
                _log.error("%s is no %s of this program: moved to %s, and begun anew", key, kind, keys.aside(key))
        return any(moved)

    async def _asked(self, commands: Sequence[Command]) -> list[Answer]:
        if not commands:
            return []
        async with self._in_time():
            pipeline = self._redis.pipeline(transaction=False)
            for command in commands:
                pipeline.execute_command(*command)
            answers: list[Answer] = _read(await pipeline.execute(raise_on_error=False))
        return answers

    async def answers(self, *commands: Command) -> list[Answer]:
        """As `ask`, with nothing in the place of what a spoilt key says."""
        return self.without_corrupt(await self.ask(*commands))

    async def one(self, command: Command) -> Answer:
        """The answer of one command, as `answers`."""
        (answer,) = await self.answers(command)
        return answer

    def without_corrupt(self, answers: list[Answer]) -> list[Answer]:
        """Answers with nothing in the place of what a spoilt key says, which the operator's log tells once."""
        for number, answer in enumerate(answers):
            if isinstance(answer, CorruptDataError):
                self.log_corrupt_key(str(answer))
                answers[number] = None
        return answers

    def log_corrupt_key(self, about: str) -> None:
        """Logs a spoilt key once: it holds up nothing else."""
        if about not in self._complained:
            self._complained.add(about)
            _log.error("not written by this program, and left alone: %s", about)

    async def ask_then(self, first: Sequence[Command], last: Command) -> list[Answer]:
        """As `ask`, the last command after all others: nodes of a cluster answer in no order, so there it takes two."""
        if first and isinstance(self._redis, RedisCluster):
            return [*await self.ask(*first), *await self.ask(last)]
        return await self.ask(*first, last)

    async def write_durably(self, first: Sequence[Command], last: Command) -> list[Answer]:
        """As `ask_then`; raise `StoreUnavailableError` if the server has replicas and none confirms the write."""
        proof, waited = self._replication.proof(), self._replication.waits
        if not proof:
            return await self.ask_then(first, last)
        *answers, acknowledged, told = await self.ask(*first, last, *proof)
        if not self._replication.proves(waited, [acknowledged, told], _clock()):
            await self._look_for_the_primary()
            failed = StoreUnavailableError(
                "no replica has what was written, or another server is the primary", "store-changing"
            )
            self._told.failed(failed, _clock())
            raise failed
        return answers

    @property
    def history(self) -> str:
        """The name of the primary's history; another one once a replica has taken over."""
        return self._replication.history

    async def watch(self) -> None:
        """Looks whether a server that has had replicas is the primary still."""
        if self._replication.is_watched:
            (told,) = await self.ask(ASKING)
            if not self._replication.update(told, _clock()):
                await self._look_for_the_primary()

    async def keys(self, pattern: str) -> AsyncIterator[list[str]]:
        """The names of all keys that look like this, some at a time; each at least once."""
        if isinstance(self._redis, RedisCluster):
            for node in self._redis.get_primaries():
                async for found in self._scanned(partial(self._redis.scan, match=pattern, target_nodes=[node])):
                    yield found
        else:
            async for found in self._scanned(partial(self._redis.scan, match=pattern)):
                yield found

    async def _scanned(self, scan: Callable[..., Awaitable[Answer]]) -> AsyncIterator[list[str]]:
        cursor = -1
        while cursor:
            async with self._in_time():
                told, found = await scan(cursor=max(cursor, 0), count=_SCANNED)
            cursor = next(iter(told.values())) if isinstance(told, dict) else told
            yield _read(found)

    async def info(self) -> list[Mapping[str, Any]]:
        """Return what the server, or each primary of the cluster, says of itself."""
        async with self._in_time():
            if not isinstance(self._redis, RedisCluster):
                return [await self._redis.info()]
            told = await self._redis.info(target_nodes=RedisCluster.PRIMARIES)
            return [told] if "redis_version" in told else [*told.values()]

    async def durability_checks(self) -> tuple[DurabilityCheck, ...]:
        """What the server, or each primary of the cluster, promises."""
        async with self._in_time():
            if isinstance(self._redis, RedisCluster):
                told = await self._redis.info(target_nodes=RedisCluster.PRIMARIES)
                return durability_checks([told] if "redis_version" in told else list(told.values()), asks_cluster=True)
            found = await self._redis.info()
            self._replication.update(found, _clock())
            return durability_checks([{**found, **await self._syncing()}], asks_cluster=False)

    async def _syncing(self) -> Mapping[Any, Any]:
        """When the server writes to its disk; nothing where the provider lets nobody ask."""
        with suppress(exceptions.ResponseError):
            return await self._redis.config_get("appendfsync")
        return {}

    @property
    def troubles(self) -> Mapping[str, int]:
        """How often it could not answer, by the trouble's code."""
        return self._told.troubles

    async def close(self) -> None:
        """Closes all connections."""
        await self._redis.aclose()

    @asynccontextmanager
    async def _in_time(self) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(PATIENCE), self._turns:
                yield
        except (exceptions.RedisError, exceptions.RedisClusterException, OSError) as error:
            if isinstance(error, exceptions.ReadOnlyError):
                await self._look_for_the_primary()
            failed = classify_error(error, self._own)
            self._told.failed(failed, _clock())
            raise failed from error
        self._told.answered()

    async def _look_for_the_primary(self) -> None:
        """The server is the primary no longer; the same address may lead to another one by now."""
        if isinstance(self._redis, Redis):
            pool = self._redis.connection_pool
            await pool.update_active_connections_for_reconnect()  # type: ignore[no-untyped-call]
            await pool.disconnect(inuse_connections=False)


def _clock() -> float:
    return asyncio.get_running_loop().time()


def _read(answer: Answer) -> Answer:
    """An answer with its bytes as text; raises the errors in it but for a key's wrong type."""
    match answer:
        case bytes():
            return _text(answer)
        case list() | tuple() | set():
            return type(answer)(map(_read, answer))
        case dict():
            return {_read(key): _read(value) for key, value in answer.items()}
        case exceptions.ResponseError() if any(refused in str(answer) for refused in _SPOILT):
            return CorruptDataError(str(answer))
        case Exception():
            raise answer
        case _:
            return answer


def _text(answer: bytes) -> str:
    """Texts of ours are UTF-8; what is none was not written by us, and reads as such."""
    try:
        return answer.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return answer.decode("utf-8", "backslashreplace")


def connect_server(url: str) -> Redis:
    """A client of the server at a redis://, rediss:// or unix:// address; raises ValueError for any other text."""
    return Redis.from_url(url, **_usual())


def connect_sentinel(url: str) -> Redis:
    """A client of the primary of the service in a redis+sentinel://HOST:PORT,HOST:PORT/SERVICE; raises `ValueError`.

    Sentinels that want a password of their own are told it by `?sentinel_username=` and `?sentinel_password=`.
    """
    split = urlsplit(url)
    service, _, database = split.path.strip("/").partition("/")
    if not service:
        raise ValueError("an address of Sentinel ends in /SERVICE, the name that the sentinels watch")
    asked = dict(parse_qsl(split.query))
    own = {"username": asked.get("sentinel_username"), "password": asked.get("sentinel_password")}
    secure = split.scheme.startswith("rediss")
    sentinels = Sentinel(  # type: ignore[no-untyped-call]  # redis-py gives it no types
        _nodes(url, _SENTINEL_PORT),
        sentinel_kwargs={"socket_connect_timeout": 1, "socket_timeout": 1, "ssl": secure, **own},
        **_usual(),
        **_entering(url),
    )
    primary: Redis = sentinels.master_for(unquote(service), db=int(database or 0))
    return primary


def connect_cluster(url: str) -> RedisCluster:
    """A client of the cluster to which the nodes of a redis+cluster://HOST:PORT,HOST:PORT belong.

    Raises `ValueError`.
    """
    known = [ClusterNode(host, port) for host, port in _nodes(url, _PORT)]
    return RedisCluster(startup_nodes=known, **_usual(), **_entering(url))


def _usual() -> dict[str, Any]:
    return {
        "driver_info": DriverInfo(),  # one for all connections: to find its own version it reads a file
        "encoding_errors": "surrogatepass",
        "socket_timeout": None,  # with one, redis-py calls `wait_for`, which before Python 3.12 may lose a cancellation
        "socket_connect_timeout": 3,
        "retry": Retry(ExponentialBackoff(cap=0.5, base=0.02), 4, supported_errors=(NoConnection, NoAnswer)),
    }


def _nodes(url: str, usual_port: int) -> list[tuple[str, int]]:
    """The hosts and ports of an address that has several, separated by commas; raises `ValueError`."""
    found = [urlsplit(f"//{place}") for place in urlsplit(url).netloc.rpartition("@")[2].split(",")]
    if not all(place.hostname for place in found):
        raise ValueError("the address names no host")
    return [(place.hostname or "", place.port or usual_port) for place in found]


def _entering(url: str) -> dict[str, Any]:
    """The user, the password and whether to speak in secret."""
    split = urlsplit(url)
    username, _, password = split.netloc.rpartition("@")[0].partition(":")
    secure = split.scheme.startswith("rediss")
    return {"username": unquote(username) or None, "password": unquote(password) or None, "ssl": secure}


def classify_error(error: Exception, own: str = "") -> StoreUnavailableError:
    """What is wrong with the server, and what to mend; of one of our `own`, why it refuses to write."""
    hidden = error.__cause__ or error.__context__
    error = (
        hidden if isinstance(hidden, exceptions.AuthenticationError) else error
    )  # redis-py calls it a lost connection
    words = str(error) or type(error).__name__
    match error:
        case exceptions.AuthenticationError() | exceptions.AuthorizationError():
            return Refused("the server wants another user name or password than the address has before the @")
        case exceptions.NoPermissionError():
            return Refused(f"the server's access list keeps this user from what the bot does: {words}")
        case exceptions.ReadOnlyError():
            return StoreUnavailableError(
                "the server is a replica and takes no writes: give the address of the primary", "store-read-only"
            )
        case exceptions.OutOfMemoryError():
            return StoreUnavailableError(
                "the server's memory is full: raise `maxmemory`, or set KEEP_DAYS to forget old games", "store-full"
            )
        case exceptions.ResponseError() if words.startswith("MISCONF"):
            return StoreUnavailableError(
                f"the server cannot write to its disk: make room there ({words})", "store-full"
            )
        case exceptions.ResponseError() if own and words.startswith("NOREPLICAS"):
            return StoreUnavailableError(own, "store-full")
        case exceptions.ResponseError() if words.startswith("NOREPLICAS"):
            return StoreUnavailableError("the server has too few replicas to take writes", "store-read-only")
        case exceptions.ClusterDownError():
            return StoreUnavailableError(f"the cluster does not serve all its slots: {words}", "store-changing")
        case _:
            return StoreUnavailableError(words, "store-unreachable")


class ErrorLog:
    """Tells the operator's log of each trouble once, and when the server answers again."""

    def __init__(self) -> None:
        self._last: dict[str, float] = {}
        self._silent = False
        self.troubles = Counter[str]()

    def failed(self, failed: StoreUnavailableError, now: float) -> None:
        """Notes a trouble at a time (seconds)."""
        self.troubles[failed.code] += 1
        if now - self._last.get(failed.code, -_QUIET) >= _QUIET:
            _log.error("the store: %s", failed)
        self._last[failed.code] = now
        self._silent = self._silent or failed.code == StoreUnavailableError.NO_ANSWER

    def answered(self) -> None:
        """Notes that the server has answered."""
        if self._silent:
            self._silent = False
            _log.warning("the store answers again")


def set_field(key: str, field: str, value: str | None) -> Command:
    """A field of a hash, or that it has none any more."""
    return ("HDEL", key, field) if value is None else ("HSET", key, field, value)


def delete_key(key: str) -> Command:
    """A key is taken away."""
    return ("DEL", key)


class Replication:
    """What is known of a primary and its replicas. Each that takes over has a history of a name of its own, and the one
    that it took over from goes on for seconds taking writes that nobody will see again.
    """

    def __init__(self) -> None:
        self.history = ""
        self.waits = False
        self.is_watched = False
        self._past: dict[str, float] = {}
        self._alone_since: float | None = None

    def update(self, told: Told, now: float) -> bool:
        """Learns from what INFO says at a time (seconds); whether the server is the primary as far as is known."""
        history = str(told.get("master_replid", ""))
        if now < self._past.get(history, now) or told.get("role") != "master":
            return False
        if replicas(told):
            self.is_watched = self.waits = True
            self._alone_since = None
        elif history != self.history:
            self.waits = False
        elif self.waits:
            self._alone_since = now if self._alone_since is None else self._alone_since
            self.waits = now - self._alone_since < _ALONE
        if history != self.history:
            self._past = {self.history: now + _PAST}
            self.history, self._alone_since = history, None
        return bool(replicas(told)) or not self.waits

    def proof(self) -> tuple[tuple[str | int, ...], ...]:
        """What is asked after a write, in the same breath; nothing where there has never been a replica."""
        return (("WAIT", int(self.waits), REPLICA_PATIENCE_MS), ASKING) if self.is_watched else ()

    def proves(self, waited: bool, answers: list[Any], now: float) -> bool:
        """Whether the answers to a proof say that the write stays, whichever server is the primary later."""
        acknowledged, told = answers
        return self.update(told, now) and bool(acknowledged or not (waited and self.waits))
