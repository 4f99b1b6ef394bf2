"""redis-py's own client for an address: of one server, of whichever server Sentinel names, or of a cluster."""

from __future__ import annotations

from typing import Any, TypeAlias
from urllib.parse import parse_qsl, unquote, urlsplit

from redis import DriverInfo
from redis.asyncio import Redis, RedisCluster, Sentinel
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import TimeoutError as NoAnswer

Client: TypeAlias = Redis | RedisCluster
_SENTINEL_PORT = 26379
_PORT = 6379


def of_one(url: str) -> Redis:
    """A client of the server at a redis://, rediss:// or unix:// address; raises ValueError for any other text."""
    return Redis.from_url(url, **_usual())


def by_sentinel(url: str) -> Redis:
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


def of_cluster(url: str) -> RedisCluster:
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
