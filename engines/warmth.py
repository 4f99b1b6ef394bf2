"""Whether a game's kernels are loaded in this process yet; a hint asked before that is a guess.

Every `engines.GAME.search` has a cached function `warm()` that compiles or loads all its kernels.
"""

from __future__ import annotations

import importlib
import sys
from functools import cache
from threading import Thread


def warm(game: str) -> None:
    """Loads a game's search and all its kernels, compiling what is not on disk yet."""
    importlib.import_module(f"engines.{game}.search").warm()


def ready(game: str, seconds: float = 0.0) -> bool:
    """Whether the kernels are loaded, waiting up to `seconds`; if not, they are being loaded in the background."""
    if not _loaded(game):
        _loading(game).join(max(0.0, seconds))
    return _loaded(game)


def _loaded(game: str) -> bool:
    loader = getattr(sys.modules.get(f"engines.{game}.search"), "warm", None)
    return loader is not None and loader.cache_info().currsize > 0


@cache
def _loading(game: str) -> Thread:
    thread = Thread(target=warm, args=(game,), name=f"warm {game}", daemon=True)
    thread.start()
    return thread
