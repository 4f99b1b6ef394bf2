"""Loader of a game's kernels, at once or in the background; until it finishes, a hint is a guess.

Every `engines.GAME.search` has a cached function `warm()` that compiles or loads all its kernels. Where that takes
long, `SHARES` are two functions that compile half of them each, to be called first, in two processes.
"""

from __future__ import annotations

import gc
import importlib
import os
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
_COMPILING = Lock()  # one game at a time


class NotBuiltError(Exception):
    """A table or kernel is not on disk, and this thread may not build it."""


def warm(game: str) -> None:
    """Load a game's search and its kernels, compiling those not yet on disk; one process at a time."""
    with kernel_cache.compile_lock(game):
        with no_garbage_collection():
            search = importlib.import_module(f"engines.{game}.search")
            if not _try_to_warm(game, search):
                kernel_cache.delete_kernels()
                search.warm()
        kernel_cache.mark_complete(game)


def load_in_background(game: str, compiles: bool = False) -> None:
    """Start a thread that loads a game's kernels, if all are on disk, and return at once.

    With `compiles`, another process first compiles those that are missing.
    """
    if not _is_loaded(game) and _lock(game).acquire(blocking=False):
        _BackgroundLoader(game, compiles).start()


def is_ready(game: str, seconds: float = 0.0) -> bool:
    """Return whether the kernels are loaded, waiting up to `seconds`; if not, start loading them in the background."""
    if not _is_loaded(game):
        _loading_thread(game).join(max(0.0, seconds))
    return _is_loaded(game)


def start_daemon(name: str, load: Callable[[], object]) -> Thread:
    """Run `load` in a daemon thread and return the thread."""
    thread = Thread(target=load, name=name, daemon=True)
    thread.start()
    return thread


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Pause garbage collection, which would take a fifth of the compile time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def check_may_build() -> None:
    """Raise `NotBuiltError` if this thread only loads in the background; call it before a build that takes seconds."""
    if isinstance(current_thread(), _BackgroundLoader):
        raise NotBuiltError


class _BackgroundLoader(Thread):
    """A thread that loads a game's kernels once all are on disk."""

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
    """Compile or load the kernels; return False if a file is unreadable.

    Unpickling a damaged file may raise any exception.
    """
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
    """Compile a game's kernels in this process and another one."""
    with _start_compiler(game, SECOND_SHARE):
        compile_share()


def _compile_in_another_process(game: str) -> None:
    """Compile a game's kernels in a separate process, which frees the compiler's 120 MB when it exits."""
    with _COMPILING, _start_compiler(game):
        pass


def _start_compiler(game: str, share: str = "") -> Popen[bytes]:
    command = [sys.executable, "-m", "engines.kernels.share", game, share, str(os.getpid())]
    return Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)


@cache
def _lock(game: str) -> Lock:
    """Return the lock held by the thread that is loading the game."""
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
