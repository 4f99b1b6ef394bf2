"""A signal ends the command `tetradka` by one deadline, whatever stands still, is gone or is flooded meanwhile."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from aiohttp import web
from redis.exceptions import RedisError

from benchmarks.strain.relay import Relay
from bot.core.ports.adapters import SECONDS, Deadline
from bot.store.connection import connect
from bot.store.embedded import serve
from bot.thinking import queues
from tests.bot.platforms.discord import standin
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import TOKEN, BotApi
from tests.bot.platforms.telegram.town import Room, Town
from tests.bot.processes import PATIENCE, goes, server_at

PROMISED = 3.0  # seconds
ALL = [(what, how) for what in ("store", "telegram", "discord") for how in ("paused", "dead", "flooded")]
SOME = [("store", "paused")]
FLOOD = {"ok": False, "error_code": 429, "description": "Too Many Requests: retry after 30", "message": "slow down"}
FLOOD |= {"retry_after": 30, "global": False, "parameters": {"retry_after": 30}}
_BUSY = "local n = 0; for i = 1, 3e7 do n = n + i end; return n"


@dataclass
class Running:
    """The process, its Valkey, the wires to both platforms, and somebody who plays."""

    process: asyncio.subprocess.Process
    folder: Path
    server: int
    wires: dict[str, Relay]
    ann: Human
    room: Room
    busy: tuple[asyncio.Task[None], ...] = ()

    async def trouble(self, what: str, how: str) -> None:
        """Let something of its world fail, while somebody waits for an answer."""
        if what == "store":
            await self._trouble_store(how)
        elif how == "flooded":
            self.wires[what].lead_to(await _flooding())
        elif how == "dead":
            self.wires[what].close()
        else:
            self.wires[what].stop()
        for _ in range(20):
            self.ann.says(self.room, "/challenge bot easy dots 2x2")
        await asyncio.sleep(0.5)

    async def end(self) -> float:
        """Send the signal; the seconds until the process is gone, and its Valkey too."""
        start_time = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            assert await self.process.wait() == 0
        took = time.monotonic() - start_time
        assert await goes(self.server)
        return took

    async def _trouble_store(self, how: str) -> None:
        if how == "flooded":
            self.busy = tuple(asyncio.create_task(_keep_busy(self.folder)) for _ in range(3))
        else:
            os.kill(self.server, signal.SIGSTOP if how == "paused" else signal.SIGKILL)


@asynccontextmanager
async def running(folder: Path, **settings: str) -> AsyncIterator[Running]:
    """The process, once it answers behind Telegram and is connected to Discord."""
    town = Town()
    api, ann, room = BotApi(town), Human(town, "Ann"), town.group("Friends")
    async with api.serving(), standin.standing_in() as discord:
        wires = {"telegram": Relay(_port(api.address)), "discord": Relay(_port(discord.url))}
        async with wires["telegram"].listening(), wires["discord"].listening():
            environment = os.environ | {
                "DATA_DIR": str(folder),
                "WEB": "off",
                "TELEGRAM_TOKEN": TOKEN,
                "TELEGRAM_BASE_URL": f"http://127.0.0.1:{wires['telegram'].port}/bot",
                "DISCORD_TOKEN": standin.TOKEN,
                "DISCORD_REST_URL": f"http://127.0.0.1:{wires['discord'].port}/api/v10/",
                "DISCORD_GATEWAY_URL": f"ws://127.0.0.1:{wires['discord'].port}/gateway",
                **settings,
            }
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", env=environment, cwd=folder, stdout=subprocess.DEVNULL
            )
            try:
                ann.says(room, "/challenge bot easy dots 2x2")
                await room.news()
                async with asyncio.timeout(PATIENCE):
                    await discord.identified
                server = await server_at(_address(folder))
                started = Running(process, folder, server, wires, ann, room)
                yield started
                for task in started.busy:
                    task.cancel()
            finally:
                await _kill(process)


async def _kill(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.kill()
    await process.wait()


async def _keep_busy(folder: Path) -> None:
    """Let the store count for a second at a time."""
    with suppress(RedisError, OSError):
        redis = connect(_address(folder))
        while True:
            await redis.eval(_BUSY, 0)


async def _flooding() -> int:
    """The port of a server that tells everybody to come later."""

    async def refuse(_: web.Request) -> web.Response:
        return web.json_response(FLOOD, status=429, headers={"Retry-After": "30"})

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", refuse)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    return int(runner.addresses[0][1])


def _port(address: str) -> int:
    return int(address.rpartition(":")[2])


def _address(folder: Path) -> str:
    return f"unix://{folder}/valkey.sock"


@pytest.mark.parametrize(("what", "how"), SOME)
async def test_a_signal_ends_the_bot_despite_a_stalled_part(tmp_path: Path, what: str, how: str):
    async with running(tmp_path) as bot:
        await bot.trouble(what, how)
        await bot.end()


@pytest.mark.long
@pytest.mark.parametrize("think", ["threads", "worker"])
@pytest.mark.parametrize(("what", "how"), ALL)
async def test_a_signal_ends_the_bot_within_three_seconds(tmp_path: Path, what: str, how: str, think: str):
    async with running(tmp_path, THINK=think) as bot:
        await bot.trouble(what, how)
        assert await bot.end() <= PROMISED


@pytest.mark.long
async def test_a_signal_ends_a_worker_within_three_seconds_despite_a_stalled_store(tmp_path: Path):
    with serve(tmp_path) as server:
        environment = os.environ | {"REDIS_URL": server.url}
        worker = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "worker", env=environment, cwd=tmp_path
        )
        store, redis = await server_at(server.url), connect(server.url)
        async with asyncio.timeout(PATIENCE):
            while not await redis.exists(queues.ALIVE):
                await asyncio.sleep(0.05)
        os.kill(store, signal.SIGSTOP)
        try:
            start_time = time.monotonic()
            worker.send_signal(signal.SIGTERM)
            assert await worker.wait() == 0
            assert time.monotonic() - start_time <= PROMISED
        finally:
            os.kill(store, signal.SIGCONT)
            await redis.aclose()


def test_a_deadline_is_never_extended_and_reserves_seconds():
    now = 100.0
    deadline = Deadline(lambda: now)
    assert deadline.remaining(5, spare=1) == 5
    deadline.set()
    assert deadline.remaining() == pytest.approx(SECONDS)
    assert deadline.remaining(0.5, spare=1) == 0.5
    now = 101.0
    deadline.set()
    assert deadline.remaining() == pytest.approx(SECONDS - 1)
    assert deadline.remaining(spare=2) == 0
