"""The connection to a Redis or Valkey server: client, pipelined commands, replication and error reports."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import chain
from typing import Any, TypeAlias, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

from redis import DriverInfo, exceptions
from redis.asyncio import Redis, RedisCluster, Sentinel
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import SentinelConnectionPool
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import TimeoutError as NoAnswer

from bot.core.ports.store import CorruptDataError, StoreAccessError, StoreUnavailableError
from bot.store import keys
from bot.store.durability import REPLICATION_INFO, DurabilityCheck, Replication, durability_checks
from bot.store.keys import move_aside_command, wanted_types

Command: TypeAlias = keys.Command
Answer: TypeAlias = Any  # each command has its own kind of answer
PATIENCE = 5.0  # seconds for one command, with its wait for a turn and reconnections
MOST_AT_ONCE = 16  # concurrent commands; others wait in order
_SCANNED = 1000
Client: TypeAlias = Redis | RedisCluster
T = TypeVar("T")
_REPEAT_SECONDS = 60.0  # an error that recurs later than that is logged again
_WRONG_TYPE_ERRORS = ("WRONGTYPE", "is not an integer")
"""Parts of the server's errors for a key of another type than ours."""
_log = logging.getLogger(__name__)


def connect(url: str) -> Client:
    """Return a client for one server, Sentinel or a cluster; raise `ValueError` for any other address."""
    match url.partition("://")[0].partition("+")[2]:
        case "sentinel":
            return _connect_sentinel(url)
        case "cluster":
            nodes = [ClusterNode(*place) for place in _nodes(url, usual_port=6379)]
            return RedisCluster(startup_nodes=nodes, **_client_options(), **_credentials(url))
        case _:
            return Redis.from_url(url, **_client_options())


class Wire:
    """The sender of commands to a server, with `StoreUnavailableError` for every failure.

    Each problem is logged once. `own_reason` is the reason to give when our own server takes no writes.
    """

    def __init__(self, redis: Client, own_reason: str = "") -> None:
        self._redis = redis
        self._own_reason = own_reason
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)
        self._idle: list[AbstractConnection] = []
        self._error_log = ErrorLog()
        self.error_counts = self._error_log.counts
        self.replication = Replication()
        self._logged_keys: set[str] = set()
        self.moved_aside: list[str] = []
        self.is_cluster = isinstance(redis, RedisCluster)
        """True if keys are spread over nodes, so that a script finds only those of one hash slot together."""
        pool = redis.connection_pool if isinstance(redis, Redis) else None
        self._has_own_connections = pool is not None and not isinstance(pool, SentinelConnectionPool)
        """True if connections may stay out of the pool of redis-py, which alone moves them to a new primary."""

    async def ask(self, *commands: Command) -> list[Answer]:
        """Return the answers to several commands, sent in one round trip and written to disk at once.

        A key of another type is first moved aside, and its data starts empty. A log is never moved: its answer is a
        `CorruptDataError`.
        """
        answers = await self._execute(commands)
        if CorruptDataError not in map(type, answers):
            return answers
        corrupt = [number for number, answer in enumerate(answers) if isinstance(answer, CorruptDataError)]
        if await self._move_aside([commands[number] for number in corrupt]):
            again = await self._execute([commands[number] for number in corrupt])
            for number, answer in zip(corrupt, again, strict=True):
                answers[number] = answer
        return answers

    async def _move_aside(self, commands: Sequence[Command]) -> bool:
        """Move aside the keys whose type the commands cannot use; return whether there were any."""
        key_types = [*dict.fromkeys(chain.from_iterable(map(wanted_types, commands)))]
        results = await self._execute([move_aside_command(key, kind) for key, kind in key_types])
        for (key, kind), was_moved in zip(key_types, results, strict=True):
            if was_moved:
                self.moved_aside.append(key)
                text = "%s is not a %s of this program: moved to %s; starting a new one"
                _log.error(text, key, kind, keys.aside(key))
        return any(results)

    async def _execute(self, commands: Sequence[Command]) -> list[Answer]:
        if not commands:
            return []
        async with self._in_time():
            answers: list[Answer]
            if isinstance(self._redis, Redis) and self._has_own_connections:
                answers = _read(await _exchange(self._redis, self._idle, commands))
            else:
                pipeline = self._redis.pipeline(transaction=False)
                for command in commands:
                    pipeline.execute_command(*command)
                answers = _read(await pipeline.execute(raise_on_error=False))
        return answers

    async def answers(self, *commands: Command) -> list[Answer]:
        """Return the answers like `ask`, with None for each corrupt key, which is logged once."""
        answers = await self.ask(*commands)
        for number, answer in enumerate(answers):
            if isinstance(answer, CorruptDataError):
                self.log_corrupt_key(str(answer))
                answers[number] = None
        return answers

    async def answers_by(self, commands: Mapping[T, Command]) -> dict[T, Answer]:
        """Return the answer to each command like `answers`, by what it is about."""
        return dict(zip(commands, await self.answers(*commands.values()), strict=True))

    async def one(self, command: Command) -> Answer:
        """Return the answer to one command, or None for a corrupt key."""
        (answer,) = await self.answers(command)
        return answer

    def log_corrupt_key(self, about: str) -> None:
        """Log a corrupt key once, without blocking anything."""
        if about not in self._logged_keys:
            self._logged_keys.add(about)
            _log.error("not written by this program, so left unchanged: %s", about)

    async def one_after(self, first: Sequence[Command], last: Command) -> Answer:
        """Return the answer to the last command, which runs after the others (in a second round trip on a cluster)."""
        if first and self.is_cluster:
            await self.answers(*first)
            return await self.one(last)
        return (await self.answers(*first, last))[-1]

    async def write_durably(self, first: Sequence[Command], last: Command) -> Answer:
        """Run commands like `one_after`; raise `StoreUnavailableError` if there are replicas and none confirms."""
        if not self.replication.is_watched:
            return await self.one_after(first, last)
        history, was_waiting = self.replication.history, self.replication.waits
        *_, answer, replica_count, info = await self.answers(*first, last, *self.replication.proof())
        is_proved = self.replication.proves(was_waiting, [replica_count, info], _clock())
        await self._follow_primary(is_proved, history)
        if not is_proved:
            text = "no replica has the write, or another server is the primary"
            error = StoreUnavailableError(text, "store-changing")
            self._error_log.log_failure(error, _clock())
            raise error
        return answer

    async def watch(self) -> None:
        """Check that a server with replicas is still the primary; reconnect if not."""
        if self.replication.is_watched:
            history = self.replication.history
            (info,) = await self.ask(REPLICATION_INFO)
            await self._follow_primary(self.replication.update(info, _clock()), history)

    async def keys(self, pattern: str) -> AsyncIterator[list[str]]:
        """Yield batches of the keys that match a pattern, each key at least once."""
        nodes = self._redis.get_primaries() if isinstance(self._redis, RedisCluster) else [None]
        scan: Callable[..., Awaitable[Answer]] = self._redis.scan
        for node in nodes:
            cursor, options = -1, {"target_nodes": [node]} if node else {}
            while cursor:
                async with self._in_time():
                    cursors, batch = await scan(max(cursor, 0), pattern, _SCANNED, **options)
                cursor = next(iter(cursors.values())) if isinstance(cursors, dict) else cursors
                yield _read(batch)

    async def info(self) -> list[Mapping[str, Any]]:
        """Return `INFO` of the server, or of each primary of the cluster."""
        async with self._in_time():
            if not isinstance(self._redis, RedisCluster):
                return [await self._redis.info()]
            answer = await self._redis.info(target_nodes=RedisCluster.PRIMARIES)
            return [answer] if "redis_version" in answer else [*answer.values()]

    async def durability_checks(self) -> tuple[DurabilityCheck, ...]:
        """Check the durability of the server, or of each primary of the cluster."""
        infos = await self.info()
        if isinstance(self._redis, RedisCluster):
            return durability_checks(infos, asks_cluster=True)
        self.replication.update(infos[0], _clock())
        config: Mapping[Any, Any] = {}
        async with self._in_time():
            with suppress(exceptions.ResponseError):  # a provider may forbid it
                config = await self._redis.config_get("appendfsync")
        return durability_checks([{**infos[0], **config}], asks_cluster=False)

    async def close(self) -> None:
        """Close all connections."""
        await self._redis.aclose()

    @asynccontextmanager
    async def _in_time(self) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(PATIENCE), self._turns:
                yield
        except (exceptions.RedisError, exceptions.RedisClusterException, OSError) as error:
            if isinstance(error, exceptions.ReadOnlyError):
                await self._reconnect()
            failure = classify_error(error, self._own_reason)
            self._error_log.log_failure(failure, _clock())
            raise failure from error
        if self._error_log.is_silent:
            self._error_log.log_answer()

    async def _follow_primary(self, is_primary: bool, history: str) -> None:
        """Reconnect if the server is not the primary, or if its known history has ended.

        The connections left to the former primary would read unconfirmed writes, which will be lost.
        """
        if not is_primary or history not in ("", self.replication.history):
            await self._reconnect()

    async def _reconnect(self) -> None:
        """Reconnect, since the same address may now lead to a new primary."""
        if isinstance(self._redis, Redis):
            pool = self._redis.connection_pool
            await pool.update_active_connections_for_reconnect()  # type: ignore[no-untyped-call]
            await pool.disconnect(inuse_connections=False)


async def _exchange(redis: Redis, idle: list[AbstractConnection], commands: Sequence[Command]) -> list[Answer]:
    """Return one server's answers, errors included, at half the CPU cost of redis-py's pipeline and pool.

    The connection is one of the `idle` ones, which stay checked out of the pool, and becomes one of them again.
    """
    pool = redis.connection_pool
    connection = idle.pop() if idle else await pool.get_connection()  # type: ignore[no-untyped-call]
    if connection.should_reconnect():
        await connection.disconnect()

    async def send() -> list[Answer]:
        await connection.send_packed_command(connection.pack_commands(commands))
        return [await _answer(redis, connection, str(command[0])) for command in commands]

    try:
        answers: list[Answer] = await connection.retry.call_with_retry(send, lambda _: connection.disconnect())
    except BaseException:
        await connection.disconnect(nowait=True)  # or the next answers read from it would be these
        raise
    finally:
        idle.append(connection)
    return answers


async def _answer(redis: Redis, connection: AbstractConnection, name: str) -> Answer:
    """Read the next answer, in the form in which redis-py returns it for the command."""
    try:
        answer = await connection.read_response()
    except exceptions.ResponseError as error:
        return error
    callback = redis.response_callbacks.get(name)
    return callback(answer) if callback else answer


def _clock() -> float:
    return asyncio.get_running_loop().time()


def _read(answer: Answer) -> Answer:
    """Decode an answer's bytes; raise the errors in it, except for a key of the wrong type."""
    match answer:
        case bytes():
            try:
                return answer.decode("utf-8", "surrogatepass")
            except UnicodeDecodeError:
                return answer.decode("utf-8", "backslashreplace")
        case list() | tuple() | set():
            return type(answer)(map(_read, answer))
        case dict():
            return {_read(key): _read(value) for key, value in answer.items()}
        case exceptions.ResponseError() if any(error in str(answer) for error in _WRONG_TYPE_ERRORS):
            return CorruptDataError(str(answer))
        case Exception():
            raise answer
        case _:
            return answer


def _connect_sentinel(url: str) -> Redis:
    """Return a client of the primary at redis+sentinel://HOST:PORT,HOST:PORT/SERVICE; raise `ValueError`.

    `?sentinel_username=` and `?sentinel_password=` are the credentials for the sentinels themselves.
    """
    split = urlsplit(url)
    service, _, database = split.path.strip("/").partition("/")
    if not service:
        raise ValueError("a Sentinel address must end in /SERVICE, the name that the sentinels watch")
    query = dict(parse_qsl(split.query))
    credentials = {"username": query.get("sentinel_username"), "password": query.get("sentinel_password")}
    secure = split.scheme.startswith("rediss")
    sentinels = Sentinel(  # type: ignore[no-untyped-call]  # redis-py gives it no types
        _nodes(url, usual_port=26379),
        sentinel_kwargs={"socket_connect_timeout": 1, "socket_timeout": 1, "ssl": secure, **credentials},
        **_client_options(),
        **_credentials(url),
    )
    primary: Redis = sentinels.master_for(unquote(service), db=int(database or 0))
    return primary


def _client_options() -> dict[str, Any]:
    return {
        "driver_info": DriverInfo(),  # shared by all connections, because each one would read a file for its version
        "encoding_errors": "surrogatepass",
        "socket_timeout": None,  # with one, redis-py calls `wait_for`, which before Python 3.12 may lose a cancellation
        "socket_connect_timeout": 3,
        "retry": Retry(ExponentialBackoff(cap=0.5, base=0.02), 4, supported_errors=(NoConnection, NoAnswer)),
    }


def _nodes(url: str, usual_port: int) -> list[tuple[str, int]]:
    """Return the hosts and ports in a comma-separated address; raise `ValueError` if a host is missing."""
    places = [urlsplit(f"//{place}") for place in urlsplit(url).netloc.rpartition("@")[2].split(",")]
    if not all(place.hostname for place in places):
        raise ValueError("the address contains no host")
    return [(place.hostname or "", place.port or usual_port) for place in places]


def _credentials(url: str) -> dict[str, Any]:
    """Return the user name, the password and whether to use TLS."""
    split = urlsplit(url)
    username, _, password = split.netloc.rpartition("@")[0].partition(":")
    secure = split.scheme.startswith("rediss")
    return {"username": unquote(username) or None, "password": unquote(password) or None, "ssl": secure}


def classify_error(error: Exception, own_reason: str) -> StoreUnavailableError:
    """Return an error of the store with advice; `own_reason` is why the bundled server takes no writes."""
    cause = error.__cause__ or error.__context__
    error = cause if isinstance(cause, exceptions.AuthenticationError) else error  # redis-py reports a lost connection
    words = str(error) or type(error).__name__
    match error:
        case exceptions.AuthenticationError() | exceptions.AuthorizationError():
            return StoreAccessError("the server rejects the user name or password before the @ in the address")
        case exceptions.NoPermissionError():
            return StoreAccessError(f"the server's ACL does not let this user do what the bot needs: {words}")
        case exceptions.ReadOnlyError():
            return StoreUnavailableError(
                "the server is a read-only replica: use the address of the primary", "store-read-only"
            )
        case exceptions.OutOfMemoryError():
            return StoreUnavailableError(
                "the server's memory is full: raise `maxmemory`, or set KEEP_DAYS to delete old games", "store-full"
            )
        case exceptions.ResponseError() if words.startswith("MISCONF"):
            return StoreUnavailableError(
                f"the server cannot write to its disk: free some space there ({words})", "store-full"
            )
        case exceptions.ResponseError() if own_reason and words.startswith("NOREPLICAS"):
            return StoreUnavailableError(own_reason, "store-full")
        case exceptions.ResponseError() if words.startswith("NOREPLICAS"):
            return StoreUnavailableError("the server has too few replicas to accept writes", "store-read-only")
        case exceptions.ClusterDownError():
            return StoreUnavailableError(f"the cluster does not serve all its slots: {words}", "store-changing")
        case _:
            return StoreUnavailableError(words, "store-unreachable")


class ErrorLog:
    """The operator's log of store failures: each failure is logged once, as is the recovery."""

    def __init__(self) -> None:
        self._last_times: dict[str, float] = {}
        self.is_silent = False
        self.counts = Counter[str]()

    def log_failure(self, error: StoreUnavailableError, now: float) -> None:
        """Count a failure at a time (seconds), and log it unless it was logged in the last minute."""
        self.counts[error.code] += 1
        if now - self._last_times.get(error.code, -_REPEAT_SECONDS) >= _REPEAT_SECONDS:
            _log.error("the store: %s", error)
        self._last_times[error.code] = now
        self.is_silent = self.is_silent or error.code == StoreUnavailableError.NO_ANSWER

    def log_answer(self) -> None:
        """Log that the server answers again."""
        self.is_silent = False
        _log.warning("the store answers again")


def pairs_in(answer: Answer) -> list[tuple[str, str]]:
    """Return the pairs in a script's flat answer for a hash, or for a sorted set with scores."""
    flat = answer or ()
    return list(zip(flat[::2], flat[1::2], strict=True))


def set_field(key: str, field: str, value: str | None) -> Command:
    """Return the command that sets a field of a hash, or deletes it for None."""
    return ("HDEL", key, field) if value is None else ("HSET", key, field, value)


def delete_key(key: str) -> Command:
    """Return the command that deletes a key."""
    return ("DEL", key)
