"""Valkey servers that keep together: a cluster of three, and a primary with its replica and a sentinel."""

from __future__ import annotations

import asyncio
import socket
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.store.embedded import server_program
from tests.bot.processes import PATIENCE

SLOTS = 16384


def free_port() -> int:
    """A port whose number plus 10,000, where nodes of a cluster talk to one another, is a port too."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as busy_port:
            port: int = busy_port.getsockname()[1]
        if port < 55000:
            return port


@dataclass(frozen=True)
class Node:
    """A running server."""

    redis: Redis
    process: subprocess.Popen[bytes]

    def kill(self) -> None:
        self.process.kill()

    async def wait_for_replica(self) -> None:
        """Waits until a replica has all that was written."""
        await self.redis.wait(1, int(PATIENCE * 1000))


@contextmanager
def _server(folder: Path, port: int, *options: str) -> Iterator[Node]:
    folder.mkdir(exist_ok=True)
    command = [
        server_program(),
        *options,
        "--port",
        str(port),
        "--dir",
        str(folder),
        "--save",
        "",
        "--loglevel",
        "warning",
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            yield Node(Redis(port=port), process)
        finally:
            process.kill()


async def until(finished_items: Callable[[], Awaitable[bool]]) -> None:
    """Waits until something has come about."""
    async with asyncio.timeout(3 * PATIENCE):
        while True:
            try:
                if await finished_items():
                    return
            except (RedisError, OSError):
                pass
            await asyncio.sleep(0.02)


@asynccontextmanager
async def cluster(folder: Path) -> AsyncIterator[str]:
    """The address of a cluster of three nodes."""
    ports = [free_port() for _ in range(3)]
    async with AsyncExitStack() as running:
        nodes = [
            await _running(running, folder / str(n), port, "--cluster-enabled", "yes", "--appendonly", "yes")
            for n, port in enumerate(ports)
        ]
        await _join(nodes, ports)
        yield f"redis+cluster://127.0.0.1:{ports[0]},127.0.0.1:{ports[1]}"


async def _join(nodes: list[Node], ports: list[int]) -> None:
    bounds = [SLOTS * n // len(nodes) for n in range(len(nodes) + 1)]
    for node, first, after in zip(nodes, bounds, bounds[1:], strict=False):
        await _ask_server(node, "CLUSTER ADDSLOTSRANGE", first, after - 1)
    for epoch, node in enumerate(nodes, 1):
        await _ask_server(node, "CLUSTER SET-CONFIG-EPOCH", epoch)
    for port in ports[1:]:
        await _ask_server(nodes[0], "CLUSTER MEET", "127.0.0.1", port)
    for node in nodes:
        await until(lambda node=node: _serves(node, len(nodes)))  # type: ignore[misc]


async def _serves(node: Node, size: int) -> bool:
    answer = str(await _ask_server(node, "CLUSTER INFO"))
    return "cluster_state': 'ok" in answer and f"cluster_size': '{size}" in answer


@asynccontextmanager
async def watched_service(folder: Path, notices_after: int = 200) -> AsyncIterator[tuple[str, Node]]:
    """The address of a service that a sentinel watches, and its primary; milliseconds until it counts as dead."""
    first, second, third = (free_port() for _ in range(3))
    settings = folder / "sentinel.conf"
    settings.write_text(
        f"sentinel monitor games 127.0.0.1 {first} 1\n"
        f"sentinel down-after-milliseconds games {notices_after}\n"
        "sentinel failover-timeout games 1000\n"
    )
    async with AsyncExitStack() as running:
        primary = await _running(running, folder / "1", first, "--appendonly", "yes")
        await _running(running, folder / "2", second, "--replicaof", "127.0.0.1", str(first))
        await until(lambda: has_a_replica(primary.redis))
        sentinel = await _running(running, folder / "3", third, str(settings), "--sentinel")
        await until(lambda: _knows_the_replica(sentinel))
        yield f"redis+sentinel://127.0.0.1:{third}/games", primary


async def taken_over(url: str) -> None:
    """Lets the replica take over; the old primary goes on taking writes, for seconds that end in nothing."""
    async with Redis.from_url(url.replace("redis+sentinel", "redis").rpartition("/")[0]) as sentinel:
        before = await primary_named(sentinel)
        await _ask(sentinel, "SENTINEL FAILOVER", "games")
        await until(lambda: _has_changed(sentinel, before))


async def primary_named(sentinel: Redis) -> int:
    """The port of the primary that a sentinel names."""
    ask: Callable[..., Awaitable[tuple[bytes, bytes]]] = sentinel.execute_command
    _, port = await ask("SENTINEL GET-MASTER-ADDR-BY-NAME", "games")
    return int(port)


async def _has_changed(sentinel: Redis, before: int) -> bool:
    return await primary_named(sentinel) != before


async def _running(running: AsyncExitStack, folder: Path, port: int, *options: str) -> Node:
    node = running.enter_context(_server(folder, port, *options))
    running.push_async_callback(node.redis.aclose)
    await until(node.redis.ping)
    return node


async def has_a_replica(primary: Redis) -> bool:
    """Whether one follows it by now."""
    answer = await primary.info("replication")
    return bool(answer["connected_slaves"]) and answer["slave0"]["state"] == "online"


async def _knows_the_replica(sentinel: Node) -> bool:
    return "master-link-status': b'ok'" in str(await _ask_server(sentinel, "SENTINEL REPLICAS", "games"))


async def _ask_server(server: Node, *command: str | int) -> object:
    return await _ask(server.redis, *command)


async def _ask(redis: Redis, *command: str | int) -> object:
    run: Callable[..., Awaitable[object]] = redis.execute_command
    return await run(*command)
