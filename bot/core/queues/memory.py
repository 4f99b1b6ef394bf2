"""The memory budget of a process, divided among its caches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from bot.core.queues.bounded_dict import SizedDict

K = TypeVar("K")
V = TypeVar("V")
MEGABYTE = 1_000_000
DEFAULT_BUDGET = 400 * MEGABYTE
_FOR_CACHES = 0.2
_LEAST_FOR_CACHES = 0.03
_FILLED = 0.9
"""The part of the budget that is used: what is left is for what grows before the next look."""
_SHARES = {"games": 0.45, "rooms": 0.35, "pictures": 0.1, "paintings": 0.05, "hints": 0.05}
"""Each cache's share of the memory for caches."""


class Memory:
    """The caches of a process by name, within `budget` bytes for the whole process."""

    def __init__(self, budget: int = DEFAULT_BUDGET) -> None:
        self.budget = budget
        self._caches: dict[str, SizedDict[object, object]] = {}

    @property
    def caches(self) -> Mapping[str, SizedDict[object, object]]:
        """Return all caches by name."""
        return self._caches

    def cache(
        self, name: str, size_of: Callable[[V], int], on_drop: Callable[[V], object] | None = None
    ) -> SizedDict[K, V]:
        """Create the cache that has a share under this name; `on_drop` is called with each value it drops."""
        most = int(self.budget * _FOR_CACHES * _SHARES[name])
        cache = SizedDict[K, V](most, size_of, on_drop) if on_drop else SizedDict[K, V](most, size_of)
        self._caches[name] = cache  # type: ignore[assignment]
        return cache

    def fit(self, resident: int) -> int:
        """Resize all caches to what the rest of the process leaves of the budget; return how many bytes were dropped.

        `resident`: the bytes that the process has in memory. Searches that are loaded take the place of caches.
        """
        before = self._bytes()
        room = self.budget * _FILLED - (resident - before)
        for_caches = min(max(room, self.budget * _LEAST_FOR_CACHES), self.budget * _FOR_CACHES)
        for name, cache in self._caches.items():
            cache.resize(int(for_caches * _SHARES[name]))
        return before - self._bytes()

    def _bytes(self) -> int:
        return sum(cache.bytes for cache in self._caches.values())
