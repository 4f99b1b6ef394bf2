"""Caches bounded in keys or bytes, and the division of a process's memory budget among them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedDict(dict[K, V]):
    """A dictionary of at most `most` keys that drops the key set longest ago."""

    def __init__(self, most: int = 10_000) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        self.pop(key, None)
        super().__setitem__(key, value)
        if len(self) > self._most:
            del self[next(iter(self))]


@dataclass(eq=False)
class SizedDict(Generic[K, V]):
    """The most recently used values that fit into `most` bytes by `size_of`; the newest one always stays.

    `on_drop` is called with each value that is dropped.
    """

    most: int
    size_of: Callable[[V], int]
    on_drop: Callable[[V], object] | None = None
    bytes: int = 0
    _values: dict[K, tuple[V, int]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """Return the value and mark it as used."""
        entry = self._values.pop(key, None)
        if entry is None:
            return None
        self._values[key] = entry
        return entry[0]

    def put(self, key: K, value: V) -> None:
        """Set or re-measure a value; drop the least recently used ones if there is no room."""
        self.pop(key)
        size = self.size_of(value)
        self._values[key] = value, size
        self.bytes += size
        if self.bytes > self.most:
            self.resize(self.most)

    def pop(self, key: K) -> V | None:
        """Remove and return a value."""
        value, size = self._values.pop(key, (None, 0))
        self.bytes -= size
        return value

    def clear(self) -> None:
        """Remove all values."""
        self._values.clear()
        self.bytes = 0

    def resize(self, most: int) -> None:
        """Set the number of bytes, and drop values that no longer fit."""
        self.most = most
        while self.bytes > most and len(self._values) > 1:
            value = self.pop(next(iter(self._values)))
            if value is not None and self.on_drop:
                self.on_drop(value)


MEGABYTE = 1_000_000
DEFAULT_BUDGET = 400 * MEGABYTE
_FOR_CACHES = 0.2
_LEAST_FOR_CACHES = 0.03
_FILLED = 0.9
"""The part of the budget that is used: what is left is for what grows before the next look."""
_SHARES = {"games": 0.45, "rooms": 0.35, "pictures": 0.1, "paintings": 0.05, "hints": 0.05}
"""Each cache's share of the memory for caches."""


@dataclass(frozen=True)
class Memory:
    """The caches of a process by name, within `budget` bytes for the whole process."""

    budget: int = DEFAULT_BUDGET
    caches: dict[str, SizedDict[Any, Any]] = field(default_factory=dict)

    def cache(
        self, name: str, size_of: Callable[[V], int], on_drop: Callable[[V], object] | None = None
    ) -> SizedDict[K, V]:
        """Create the cache that has a share under this name; `on_drop` is called with each dropped value."""
        most = int(self.budget * _FOR_CACHES * _SHARES[name])
        cache = SizedDict[K, V](most, size_of, on_drop)
        self.caches[name] = cache
        return cache

    def fit(self, resident: int) -> int:
        """Resize all caches to what the process leaves of the budget; return the number of bytes dropped.

        `resident`: the bytes that the process has in memory. Searches that are loaded take the place of caches.
        """
        before = self._bytes()
        room = self.budget * _FILLED - (resident - before)
        for_caches = min(max(room, self.budget * _LEAST_FOR_CACHES), self.budget * _FOR_CACHES)
        for name, cache in self.caches.items():
            cache.resize(int(for_caches * _SHARES[name]))
        return before - self._bytes()

    def _bytes(self) -> int:
        return sum(cache.bytes for cache in self.caches.values())
