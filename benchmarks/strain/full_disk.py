"""`python -m benchmarks.strain.full_disk`, as root: a bot on a small disk that fills up during a game.

The disk is a tmpfs, mounted for this test. It is filled to below the reserve, then completely; the bot's Valkey is
killed while nothing can be written; then space is freed. The run ends with an error if a step fails.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from aiohttp import ClientSession

from bot.store import embedded
from tests.bot.processes import server_at
from tests.bot.test_start import running, server_url, talk

_SIZE = 96 << 20
_BLOCK = 1 << 20


def main() -> int:
    """Print each step and its seconds."""
    with _small_disk() as disk:
        asyncio.run(_fill_disk(disk))
    return 0


@contextmanager
def _small_disk() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={_SIZE}", "tmpfs", folder], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


async def _fill_disk(disk: Path) -> None:
    data, ballast = disk / "data", disk / "ballast"
    data.mkdir()
    free_port = 18_000 + os.getpid() % 10_000
    environment = os.environ | {"DATA_DIR": str(data), "WEB_PORT": "0", "HEALTH_PORT": str(free_port)}
    health = f"http://127.0.0.1:{free_port}/readyz"
    async with running(environment) as (process, page):
        match = await talk(page, "1", "/challenge bot easy dots 3x3", r"3x3 · (\w{6})")
        _say("a game is begun", await _health_report(health))
        _write(ballast, embedded.free_space(data) - embedded.RESERVE_BYTES // 2)
        await asyncio.sleep(2 * embedded.WATCH_SECONDS)
        await talk(page, "2", f"/move {match[1]} a1-a2", "no room")
        _say("below the reserve: a move is refused in words", await _health_report(health))
        _write(ballast, _SIZE)
        await asyncio.sleep(5)
        before = await server_at(server_url(environment))
        await talk(page, "3", f"/move {match[1]} a1-a2", "no room")
        _say(f"not a byte is free ({embedded.free_space(data)}): the same", await _health_report(health))
        os.kill(before, signal.SIGKILL)
        start = time.monotonic()
        await _wait_for_new_server(environment, before)
        await talk(page, "4", f"/move {match[1]} a1-a2", "no room")
        _say(f"its Valkey was killed and is back after {time.monotonic() - start:.1f} s", await _health_report(health))
        ballast.unlink()
        start = time.monotonic()
        await asyncio.sleep(2 * embedded.WATCH_SECONDS)
        await talk(page, "5", f"/move {match[1]} a1-a2", "Ann: a1-a2")
        _say(f"there is room: a move is played {time.monotonic() - start:.1f} s later", await _health_report(health))
        if process.returncode is not None:
            raise SystemExit("the bot has exited")


def _write(ballast: Path, size: int) -> None:
    """Append `size` bytes, or as many as fit."""
    with ballast.open("ab", buffering=0) as file, suppress(OSError):
        for _ in range(size // _BLOCK + 1):
            file.write(bytes(_BLOCK))
    with ballast.open("ab", buffering=0) as file, suppress(OSError):
        for _ in range(_BLOCK if size == _SIZE else 0):
            file.write(bytes(4096))


async def _wait_for_new_server(environment: dict[str, str], before: int) -> None:
    """Wait until another server answers."""
    while True:
        with suppress(Exception):
            if await server_at(server_url(environment)) != before:
                return
        await asyncio.sleep(0.05)


async def _health_report(health: str) -> str:
    async with ClientSession() as watcher, watcher.get(health) as answer:
        about = [line for line in (await answer.text()).splitlines() if "MB" in line or "disk" in line]
        return f"/readyz {answer.status}: {'; '.join(about)}"


def _say(*words: str) -> None:
    print(*words, sep="\n    ", flush=True)


if __name__ == "__main__":
    sys.exit(main())
