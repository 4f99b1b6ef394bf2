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


class Absent(Exception):
    """Something is not on disk, and this thread is not to make it."""


def warm(game: str) -> None:
    """Loads a game's search and all its kernels, compiling what is not on disk yet; one process at a time."""
    with kernel_cache.turn(game):
        with without_collecting():
            search = importlib.import_module(f"engines.{game}.search")
            if not _warmed(game, search):
                kernel_cache.clear()
                search.warm()
        kernel_cache.note_whole(game)


def expect(game: str, compiles: bool = False) -> None:
    """Begins to load a game's kernels in the background; returns at once.

    Unless all are on disk, nothing happens; with `compiles`, another process puts them there first.
    """
    if not _loaded(game) and _turn(game).acquire(blocking=False):
        _Reader(game, compiles).start()


def ready(game: str, seconds: float = 0.0) -> bool:
    """Whether the kernels are loaded, waiting up to `seconds`; if not, they are being loaded in the background."""
    if not _loaded(game):
        _loading(game).join(max(0.0, seconds))
    return _loaded(game)


def in_background(name: str, load: Callable[[], object]) -> Thread:
    """Begins to load something in a daemon thread, which no caller has to wait for."""
    thread = Thread(target=load, name=name, daemon=True)
    thread.start()
    return thread


@contextmanager
def without_collecting() -> Iterator[None]:
    """Looks for no garbage: among the many objects of a compiler that takes a fifth of its time."""
    wanted = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if wanted:
            gc.enable()


def check_may_be_made() -> None:
    """To be called before what takes seconds is built; raises `Absent` where it is only expected."""
    if isinstance(current_thread(), _Reader):
        raise Absent


class _Reader(Thread):
    """Loads a game's kernels once all are on disk."""

    def __init__(self, game: str, compiles: bool) -> None:
        super().__init__(name=f"expect {game}", daemon=True)
        self._game = game
        self._compiles = compiles

    def run(self) -> None:
        try:
            if self._compiles and not kernel_cache.whole(self._game):
                _compile_apart(self._game)
            if kernel_cache.whole(self._game):
                with suppress(Absent):
                    warm(self._game)
        finally:
            _turn(self._game).release()


def _warmed(game: str, search: ModuleType) -> bool:
    """Loads or compiles; False if something on disk cannot be read, of which unpickling may raise anything."""
    try:
        if hasattr(search, "SHARES") and cores() > 1 and not kernel_cache.whole(game):
            _compile_together(game, search.SHARES[0])
        search.warm()
    except Absent:
        raise
    except Exception:
        return False
    return True


def _compile_together(game: str, own_share: Callable[[], object]) -> None:
    """Puts kernels on disk by this process and another one."""
    with _another_process(game, SECOND_SHARE):
        own_share()


def _compile_apart(game: str) -> None:
    """Puts kernels on disk by a process that ends, and with it the 120 MB that compiling leaves behind."""
    with _COMPILING, _another_process(game):
        pass


def _another_process(game: str, share: str = "") -> Popen[bytes]:
    command = [sys.executable, "-m", "engines.kernels.share", game, share]
    return Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)


@cache
def _turn(game: str) -> Lock:
    """Held by the thread that is loading the game."""
    return Lock()


def _loaded(game: str) -> bool:
    loader = getattr(sys.modules.get(f"engines.{game}.search"), "warm", None)
    return loader is not None and loader.cache_info().currsize > 0


@cache
def _loading(game: str) -> Thread:
    return in_background(f"warm {game}", partial(_load, game))


def _load(game: str) -> None:
    with _turn(game):
        warm(game)
