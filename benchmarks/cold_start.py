"""Cold start: the cost of compiling all searches, the time to a first real hint, the cost of the image's baseline."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.figure import Figure
from engines.kernels.kernel_cache import FOLDER_VARIABLE

FIRST_HINT: Mapping[str, tuple[str, ...]] = {
    "dots": ("new dots size=3x3",),
    "lgame": ("new lgame",),
    "digits": ("new digits size=4x4",),
    "curves": ("new curves size=8x6 points=4", "play a1", "play h1", "play c2", "play e3"),
}
"""For each game, the commands before a first hint that can be proved (in curves, where none can: searched)."""

DOCKERFILE = Path(__file__).parents[1] / "Dockerfile"
SOLVING = """
from time import process_time
from engines.kernels.loading import warm
warm("dots")
from benchmarks.dots import OPENINGS, _grid, _timed, safe_opening
from random import Random
chance, shape, began = Random(5), _grid("5x5"), process_time()
for _ in range(6):
    _timed(shape, safe_opening(shape, 21, chance), True)
print(process_time() - began)
"""


def figures() -> Iterator[Figure]:
    """Yield the times of processes that start with empty caches."""
    with TemporaryDirectory() as folder:
        before = os.times()
        _run([sys.executable, "-m", "bot", "warm"], _environment(folder))
        after = os.times()
    cpu_seconds = after.children_user + after.children_system - before.children_user - before.children_system
    yield Figure("cold start: CPU time to compile all searches, all cores", cpu_seconds, 45, "s CPU")
    for game, lines in FIRST_HINT.items():
        with TemporaryDirectory() as folder:
            yield Figure(f"cold start: {game}, first hint that is not a guess", _first_hint(lines, folder), 15, "s")
    with TemporaryDirectory() as folder:
        own_seconds = min(_solving(_environment(folder)) for _ in range(2))
        baseline_seconds = min(_solving(_environment(folder) | baseline()) for _ in range(2))
    yield Figure(
        "cold start: time of a dots search at the image's baseline, relative to the own processor",
        baseline_seconds / own_seconds,
        1.1,
        "times",
    )


def baseline() -> dict[str, str]:
    """Return the settings that select the container image's processor baseline on this kind of machine."""
    machine = {"x86_64": "amd64", "AMD64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    stage = DOCKERFILE.read_text("utf-8").partition(f"AS base-{machine}\n")[2].partition("\nFROM")[0]
    return dict(re.findall(r"(NUMBA_CPU_\w+)=(\S*)", stage.replace('""', "")))


def _environment(folder: str) -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")} | {
        "XDG_CACHE_HOME": folder,
        FOLDER_VARIABLE: str(Path(folder) / "kernels"),
    }


def _run(command: list[str], environment: Mapping[str, str], stdin: str = "") -> str:
    return subprocess.run(command, env=environment, input=stdin, text=True, check=True, capture_output=True).stdout


def _first_hint(lines: tuple[str, ...], folder: str) -> float:
    """Return the seconds until the console answers; raise if its hint is a guess."""
    start = perf_counter()
    answer = _run([sys.executable, "-m", "engines"], _environment(folder), "\n".join([*lines, "hint 1", ""]))
    seconds = perf_counter() - start
    assert "reason guess" not in answer
    assert "proved yes" in answer or lines[0].startswith("new curves"), answer
    return seconds


def _solving(environment: Mapping[str, str]) -> float:
    return float(_run([sys.executable, "-c", SOLVING], environment))
