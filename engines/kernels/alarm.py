"""The deadline of a search as flags that kernels poll: one is raised when the time is up or the search is cancelled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.game import Deadline, Limit
from engines.kernels.compiling import kernel
from engines.kernels.intrinsics import read_flag


class Watch(NamedTuple):
    """Flags of one byte, any of which ends a search: the caller's stop, the timer's alarm, another thread's answer."""

    stop: NDArray[np.uint8]
    alarm: NDArray[np.uint8]
    answer: NDArray[np.uint8]


@contextmanager
def alarm(limit: Limit) -> Iterator[Watch]:
    """Yield a watch that ends a search after the limit's seconds, or when its stop flag is raised."""
    watch = Watch(np.frombuffer(limit.stop.cell, np.uint8), np.zeros(1, np.uint8), np.zeros(1, np.uint8))
    end = Event()
    Thread(target=_ring, args=(limit.deadline(), watch, end), daemon=True).start()
    try:
        yield watch
    finally:
        end.set()


def _ring(deadline: Deadline, watch: Watch, end: Event) -> None:
    """Raise the alarm at the deadline, which may be one of CPU time, unless the search ends first."""
    while (seconds := deadline.until - deadline.clock()) > 0:
        if end.wait(seconds):
            return
    watch.alarm.fill(1)


@kernel
def has_rung(watch: Watch) -> bool:
    """Return whether the search must end now."""
    return bool(read_flag(watch.stop) | read_flag(watch.alarm) | read_flag(watch.answer))
