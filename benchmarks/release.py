"""CPU time of a move on Telegram beside that of an earlier release, on the same machine and in turns."""

from __future__ import annotations

import asyncio
import io
import math
import statistics
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable
from pathlib import Path

from benchmarks.figure import Figure
from benchmarks.house.source import PRODUCT, ROOT
from benchmarks.strain import town
from benchmarks.strain.turns import milliseconds_by_turns

RELEASE = "60d7c6b"
GAMES, RATE = 500, 25  # moves a second
SECONDS, TURNS = 8.0, 6


def figures() -> Iterable[Figure]:
    """Yield the medians of both and of their ratio; the old release runs on the currently installed libraries."""
    with tempfile.TemporaryDirectory() as folder:
        _extract(RELEASE, Path(folder))
        before, now = asyncio.run(_by_turns(Path(folder)))
    ratio = statistics.median(new_values / old_values for old_values, new_values in zip(before, now, strict=True))
    title = f"CPU a move with its picture, {GAMES} games, {RATE} moves/s"
    yield Figure(f"{title}: release {RELEASE}", statistics.median(before), math.inf, "ms")
    yield Figure(f"{title}: now", statistics.median(now), 15, "ms")
    yield Figure(f"{title}: now relative to {RELEASE}", ratio, 0.9, "times")


def _extract(release: str, folder: Path) -> None:
    """Write the program of a release, as stored in git, to a folder."""
    command = ["git", "-C", str(ROOT), "archive", release, *PRODUCT]
    archive = subprocess.run(command, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")


async def _by_turns(release: Path) -> tuple[list[float], list[float]]:
    """Return the CPU milliseconds of a move, turn by turn, for the release and for this version."""
    async with town.run_one(folder=release) as former_bot, town.run_one() as bot:
        return await milliseconds_by_turns((former_bot, bot), GAMES, RATE, SECONDS, TURNS)
