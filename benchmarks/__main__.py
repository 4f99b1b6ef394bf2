"""`make bench`: every figure beside its target, with the machine it was taken on; arguments choose modules."""

from __future__ import annotations

import importlib
import os
import pkgutil
import platform
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import benchmarks
from benchmarks.figure import Figure


def main(chosen: Sequence[str]) -> None:
    """Prints each figure as soon as it is known."""
    print(f"{_processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}")
    for name in chosen or [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]:
        for figure in _figures(name):
            print(line(figure), flush=True)


def line(figure: Figure) -> str:
    """A figure in words: name, value, target, and whether it is met."""
    bound = ">=" if figure.at_least else "<="
    value = f"{figure.value:.3g}" if abs(figure.value) < 1000 else f"{figure.value:.0f}"
    return f"{'   ' if figure.met else '!! '}{figure.name:<62}{value:>8} {bound} {figure.target:g} {figure.unit}"


def _figures(module: str) -> Iterator[Figure]:
    measured = getattr(importlib.import_module(f"benchmarks.{module}"), "figures", None)
    if measured is not None:
        yield from measured()


def _processor() -> str:
    """The processor's name where the system tells it."""
    try:
        described = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = (text.partition(":")[2].strip() for text in described.splitlines() if text.startswith("model name"))
    return next(names, platform.machine())


if __name__ == "__main__":
    main(sys.argv[1:])
