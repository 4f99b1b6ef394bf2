"""A fresh installation: what compiling all searches costs, how soon a hint is no guess, the price of a baseline."""

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
"""For each game, what comes before a first hint that can be proved (in curves, where nothing is: searched)."""

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
    """Each in processes of its own, with empty caches."""
    with TemporaryDirectory() as place:
        began = os.times()
        _run([sys.executable, "-m", "bot", "warm"], _fresh(place))
        ended = os.times()
    spent = ended.children_user + ended.children_system - began.children_user - began.children_system
    yield Figure("cold start: all searches compiled, on all cores together", spent, 45, "s CPU")
    for game, lines in FIRST_HINT.items():
        with TemporaryDirectory() as place:
            yield Figure(f"cold start: {game}, first hint that is no guess", _first_hint(lines, place), 15, "s")
    with TemporaryDirectory() as place:
        own = min(_solving(_fresh(place)) for _ in range(2))
        named = min(_solving(_fresh(place) | baseline()) for _ in range(2))
    yield Figure(
        "cold start: time of a dots search for the image's baseline, own processor 1", named / own, 1.1, "times"
    )


def baseline() -> dict[str, str]:
    """The settings that name the processor for which the container image compiles, on a machine like this one."""
    machine = {"x86_64": "amd64", "AMD64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    stage = DOCKERFILE.read_text("utf-8").partition(f"AS base-{machine}\n")[2].partition("\nFROM")[0]
    return dict(re.findall(r"(NUMBA_CPU_\w+)=(\S*)", stage.replace('""', "")))


def _fresh(place: str) -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")} | {
        "XDG_CACHE_HOME": place,
        FOLDER_VARIABLE: str(Path(place) / "kernels"),
    }


def _run(command: list[str], environment: Mapping[str, str], asked: str = "") -> str:
    return subprocess.run(command, env=environment, input=asked, text=True, check=True, capture_output=True).stdout


def _first_hint(lines: tuple[str, ...], place: str) -> float:
    """Seconds until the console has answered; raises where its hint is a guess."""
    began = perf_counter()
    answer = _run([sys.executable, "-m", "engines"], _fresh(place), "\n".join([*lines, "hint 1", ""]))
    seconds = perf_counter() - began
    assert "reason guess" not in answer
    assert "proved yes" in answer or lines[0].startswith("new curves"), answer
    return seconds


def _solving(environment: Mapping[str, str]) -> float:
    return float(_run([sys.executable, "-c", SOLVING], environment))
