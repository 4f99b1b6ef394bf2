"""Loads the table of each variant in the background, when it is first asked for."""

from __future__ import annotations

from functools import cache, partial
from threading import Thread

from engines.kernels.loading import in_background
from engines.lgame.rules import Position, Variant


def loaded(position: Position, seconds: float) -> bool:
    """Whether the table of a position's variant is there, waiting up to `seconds` for it."""
    loading = _loading(position.variant)
    loading.join(max(0.0, seconds))
    return not loading.is_alive()


@cache
def _loading(variant: Variant) -> Thread:
    return in_background(f"load lgame {variant}", partial(_load, variant))


def _load(variant: Variant) -> None:
    from engines.lgame import search

    search.table(variant)
