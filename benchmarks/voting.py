"""Votes of two crowds on two platforms: whether each counts once, how soon it is answered, and what it costs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from benchmarks.figure import Figure
from benchmarks.strain import teams

_TURNS, _KILLS = 4, 1


def figures() -> Iterator[Figure]:
    """Yield the figures of a short game; `make teams` plays a longer one."""
    yield from asyncio.run(teams.trial(teams.VOTERS, _TURNS, _KILLS))
