"""Loads a game's kernels, at once or in the background; a hint asked before they are loaded is a guess.

Every `engines.GAME.search` has a cached function `warm()` that compiles or loads all its kernels. Where that takes
long, `SHARES` are two functions that each compile a share of them, to be called in two processes before.
"""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from subprocess import DEVNULL, Popen
from threading import Lock, Thread, current_thread
from types import ModuleType

from engines.kernels import kernel_cache
from engines.kernels.cores import cores

SECOND_SHARE = "second"
_COMPILING = Lock()  # one game after another


class NotBuiltError(Exception):
    """Something is not on disk, and this thread is not to make it."""


def warm(game: str) -> None:
    """Loads a game's search and all its kernels, compiling what is not on disk yet; one process at a time."""
    with kernel_cache.compile_lock(game):
        with no_garbage_collection():
            search = importlib.import_module(f"engines.{game}.search")
            if not _try_to_warm(game, search):
                kernel_cache.delete_kernels()
                search.warm()
        kernel_cache.mark_complete(game)


def load_in_background(game: str, compiles: bool = False) -> None:
    """Begins to load a game's kernels in the background; returns at once.

    Unless all are on disk, nothing happens; with `compiles`, another process puts them there first.
    """
    if not _is_loaded(game) and _lock(game).acquire(blocking=False):
        _BackgroundLoader(game, compiles).start()


def is_ready(game: str, seconds: float = 0.0) -> bool:
    """Whether the kernels are loaded, waiting up to `seconds`; if not, they are being loaded in the background."""
    if not _is_loaded(game):
        _loading_thread(game).join(max(0.0, seconds))
    return _is_loaded(game)


def start_daemon(name: str, load: Callable[[], object]) -> Thread:
    """Begins to load something in a daemon thread, which no caller has to wait for."""
    thread = Thread(target=load, name=name, daemon=True)
    thread.start()
    return thread


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Looks for no garbage: among the many objects of a compiler that takes a fifth of its time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def check_may_build() -> None:
    """To be called before what takes seconds is built; raises `Absent` where it is only expected."""
    if isinstance(current_thread(), _BackgroundLoader):
        raise NotBuiltError


class _BackgroundLoader(Thread):
    """Loads a game's kernels once all are on disk."""

    def __init__(self, game: str, compiles: bool) -> None:
        super().__init__(name=f"expect {game}", daemon=True)
        self._game = game
        self._compiles = compiles

    def run(self) -> None:
        try:
            if self._compiles and not kernel_cache.is_complete(self._game):
                _compile_in_another_process(self._game)
            if kernel_cache.is_complete(self._game):
                with suppress(NotBuiltError):
                    warm(self._game)
        finally:
            _lock(self._game).release()


def _try_to_warm(game: str, search: ModuleType) -> bool:
    """Loads or compiles; False if something on disk cannot be read, of which unpickling may raise anything."""
    try:
        if hasattr(search, "SHARES") and cores() > 1 and not kernel_cache.is_complete(game):
            _compile_in_two_processes(game, search.SHARES[0])
        search.warm()
    except NotBuiltError:
        raise
    except Exception:
        return False
    return True


def _compile_in_two_processes(game: str, compile_share: Callable[[], object]) -> None:
    """Puts kernels on disk by this process and another one."""
    with _start_compiler(game, SECOND_SHARE):
        compile_share()


def _compile_in_another_process(game: str) -> None:
    """Puts kernels on disk by a process that ends, and with it the 120 MB that compiling leaves behind."""
    with _COMPILING, _start_compiler(game):
        pass


def _start_compiler(game: str, share: str = "") -> Popen[bytes]:
    command = [sys.executable, "-m", "engines.kernels.share", game, share]
    return Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)


@cache
def _lock(game: str) -> Lock:
    """Held by the thread that is loading the game."""
    return Lock()


def _is_loaded(game: str) -> bool:
    loader = getattr(sys.modules.get(f"engines.{game}.search"), "warm", None)
    return loader is not None and loader.cache_info().currsize > 0


@cache
def _loading_thread(game: str) -> Thread:
    return start_daemon(f"warm {game}", partial(_load, game))


def _load(game: str) -> None:
    with _lock(game):
        warm(game)
