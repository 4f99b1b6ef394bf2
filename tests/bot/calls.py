"""Notes which methods of a class are called."""

from __future__ import annotations

from collections.abc import Callable

import pytest


def record_calls(monkeypatch: pytest.MonkeyPatch, of: type, *names: str) -> list[str]:
    """The names of those that are called from now on, in this order."""
    called: list[str] = []
    for name in names:
        monkeypatch.setattr(of, name, _noting(called, name, getattr(of, name)))
    return called


def _noting(called: list[str], name: str, method: Callable[..., object]) -> Callable[..., object]:
    def noting(*given: object) -> object:
        called.append(name)
        return method(*given)

    return noting
