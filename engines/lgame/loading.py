"""Loader of the table of each variant, in the background on first use."""

from __future__ import annotations

from functools import cache, partial
from threading import Thread

from engines.kernels.loading import start_daemon
from engines.lgame.options import MOST_NEEDED
from engines.lgame.rules import Position, Variant


def is_loaded(position: Position, seconds: float) -> bool:
    """Return whether the tables for a position's variant and target are loaded, after waiting up to `seconds`."""
    loading = _loading(position.variant, position.target > MOST_NEEDED)
    loading.join(max(0.0, seconds))
    return not loading.is_alive()


@cache
def _loading(variant: Variant, needs_far: bool) -> Thread:
    return start_daemon(f"load lgame {variant}", partial(_load, variant, needs_far))


def _load(variant: Variant, needs_far: bool) -> None:
    from engines.lgame import search

    search.table(variant)
    if needs_far:
        search.load_far()
