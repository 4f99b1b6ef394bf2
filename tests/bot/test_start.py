"""The command `tetradka` as a process: it opens, closes, comes back with its games, says in one line what is wrong."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from redis.asyncio import Redis

from bot import app
from bot.settings import ConfigError, Settings
from bot.store.connection import connect
from bot.store.embedded import running_at, serve
from bot.thinking import queues
from tests.bot.processes import PATIENCE, goes, server_at

COMMAND = [sys.executable, "-m", "bot"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Nothing set but a folder and a free port."""
    (tmp_path / "data").mkdir()
    return os.environ | {"DATA_DIR": str(tmp_path / "data"), "WEB_PORT": "0"}


@asynccontextmanager
async def running(environment: dict[str, str]) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """The process, and the address that its only line says."""
    process = await asyncio.create_subprocess_exec(
        *COMMAND, env=environment, cwd=environment["DATA_DIR"], stdout=subprocess.PIPE
    )
    assert process.stdout
    try:
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        assert line.startswith(b"Tetradka is open at http://127.0.0.1:")
        yield process, line.split()[-1].decode()
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def run(environment: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    """A process that ends by itself."""
    return subprocess.run(
        command, env=environment, cwd=environment["DATA_DIR"], capture_output=True, text=True, timeout=60, check=False
    )


def error_line(environment: dict[str, str]) -> str:
    """The one line that a start with something wrong leaves, however long it waited for a busy machine."""
    result = run(environment | {"LOG_LEVEL": "warning"}, *COMMAND)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


async def ask(address: str) -> str:
    async with aiohttp.ClientSession() as browser, browser.get(address) as answer:
        assert answer.status == 200
        return await answer.text()


async def talk(address: str, nonce: str, text: str, answer: str) -> re.Match[str]:
    """What is shown that fits the pattern `answer`, after somebody on the page types a text."""
    async with (
        asyncio.timeout(PATIENCE),
        aiohttp.ClientSession() as browser,
        browser.ws_connect(f"{address}/socket", origin=address) as page,
    ):
        await page.send_json({"kind": "hello", "token": "of sixteen letters", "name": "Ann", "channel": "hall"})
        await page.send_json({"kind": "say", "nonce": nonce, "text": text})
        async for frame in page:
            for message in frame.json().get("messages", ()):
                if not message["mine"] and (match := re.search(answer, message["text"])):
                    return match
    raise AssertionError("the page was closed")


def server_url(environment: dict[str, str]) -> str:
    return f"unix://{environment['DATA_DIR']}/valkey.sock"


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(signal.SIGINT, id="SIGINT", marks=pytest.mark.long),
        pytest.param(signal.SIGTERM, id="SIGTERM", marks=pytest.mark.long),
    ],
)
async def test_the_bot_serves_the_address_it_prints_and_ends_on_a_signal(
    environment: dict[str, str], number: signal.Signals
):
    async with running(environment) as (process, address):
        assert "<html" in await ask(address)
        server = await server_at(server_url(environment))
        process.send_signal(number)
        assert await process.wait() == 0
    assert await goes(server)


async def test_games_go_on_after_its_server_and_the_bot_itself_are_killed(environment: dict[str, str]):
    async with running(environment) as (process, address):
        game = await talk(address, "1", "/challenge dots 2x2 bot easy", r"2x2 · (\w{6})")
        await _kill_the_server(environment)
        await talk(address, "2", "/games", game[1])
        assert process.returncode is None
        server = await server_at(server_url(environment))
        process.kill()
        assert await goes(server)
        await process.wait()
    async with running(environment) as (process, address):
        assert "<html" in await ask(address)
        await talk(address, "3", "/games", game[1])
        server = await server_at(server_url(environment))
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
        assert await goes(server)


async def _kill_the_server(environment: dict[str, str]) -> None:
    """Kill the bot's Valkey, and wait for the next one."""
    server = await server_at(server_url(environment))
    os.kill(server, signal.SIGKILL)
    assert await goes(server)
    async with asyncio.timeout(PATIENCE):
        while not running_at(Path(environment["DATA_DIR"])):
            await asyncio.sleep(0.05)


async def test_the_bot_ends_with_its_parent_process_if_asked(environment: dict[str, str]):
    parent = await asyncio.create_subprocess_shell(
        f"{sys.executable} -m bot --parent $$ & wait",
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert parent.stdout
    await asyncio.wait_for(parent.stdout.readline(), PATIENCE)
    server = await server_at(server_url(environment))
    parent.kill()
    assert await goes(server)
    await parent.communicate()


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program has."""
    with socket.create_server(("127.0.0.1", 0)) as second:
        yield second.getsockname()[1]


def test_a_port_in_use_is_named(environment: dict[str, str], taken: int):
    assert error_line(environment | {"WEB_PORT": str(taken)}) == (
        f"tetradka: WEB_PORT: 127.0.0.1:{taken} is in use by another program\n"
    )


@pytest.mark.long
def test_an_address_of_another_machine_is_named(environment: dict[str, str]):
    assert error_line(environment | {"WEB_HOST": "192.0.2.1", "WEB_OPEN": "yes"}).startswith("tetradka: WEB_HOST: ")


def test_a_page_without_a_password_is_refused_before_a_folder_is_made(tmp_path: Path):
    with pytest.raises(ConfigError, match=r"^WEB_TOKEN: "):
        app.run(Settings(data_dir=tmp_path / "new", web_host="0.0.0.0"))
    assert not (tmp_path / "new").exists()


async def test_the_bot_waits_for_the_store_and_logs_that_once(environment: dict[str, str], tmp_path: Path):
    settings = environment | {"REDIS_URL": f"unix://{tmp_path}/own/valkey.sock", "LOG_LEVEL": "warning"}
    process = await asyncio.create_subprocess_exec(
        *COMMAND, env=settings, cwd=environment["DATA_DIR"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout
    assert process.stderr
    answer = [await asyncio.wait_for(process.stderr.readline(), PATIENCE) for _ in range(2)]
    with serve(tmp_path / "own"):
        assert b"is open at" in await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        process.terminate()
        _, later = await process.communicate()
    assert b"the store" in answer[0]
    assert b"waiting for the store" in answer[1]
    assert [line for line in later.splitlines() if b"answers again" not in line] == []


@pytest.mark.parametrize(
    ("command", "phrase"),
    [
        (("CONFIG", "SET", "requirepass", "secret"), "REDIS_URL: the server rejects the user name or password"),
        pytest.param(
            ("ACL", "SETUSER", "default", "-set"),
            "REDIS_URL: the server's ACL does not let this user",
            marks=pytest.mark.long,
        ),
    ],
    ids=["password", "access list"],
)
async def test_a_store_that_rejects_the_bot_is_named_with_advice(
    environment: dict[str, str], tmp_path: Path, command: tuple[str, ...], phrase: str
):
    with serve(tmp_path / "own") as server:
        redis = connect(server.url)
        write: Callable[..., Awaitable[object]] = redis.execute_command
        await write(*command)
        result = await asyncio.to_thread(run, environment | {"REDIS_URL": server.url}, *COMMAND)
        await redis.aclose()
    assert result.returncode == 2
    assert phrase in result.stderr.splitlines()[-1]
    assert "secret" not in result.stderr


def test_a_wrong_setting_is_named(environment: dict[str, str]):
    assert error_line(environment | {"WEB": "perhaps"}).startswith("tetradka: WEB: ")


def test_help_and_version_need_no_settings(environment: dict[str, str]):
    for option, text in (("--help", "usage: tetradka"), ("--version", "tetradka ")):
        result = run(environment | {"WEB": "perhaps"}, *COMMAND, option)
        assert result.returncode == 0
        assert result.stdout.startswith(text)


async def test_a_bot_with_hints_from_a_worker_on_its_folder_plays_on_until_a_signal_ends_the_worker(
    environment: dict[str, str],
):
    environment["THINK"] = "worker"
    async with running(environment) as (_, address), Redis.from_url(server_url(environment)) as redis:
        worker = await asyncio.create_subprocess_exec(
            *COMMAND, "worker", env=environment, cwd=environment["DATA_DIR"], stderr=subprocess.DEVNULL
        )
        try:
            async with asyncio.timeout(PATIENCE):
                while not await redis.exists(queues.ALIVE):
                    await asyncio.sleep(0.01)
            await talk(address, "n1", "/challenge bot easy dots 2x2", "a1")
            await talk(address, "n2", "a1-a2", "a1-a2")
            entries: Any = await redis.xrange(queues.HINTS)
            assert any(fields[b"data"] for _, fields in entries)
            worker.terminate()
            assert await asyncio.wait_for(worker.wait(), PATIENCE) == 0
        finally:
            if worker.returncode is None:
                worker.kill()
                await worker.wait()
