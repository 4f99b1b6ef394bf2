"""Caches that are bounded by a count stay small in bytes: the size of an entry, read after play, times the count."""

from __future__ import annotations

import gc
import importlib
import pkgutil
import sys
from collections.abc import Iterator, Mapping
from functools import _lru_cache_wrapper
from itertools import islice
from types import FunctionType, ModuleType
from typing import Any, TypeAlias

import pytest

import bot
import engines
import renderers
from engines import GAMES
from engines.game import AnyPosition, Level, Limit, advance

MEGABYTE = 1_000_000
MOST_EACH, MOST_IN_ALL = 8 * MEGABYTE, 40 * MEGABYTE
_MOVES = 40
LARGE: Mapping[str, Mapping[str, str]] = {
    "dots": {"size": "12x12"},
    "digits": {"size": "12x12"},
    "curves": {"points": "12"},
    "tupik": {"map": "big city"},
}
_SHARED = (type, ModuleType, FunctionType)
Cache: TypeAlias = "_lru_cache_wrapper[Any]"


def caches() -> Iterator[tuple[str, Cache]]:
    """Yield every cache with a count that our modules define, by its full name."""
    for package in (bot, engines, renderers):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                for cache in vars(importlib.import_module(module.name)).values():
                    if isinstance(cache, _lru_cache_wrapper) and cache.__module__ == module.name:
                        yield f"{cache.__module__}.{cache.__qualname__}", cache


def bytes_of(cache: Cache) -> int:
    """Return the bytes of all keys and values of a cache, each object counted once."""
    seen, pending = {id(cache.__wrapped__)}, gc.get_referents(cache)
    total = 0
    while pending:
        each = pending.pop()
        if id(each) not in seen and not isinstance(each, _SHARED):
            seen.add(id(each))
            total += sys.getsizeof(each)
            pending += gc.get_referents(each)
    return total


def play(name: str) -> Iterator[AnyPosition]:
    """Yield the positions of some classic play on a large board."""
    game = GAMES[name]
    position: AnyPosition = game.start(LARGE.get(name, {}), 1)
    while position.outcome is None:
        yield position
        position, _ = advance(position, game.hint(position, Limit(60.0, seed=1), Level.CLASSIC).move)


@pytest.fixture(scope="module")
def _large_boards_in_caches() -> None:
    """Put entries of large boards into the caches of all games."""
    for name in GAMES:
        for _ in islice(play(name), _MOVES):
            pass


@pytest.mark.usefixtures("_large_boards_in_caches")
def test_caches_with_a_count_are_small_when_they_are_full():
    sizes = {}
    for name, cache in caches():
        most, entries = cache.cache_info().maxsize, cache.cache_info().currsize
        if most and entries:
            sizes[name] = bytes_of(cache) / entries * most
    assert len(sizes) >= 10
    assert {name: size for name, size in sizes.items() if size > MOST_EACH} == {}
    assert sum(sizes.values()) < MOST_IN_ALL
