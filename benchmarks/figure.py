"""Measured figures with their targets, and the timing of calls."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measured value and its target; lower is better unless `at_least`. `details` are shown if it misses it.

    `most` is an upper bound besides the target.
    """

    name: str
    value: float
    target: float
    unit: str
    at_least: bool = False
    details: tuple[str, ...] = ()
    most: float = math.inf

    @property
    def is_met(self) -> bool:
        """Return whether the value meets the target."""
        is_beyond = self.value >= self.target if self.at_least else self.value <= self.target
        return is_beyond and self.value <= self.most


def board_title(game: str, settings: Mapping[str, str]) -> str:
    """Return the title of a board: its game and settings."""
    return " ".join([game, *settings.values()])


def median_milliseconds(call: Callable[[], object], repeats: int) -> float:
    """Return the median milliseconds of `repeats` calls, after one call to warm up."""
    call()
    return statistics.median(_milliseconds(call) for _ in range(repeats))


def _milliseconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000
