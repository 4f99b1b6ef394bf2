"""The memory that caches of a process may take: a share of its budget for each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from bot.core.queues.sized_dict import SizedDict

K = TypeVar("K")
V = TypeVar("V")
MEGABYTE = 1_000_000
DEFAULT_BUDGET = 400 * MEGABYTE
_FOR_CACHES = 0.3
_SHARES = {"games": 0.45, "rooms": 0.35, "pictures": 0.1, "paintings": 0.05, "hints": 0.05}
"""Each cache's share of the memory for caches."""


class Memory:
    """The caches of a process by name, within `budget` bytes for the whole process."""

    def __init__(self, budget: int = DEFAULT_BUDGET) -> None:
        self.budget = budget
        self._caches: dict[str, SizedDict[object, object]] = {}

    @property
    def caches(self) -> Mapping[str, SizedDict[object, object]]:
        """Return all caches that were made, by name."""
        return self._caches

    def cache(
        self, name: str, size_of: Callable[[V], int], dropped: Callable[[V], object] | None = None
    ) -> SizedDict[K, V]:
        """Make the cache that has a share under this name."""
        most = int(self.budget * _FOR_CACHES * _SHARES[name])
        made = SizedDict[K, V](most, size_of, dropped) if dropped else SizedDict[K, V](most, size_of)
        self._caches[name] = made  # type: ignore[assignment]
        return made

    def relieve(self, resident: int) -> None:
        """Halve all caches if the process has more than its budget, resident in memory."""
        if resident > self.budget:
            for cache in self._caches.values():
                cache.halve()
