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

SHELF = "NUMBA_CACHE_DIR"
KEPT_DAYS = 28
KEPT_ANYWAY = 4
"""How many other folders, the newest, stay whatever the clock says: one that jumps a year makes all of them old."""
_NAME, _WHOLE, _TURN = "tetradka-", ".whole", ".turn"


@cache
def folder() -> Path:
    """The folder of this edition, which can be written; a temporary copy of it where the real one cannot."""
    chosen = _shelf() / f"{_NAME}{_edition()}"
    try:
        chosen.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=chosen).close()
        os.utime(chosen)
    except OSError:
        return _copied(chosen)
    _drop_old(chosen)
    return chosen


@contextmanager
def turn(game: str) -> Iterator[None]:
    """Lets one process at a time compile a game, so that the next one finds it on disk."""
    with (folder() / f"{game}{_TURN}").open("w") as held:
        if fcntl is not None:
            fcntl.flock(held, fcntl.LOCK_EX)
        yield


def whole(game: str) -> bool:
    """Whether all kernels of a game have been put on disk."""
    return _mark(game).exists()


def note_whole(game: str) -> None:
    """Notes that all kernels of a game are on disk."""
    with suppress(OSError):
        _mark(game).touch()


def clear() -> None:
    """Removes all that is compiled, for something of it cannot be read."""
    for entry in folder().iterdir():
        if entry.is_dir():
            shutil.rmtree(entry, ignore_errors=True)
        elif entry.suffix == _WHOLE:
            entry.unlink(missing_ok=True)


def _mark(game: str) -> Path:
    return folder() / f"{game}{_WHOLE}"


def _shelf() -> Path:
    chosen = os.environ.get(SHELF)
    return Path(chosen) if chosen else user_cache.folder() / "kernels"


def _edition() -> str:
    """A name for all that compiled code depends on, and for the place of the sources, by which numba finds it."""
    place = str(Path(__file__).parents[1])
    found = blake2b(repr((version("numba"), version("llvmlite"), *_processor(), place)).encode(), digest_size=8)
    for path in _sources():
        found.update(path.read_bytes())
    return found.hexdigest()


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


def _copied(source: Path) -> Path:
    """A copy that lasts as long as this process."""
    place = Path(mkdtemp(prefix=_NAME))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    with suppress(OSError, shutil.Error):
        shutil.copytree(source, place, dirs_exist_ok=True)
    return place


def _drop_old(current: Path) -> None:
    """Remove what no process has begun with for weeks, but for the newest few."""
    with suppress(OSError):
        used = {other: other.stat().st_mtime for other in current.parent.glob(f"{_NAME}*") if other != current}
        for other in sorted(used, key=lambda other: used[other], reverse=True)[KEPT_ANYWAY:]:
            if used[other] < time.time() - KEPT_DAYS * 24 * 3600:
                shutil.rmtree(other, ignore_errors=True)
