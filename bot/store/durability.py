"""Durability of stored data: checks with advice, and the confirmation of writes by replicas."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

OLDEST = (6, 2)
REPLICATION_INFO = ("INFO", "replication")
"""The command for a server's replication state."""
REPLICA_PATIENCE_MS = 1000
"""Milliseconds that a replica has to confirm a write."""
_ALONE_SECONDS = 5.0
"""Seconds until a primary that its replica has left counts as a server without any; Sentinel has named another by then,
if that is why it left."""
_PAST_SECONDS = 30.0
"""Seconds for which a former primary is distrusted; Sentinel makes it a replica within 15."""
ServerInfo: TypeAlias = Mapping[str, Any]  # INFO, with appendfsync of CONFIG where that is allowed


@dataclass(frozen=True)
class DurabilityCheck:
    """A check: its `text` states the result or the fix; the bot cannot run if an `essential` check fails."""

    holds: bool
    text: str
    essential: bool = False


def durability_checks(servers: Sequence[ServerInfo], asks_cluster: bool) -> tuple[DurabilityCheck, ...]:
    """Return the checks of all servers, without duplicates."""
    checks = list[DurabilityCheck]()
    for info in servers:
        checks += (_check_kind(info, asks_cluster), _check_version(info), _check_disk(info), _check_eviction(info))
        checks += (_check_replicas(info, asks_cluster),) if replica_count(info) else ()
    return tuple(dict.fromkeys(checks))


def _check_kind(info: ServerInfo, asks_cluster: bool) -> DurabilityCheck:
    mode = info.get("redis_mode") or info.get("server_mode") or "standalone"
    if mode == "sentinel":
        address = "redis+sentinel://HOST:PORT,HOST:PORT/SERVICE"
        text = f"this is a sentinel, which stores no games: use an address like {address}"
        return DurabilityCheck(False, text, essential=True)
    if (mode == "cluster") is not asks_cluster:
        address = "redis+cluster://HOST:PORT" if mode == "cluster" else "redis://HOST:PORT"
        text = f"this is {'a' if mode == 'cluster' else 'not a'} cluster: use an address like {address}"
        return DurabilityCheck(False, text, essential=True)
    return DurabilityCheck(True, "the address fits the kind of server")


def _check_version(info: ServerInfo) -> DurabilityCheck:
    name = "Valkey" if "valkey_version" in info else "Redis"
    version = str(info.get("valkey_version") or info.get("redis_version") or "0")
    recent = tuple(int(part) for part in version.split(".")[:2] if part.isdecimal()) >= OLDEST
    oldest = ".".join(map(str, OLDEST))
    words = "recent enough" if recent else f"older than {oldest}"
    return DurabilityCheck(recent, f"{name} {version} is {words}", essential=True)


def _check_disk(info: ServerInfo) -> DurabilityCheck:
    if not info.get("aof_enabled"):
        text = "moves since the last snapshot are lost if the server dies: set `appendonly yes` there"
        return DurabilityCheck(False, text)
    if info.get("appendfsync") == "always":
        return DurabilityCheck(True, "a move is on disk before it is confirmed")
    return DurabilityCheck(True, "a move is on disk within about a second (at once with `appendfsync always`)")


def _check_eviction(info: ServerInfo) -> DurabilityCheck:
    policy = str(info.get("maxmemory_policy", "noeviction"))
    if policy == "noeviction" or not info.get("maxmemory"):
        return DurabilityCheck(True, "no games are evicted when memory is full")
    text = f"games are evicted silently when memory is full ({policy}): set `maxmemory-policy noeviction`"
    return DurabilityCheck(False, text)


def replica_count(info: ServerInfo) -> int:
    """Return the number of replicas that are online."""
    following = (info.get(f"slave{number}") for number in range(int(info.get("connected_slaves") or 0)))
    return sum(isinstance(each, Mapping) and each.get("state") == "online" for each in following)


def _check_replicas(info: ServerInfo, asks_cluster: bool) -> DurabilityCheck:
    if not asks_cluster:
        return DurabilityCheck(True, "a move is on a replica before it is confirmed")
    if "min_slaves_good_slaves" in info:
        return DurabilityCheck(True, "a primary of the cluster that lost its replicas refuses moves")
    return DurabilityCheck(
        False,
        "the last moves that a primary of the cluster confirmed are lost if a replica takes over: "
        "set `min-replicas-to-write 1` and `min-replicas-max-lag 1` there to limit the loss to about a second",
    )


class Replication:
    """The state of a primary and its replicas.

    Every takeover starts a history with a new replication ID. For some seconds the former primary still takes writes
    that will be lost.
    """

    def __init__(self) -> None:
        self.history = ""
        self.waits = False
        self.is_watched = False
        self._past_histories: dict[str, float] = {}
        self._alone_since: float | None = None

    def update(self, info: ServerInfo, now: float) -> bool:
        """Learn from an `INFO` answer at a time (seconds); return whether the server is known to be the primary."""
        history = str(info.get("master_replid", ""))
        if now < self._past_histories.get(history, now) or info.get("role") != "master":
            return False
        if replica_count(info):
            self.is_watched = self.waits = True
            self._alone_since = None
        elif history != self.history:
            self.waits = False
        elif self.waits:
            self._alone_since = now if self._alone_since is None else self._alone_since
            self.waits = now - self._alone_since < _ALONE_SECONDS
        if history != self.history:
            self._past_histories = {self.history: now + _PAST_SECONDS}
            self.history, self._alone_since = history, None
        return bool(replica_count(info)) or not self.waits

    def proof(self) -> tuple[tuple[str | int, ...], ...]:
        """Return the commands that confirm a write in the same round trip."""
        return (("WAIT", int(self.waits), REPLICA_PATIENCE_MS), REPLICATION_INFO)

    def proves(self, was_waiting: bool, answers: list[Any], now: float) -> bool:
        """Return whether the answers to a proof confirm that the write survives a failover."""
        replica_count, info = answers
        return self.update(info, now) and bool(replica_count or not (was_waiting and self.waits))
