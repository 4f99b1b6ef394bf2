"""The on-disk cache of compiled kernels, with one folder for each version of the sources, numba and processor.

A kernel compiled from other sources is therefore never called. `NUMBA_CACHE_DIR` replaces the user's cache folder.
"""

from __future__ import annotations

import atexit
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp

from engines.kernels import user_cache

try:
    import fcntl
except ImportError:  # without locks, two processes may compile the same kernels
    fcntl = None  # type: ignore[assignment]

FOLDER_VARIABLE = "NUMBA_CACHE_DIR"
MAX_AGE_DAYS = 28
MIN_FOLDERS = 4
"""Number of other folders, the newest, to keep at any age: a clock that jumps a year makes all of them old."""
_PREFIX, _COMPLETE, _LOCK = "tetradka-", ".whole", ".turn"


@cache
def folder() -> Path:
    """Return the writable folder for this version, or a temporary copy if the real one is read-only."""
    path = _base_folder() / f"{_PREFIX}{_edition()}"
    try:
        path.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=path).close()
        os.utime(path)
    except OSError:
        return _temporary_copy(path)
    _delete_old_folders(path)
    return path


@contextmanager
def compile_lock(game: str) -> Iterator[None]:
    """Hold the lock under which one process at a time compiles a game; others then read the result from disk."""
    with (folder() / f"{game}{_LOCK}").open("w") as lock_file:
        if fcntl is not None:
            fcntl.flock(lock_file, fcntl.LOCK_EX)
        yield


def is_complete(game: str) -> bool:
    """Return whether all kernels of a game are on disk."""
    return _marker(game).exists()


def mark_complete(game: str) -> None:
    """Record that all kernels of a game are on disk."""
    with suppress(OSError):
        _marker(game).touch()


def delete_kernels() -> None:
    """Delete all compiled kernels, for use when some are unreadable."""
    for entry in folder().iterdir():
        if entry.is_dir():
            shutil.rmtree(entry, ignore_errors=True)
        elif entry.suffix == _COMPLETE:
            entry.unlink(missing_ok=True)


def _marker(game: str) -> Path:
    return folder() / f"{game}{_COMPLETE}"


def _base_folder() -> Path:
    setting = os.environ.get(FOLDER_VARIABLE)
    return Path(setting) if setting else user_cache.folder() / "kernels"


def _edition() -> str:
    """Return a hash of all inputs of the compiled code, including the path by which numba finds the sources."""
    place = str(Path(__file__).parents[1])
    digest = blake2b(repr((version("numba"), version("llvmlite"), *_processor(), place)).encode(), digest_size=8)
    for path in _sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _processor() -> tuple[str, str]:
    """Return the target processor and its features, from numba's environment variables if they name one."""
    name, features = os.environ.get("NUMBA_CPU_NAME"), os.environ.get("NUMBA_CPU_FEATURES")
    if name:
        return name, features or ""
    from llvmlite import binding  # a large import, needed only if no processor is named

    return binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()


def _sources() -> list[Path]:
    root = Path(__file__).parents[1]
    return sorted({*root.glob("kernels/*.py"), *root.glob("*/search/*.py")})


def _temporary_copy(source: Path) -> Path:
    """Copy a folder to a temporary one that is deleted when the process exits."""
    copy = Path(mkdtemp(prefix=_PREFIX))
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    with suppress(OSError, shutil.Error):
        shutil.copytree(source, copy, dirs_exist_ok=True)
    return copy


def _delete_old_folders(current: Path) -> None:
    """Delete the folders that no process has used for weeks, except the newest few."""
    with suppress(OSError):
        times = {path: path.stat().st_mtime for path in current.parent.glob(f"{_PREFIX}*") if path != current}
        for path in sorted(times, key=lambda path: times[path], reverse=True)[MIN_FOLDERS:]:
            if times[path] < time.time() - MAX_AGE_DAYS * 24 * 3600:
                shutil.rmtree(path, ignore_errors=True)
