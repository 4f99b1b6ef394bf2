"""A figure: what was measured and on what, its target, and how a call is timed."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measured value beside its target; lower is better unless `at_least`. `details` are told if it is not met."""

    name: str
    value: float
    target: float
    unit: str
    at_least: bool = False
    details: tuple[str, ...] = ()

    @property
    def met(self) -> bool:
        return self.value >= self.target if self.at_least else self.value <= self.target


def titled(game: str, settings: Mapping[str, str]) -> str:
    """A board in words."""
    return " ".join([game, *settings.values()])


def timed(call: Callable[[], object], repeats: int) -> float:
    """The median of `repeats` calls, in milliseconds, after one that warms up."""
    call()
    return statistics.median(_milliseconds(call) for _ in range(repeats))


def _milliseconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000
