"""`python -m engines.kernels.share GAME` compiles a game's second share of kernels, beside a process with the first."""

from __future__ import annotations

import importlib
import sys

from engines.kernels.loading import without_collecting


def main(game: str) -> None:
    """Puts the share on disk."""
    with without_collecting():
        importlib.import_module(f"engines.{game}.search").SHARES[1]()


if __name__ == "__main__":
    main(sys.argv[1])
