"""LRU cache of stamps, bounded by weight: a few megabytes in all."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import ParamSpec

from renderers.pillow.raster import Stamp

MOST_PIXELS = 16 * 1024 * 1024

P = ParamSpec("P")


class StampCache:
    """Stamps keyed by the arguments that made them; a pixel weighs a byte, and a stamp at least a kilobyte."""

    def __init__(self, most_pixels: int) -> None:
        self._most = most_pixels
        self._weight = 0
        self._stamps: OrderedDict[Hashable, Stamp] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Stamp]) -> Stamp:
        """Return the stamp for a key; make it outside the lock and store it if it is missing."""
        with self._lock:
            stamp = self._stamps.get(key)
            if stamp is not None:
                self._stamps.move_to_end(key)
                return stamp
        stamp = make()
        with self._lock:
            self._put(key, stamp)
        return stamp

    def _put(self, key: Hashable, stamp: Stamp) -> None:
        if key not in self._stamps:
            self._stamps[key] = stamp
            self._weight += _weight(stamp)
        while self._weight > self._most:
            _, oldest = self._stamps.popitem(last=False)
            self._weight -= _weight(oldest)


def _weight(stamp: Stamp) -> int:
    return 1024 + sum(tile.mask.width * tile.mask.height for tile in stamp if tile.mask)


_CACHE = StampCache(MOST_PIXELS)


def cache_stamps(make: Callable[P, Stamp]) -> Callable[P, Stamp]:
    """Cache a function's stamps, keyed by its arguments, which must be hashable."""

    @wraps(make)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> Stamp:
        return _CACHE.get((make.__name__, args, *kwargs.items()), lambda: make(*args, **kwargs))

    return wrapper
