"""Loads the table of each variant in the background, when it is first asked for."""

from __future__ import annotations

from functools import cache, partial
from threading import Thread

from engines.kernels.loading import start_daemon
from engines.lgame.options import MOST_NEEDED
from engines.lgame.rules import Position, Variant


def loaded(position: Position, seconds: float) -> bool:
    """Whether the tables of a position's variant and target are there, waiting up to `seconds` for them."""
    loading = _loading(position.variant, position.target > MOST_NEEDED)
    loading.join(max(0.0, seconds))
    return not loading.is_alive()


@cache
def _loading(variant: Variant, far: bool) -> Thread:
    return start_daemon(f"load lgame {variant}", partial(_load, variant, far))


def _load(variant: Variant, far: bool) -> None:
    from engines.lgame import search

    search.table(variant)
    if far:
        search.load_far()
