"""`tetradka worker` as a process: it finds the bots' server, ends when told to, and finishes what it has begun."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from pydantic import SecretStr
from redis.asyncio import Redis

from bot import logs
from bot.core.ports.thinking import Problem
from bot.operating import worker_process
from bot.settings import ConfigError, Settings
from bot.store.embedded import serve
from bot.thinking import queues
from bot.thinking.workers import Workers
from engines import GAMES
from engines.game import Level
from tests.bot.processes import PATIENCE

DOTS = GAMES["dots"]
START = DOTS.start({}, 0)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return os.environ | {"DATA_DIR": str(tmp_path / "data"), "LOG_LEVEL": "warning"}


@pytest.fixture
async def shared(tmp_path: Path) -> AsyncIterator[Redis]:
    """The server that a bot would run on the worker's folder."""
    with serve(tmp_path / "data") as server:
        async with Redis.from_url(server.url) as client:
            yield client


def lines_of_failed_worker(environment: dict[str, str]) -> list[str]:
    """Return the lines on stderr of a worker that cannot work."""
    command = [sys.executable, "-m", "bot", "worker"]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (result.returncode, result.stdout) == (2, "")
    return result.stderr.splitlines()


async def ask(url: str) -> None:
    """Ends when a question is answered by a worker."""
    workers = Workers(url, 1, Random(0))
    hint = await workers.hint(Problem(DOTS, START, 1.0, "a"), Level.CLASSIC)
    assert hint.move in START.moves()
    await workers.aclose()


@pytest.mark.long
async def test_a_worker_finds_the_server_of_a_bot_on_its_folder_and_ends_on_a_signal(
    shared: Redis, environment: dict[str, str]
):
    worker = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", "worker", env=environment)
    try:
        async with asyncio.timeout(PATIENCE):
            while not await shared.exists(queues.ALIVE):
                await asyncio.sleep(0.01)
        await ask(f"unix://{environment['DATA_DIR']}/valkey.sock")
        worker.terminate()
        assert await asyncio.wait_for(worker.wait(), PATIENCE) == 0
    finally:
        if worker.returncode is None:
            worker.kill()
            await worker.wait()


def test_a_worker_without_a_server_warns_of_a_name_that_looks_like_a_setting_and_does_not_start(
    environment: dict[str, str],
):
    warning, error = lines_of_failed_worker(environment | {"LOG_LEVL": "debug"})
    assert "LOG_LEVL is not a setting; did you mean LOG_LEVEL?" in warning
    assert error.startswith("tetradka: REDIS_URL: ")


def test_a_worker_on_a_cluster_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(logs, "configure", lambda *_: None)
    settings = Settings(redis_url=SecretStr("redis+cluster://secret:secret@somewhere"))
    with pytest.raises(ConfigError) as refusal:
        worker_process.run(settings)
    assert str(refusal.value) == (
        "REDIS_URL: workers need a single server, with an address that begins with redis://, rediss:// or unix://"
    )
