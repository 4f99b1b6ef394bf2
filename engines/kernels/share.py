"""`python -m engines.kernels.share GAME SHARE PARENT`: compile a share of a game's kernels for the parent process."""

from __future__ import annotations

import importlib
import os
import sys
import time
from threading import Thread

from engines.kernels.loading import SECOND_SHARE, no_garbage_collection, warm

_WATCH_SECONDS = 0.5


def main(game: str, share: str, parent: str) -> None:
    """Compile the kernels to disk at low priority, because a bot is running; exit with the parent process."""
    Thread(target=_exit_with, args=(int(parent),), daemon=True).start()
    if share == SECOND_SHARE:
        with no_garbage_collection():
            importlib.import_module(f"engines.{game}.search").SHARES[1]()
    else:
        if hasattr(os, "nice"):
            os.nice(10)
        warm(game)


def _exit_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_WATCH_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
