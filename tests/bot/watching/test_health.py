"""What a running process tells those who watch over it, on the page's port and on one of their own."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
from pathlib import Path

import aiohttp
import pytest

from tests.bot.processes import PATIENCE, server_at
from tests.bot.store.servers import free_port
from tests.bot.test_start import COMMAND, running, server_url, talk


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Nothing set but a folder and free ports."""
    (tmp_path / "data").mkdir()
    return os.environ | {"DATA_DIR": str(tmp_path / "data"), "WEB_PORT": "0", "HEALTH_PORT": str(free_port())}


def health(environment: dict[str, str]) -> str:
    return f"http://127.0.0.1:{environment['HEALTH_PORT']}"


async def get(address: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as watcher, watcher.get(address) as answer:
        return answer.status, await answer.text()


async def wait_for_answer(address: str) -> tuple[int, str]:
    """The first answer of a process that is about to listen."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await get(address)
            except aiohttp.ClientConnectorError:
                await asyncio.sleep(0.02)


async def test_a_process_is_alive_has_metrics_without_names_and_is_ready_unless_its_store_stalls(
    environment: dict[str, str],
):
    async with running(environment) as (_, page):
        game = await talk(page, "1", "/challenge dots 2x2 bot easy", r"2x2 · (\w{6})")
        for address in (page, health(environment)):
            assert await get(f"{address}/healthz") == (200, "ok")
            status, why = await get(f"{address}/readyz")
            assert (status, "the door to web: open" in why) == (200, True)
            assert "MB are free for the games" in why
            _, figures = await get(f"{address}/metrics")
            assert 'tetradka_texts_total{door="web",outcome="answered"} 1.0' in figures
            assert 'tetradka_games_begun_total{game="dots"} 1.0' in figures
            assert 'tetradka_board_seconds_count{door="web"}' in figures
            assert 'tetradka_door_open{door="web"} 1.0' in figures
            assert 'tetradka_cache_entries{cache="games"} 1.0' in figures
            assert re.search(r"^tetradka_store_keys [1-9]", figures, re.MULTILINE)
            assert not re.search(f"Ann|hall|{game[1]}", figures)
        server = await server_at(server_url(environment))
        os.kill(server, signal.SIGSTOP)
        try:
            assert await get(f"{page}/readyz") == (503, "the store: it does not answer\nthe door to web: open\n")
            assert await get(f"{page}/healthz") == (200, "ok")
        finally:
            os.kill(server, signal.SIGCONT)
        assert (await get(f"{page}/readyz"))[0] == 200


async def test_without_the_page_health_is_served_on_its_own_port_from_the_start(
    environment: dict[str, str], tmp_path: Path
):
    settings = {"WEB": "off", "TELEGRAM_TOKEN": "1:x", "REDIS_URL": f"unix://{tmp_path}/nowhere.sock"}
    process = await asyncio.create_subprocess_exec(
        *COMMAND, env=environment | settings, cwd=environment["DATA_DIR"], stderr=subprocess.DEVNULL
    )
    try:
        assert await wait_for_answer(f"{health(environment)}/healthz") == (200, "ok")
        assert await get(f"{health(environment)}/health") == (200, "ok")
        assert await get(f"{health(environment)}/readyz") == (503, "the store: it does not take writes yet\n")
    finally:
        process.terminate()
        assert await process.wait() == 0
