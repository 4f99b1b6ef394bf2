"""Figures in words, under the machine they were taken on."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from pathlib import Path

from benchmarks.figure import Figure


def printed(figures: Iterable[Figure], in_full: bool = False) -> None:
    """Prints the machine, and each figure as soon as it is known; in full also what it counts, if that is too many."""
    print(machine())
    for figure in figures:
        print("\n".join((line(figure), *(details(figure) if in_full else ()))), flush=True)


def machine() -> str:
    """What the figures are taken on, and how busy that is with other work (its load average), where it tells."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{_processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}{load}"


def line(figure: Figure) -> str:
    """A figure in words: name, value, target, and whether it is met."""
    bound = ">=" if figure.at_least else "<="
    value = f"{figure.value:.3g}" if abs(figure.value) < 1000 else f"{figure.value:.0f}"
    return f"{'   ' if figure.met else '!! '}{figure.name:<62}{value:>8} {bound} {figure.target:g} {figure.unit}"


def details(figure: Figure) -> list[str]:
    """What a figure counts, a line each, unless its target is met."""
    return [] if figure.met else [f"      {detail}" for detail in figure.details]


def _processor() -> str:
    """The processor's name where the system tells it."""
    try:
        described = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = (text.partition(":")[2].strip() for text in described.splitlines() if text.startswith("model name"))
    return next(names, platform.machine())
