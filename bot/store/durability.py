"""What a server promises about the games that it keeps, and how it is mended where it does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

OLDEST = (6, 2)
Told: TypeAlias = Mapping[str, Any]  # what INFO says, and the appendfsync of CONFIG where one may ask


@dataclass(frozen=True)
class DurabilityCheck:
    """In `words`: what holds, or what does not and how that is mended. Without an `essential` one nothing works."""

    holds: bool
    text: str
    essential: bool = False


def durability_checks(servers: Sequence[Told], asks_cluster: bool) -> tuple[DurabilityCheck, ...]:
    """Those of each server; equal ones once."""
    return tuple(dict.fromkeys(promise for told in servers for promise in _of(told, asks_cluster)))


def _of(told: Told, asks_cluster: bool) -> tuple[DurabilityCheck, ...]:
    found = _kind(told, asks_cluster), _version(told), _written(told), _kept(told)
    return (*found, _replicated(told, asks_cluster)) if replicas(told) else found


def _kind(told: Told, asks_cluster: bool) -> DurabilityCheck:
    mode = told.get("redis_mode") or told.get("server_mode") or "standalone"
    if mode == "sentinel":
        wanted = "redis+sentinel://HOST:PORT,HOST:PORT/SERVICE"
        return DurabilityCheck(False, f"this is Sentinel and keeps no games: the address is {wanted}", essential=True)
    if (mode == "cluster") is not asks_cluster:
        wanted = "redis+cluster://HOST:PORT" if mode == "cluster" else "redis://HOST:PORT"
        return DurabilityCheck(
            False, f"this is {'a' if mode == 'cluster' else 'no'} cluster: the address is {wanted}", True
        )
    return DurabilityCheck(True, "it is what the address says")


def _version(told: Told) -> DurabilityCheck:
    name = "Valkey" if "valkey_version" in told else "Redis"
    version = str(told.get("valkey_version") or told.get("redis_version") or "0")
    recent = tuple(int(part) for part in version.split(".")[:2] if part.isdecimal()) >= OLDEST
    oldest = ".".join(map(str, OLDEST))
    return DurabilityCheck(
        recent, f"{name} {version} is " + ("recent enough" if recent else f"older than {oldest}"), True
    )


def _written(told: Told) -> DurabilityCheck:
    if not told.get("aof_enabled"):
        return DurabilityCheck(
            False, "what was played since the last snapshot is lost if the server dies: set `appendonly yes` there"
        )
    if told.get("appendfsync") == "always":
        return DurabilityCheck(True, "a move is on disk before it is confirmed")
    return DurabilityCheck(True, "a move is on disk within about a second (`appendfsync always` would make it at once)")


def _kept(told: Told) -> DurabilityCheck:
    policy = str(told.get("maxmemory_policy", "noeviction"))
    if policy == "noeviction" or not told.get("maxmemory"):
        return DurabilityCheck(True, "no game is thrown away when memory is short")
    return DurabilityCheck(
        False,
        f"games are thrown away without a word when memory is short ({policy}): set `maxmemory-policy noeviction`",
    )


def replicas(told: Told) -> int:
    """How many replicas follow a server."""
    following = (told.get(f"slave{number}") for number in range(int(told.get("connected_slaves") or 0)))
    return sum(isinstance(each, Mapping) and each.get("state") == "online" for each in following)


def _replicated(told: Told, asks_cluster: bool) -> DurabilityCheck:
    if not asks_cluster:
        return DurabilityCheck(True, "a move is on a replica before it is confirmed")
    if "min_slaves_good_slaves" in told:
        return DurabilityCheck(True, "a primary of the cluster that has lost its replicas takes no moves")
    return DurabilityCheck(
        False,
        "what a primary of the cluster confirmed last is lost if a replica takes over: "
        "set `min-replicas-to-write 1` and `min-replicas-max-lag 1` there to lose no more than about a second",
    )
