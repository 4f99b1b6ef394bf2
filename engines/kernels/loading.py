"""Whether a game's kernels are loaded in this process yet; a hint asked before that is a guess.

Every `engines.GAME.search` has a cached function `warm()` that compiles or loads all its kernels.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from threading import Lock, Thread, current_thread


class Absent(Exception):
    """Something is not on disk, and this thread is not to make it."""


def warm(game: str) -> None:
    """Loads a game's search and all its kernels, compiling what is not on disk yet."""
    importlib.import_module(f"engines.{game}.search").warm()


def expect(game: str) -> None:
    """Begins to load a game's kernels in the background, unless some are not on disk; returns at once."""
    if not _loaded(game) and _turn(game).acquire(blocking=False):
        _Reader(game).start()


def ready(game: str, seconds: float = 0.0) -> bool:
    """Whether the kernels are loaded, waiting up to `seconds`; if not, they are being loaded in the background."""
    if not _loaded(game):
        _loading(game).join(max(0.0, seconds))
    return _loaded(game)


def in_background(name: str, load: Callable[[], object]) -> Thread:
    """Begins to load something in a thread that nobody has to wait for."""
    thread = Thread(target=load, name=name, daemon=True)
    thread.start()
    return thread


def check_may_be_made() -> None:
    """To be called before what takes seconds is compiled or built; raises `Absent` where it is only expected."""
    if isinstance(current_thread(), _Reader):
        raise Absent


class _Reader(Thread):
    """Loads a game's kernels as far as they are on disk."""

    def __init__(self, game: str) -> None:
        super().__init__(name=f"expect {game}", daemon=True)
        self._game = game

    def run(self) -> None:
        try:
            with suppress(Absent):
                warm(self._game)
        finally:
            _turn(self._game).release()


@cache
def _turn(game: str) -> Lock:
    """Whoever holds it is loading the game."""
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
