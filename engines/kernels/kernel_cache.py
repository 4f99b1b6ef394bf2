"""The on-disk cache of compiled kernels: a folder for each edition of the sources, of numba and of the processor.

So nothing is ever called that was compiled of other sources. `NUMBA_CACHE_DIR` takes the place of the user's cache.
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
except ImportError:  # where there is none, two processes may compile the same
    fcntl = None  # type: ignore[assignment]

FOLDER_VARIABLE = "NUMBA_CACHE_DIR"
MAX_AGE_DAYS = 28
MIN_FOLDERS = 4
"""How many other folders, the newest, stay whatever the clock says: one that jumps a year makes all of them old."""
_PREFIX, _COMPLETE, _LOCK = "tetradka-", ".whole", ".turn"


@cache
def folder() -> Path:
    """The folder of this edition, which can be written; a temporary copy of it where the real one cannot."""
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
    """Lets one process at a time compile a game, so that the next one finds it on disk."""
    with (folder() / f"{game}{_LOCK}").open("w") as lock_file:
        if fcntl is not None:
            fcntl.flock(lock_file, fcntl.LOCK_EX)
        yield


def is_complete(game: str) -> bool:
    """Whether all kernels of a game have been put on disk."""
    return _marker(game).exists()


def mark_complete(game: str) -> None:
    """Notes that all kernels of a game are on disk."""
    with suppress(OSError):
        _marker(game).touch()


def delete_kernels() -> None:
    """Removes all that is compiled, for something of it cannot be read."""
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
    """A name for all that compiled code depends on, and for the place of the sources, by which numba finds it."""
    place = str(Path(__file__).parents[1])
    digest = blake2b(repr((version("numba"), version("llvmlite"), *_processor(), place)).encode(), digest_size=8)
    for path in _sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _processor() -> tuple[str, str]:
    """The processor compiled for and its features; where a name is set (numba reads it too), its features are those."""
    name, features = os.environ.get("NUMBA_CPU_NAME"), os.environ.get("NUMBA_CPU_FEATURES")
    if name:
        return name, features or ""
    from llvmlite import binding  # large, and not for those who name a processor

    return binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()


def _sources() -> list[Path]:
    root = Path(__file__).parents[1]
    return sorted({*root.glob("kernels/*.py"), *root.glob("*/search/*.py")})


def _temporary_copy(source: Path) -> Path:
    """A copy that lasts as long as this process."""
    copy = Path(mkdtemp(prefix=_PREFIX))
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    with suppress(OSError, shutil.Error):
        shutil.copytree(source, copy, dirs_exist_ok=True)
    return copy


def _delete_old_folders(current: Path) -> None:
    """Remove what no process has begun with for weeks, but for the newest few."""
    with suppress(OSError):
        used = {other: other.stat().st_mtime for other in current.parent.glob(f"{_PREFIX}*") if other != current}
        for other in sorted(used, key=lambda other: used[other], reverse=True)[MIN_FOLDERS:]:
            if used[other] < time.time() - MAX_AGE_DAYS * 24 * 3600:
                shutil.rmtree(other, ignore_errors=True)
