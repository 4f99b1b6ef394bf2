"""Dictionaries bounded in keys or in bytes, for what a process remembers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

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


def _ignore(_: object) -> None:
    """Ignore a dropped value."""


class SizedDict(Generic[K, V]):
    """The values used last that fit into `most` bytes by `size_of`; the newest one stays whatever its size.

    `on_drop` is called with each value that is dropped.
    """

    def __init__(self, most: int, size_of: Callable[[V], int], on_drop: Callable[[V], object] = _ignore) -> None:
        self.most = most
        self.bytes = 0
        self._size_of = size_of
        self._on_drop = on_drop
        self._values: dict[K, tuple[V, int]] = {}

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """Return the value and count it as used."""
        entry = self._values.pop(key, None)
        if entry is None:
            return None
        self._values[key] = entry
        return entry[0]

    def put(self, key: K, value: V) -> None:
        """Set or re-measure a value; drop those used longest ago if there is no room."""
        self.pop(key)
        size = self._size_of(value)
        self._values[key] = value, size
        self.bytes += size
        self._drop_to(self.most)

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
        """Set how many bytes fit, and drop values that no longer do."""
        self.most = most
        self._drop_to(most)

    def _drop_to(self, most: int) -> None:
        while self.bytes > most and len(self._values) > 1:
            value = self.pop(next(iter(self._values)))
            if value is not None:
                self._on_drop(value)
