"""Output of figures as lines of text, below the machine they were measured on."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Iterable
from pathlib import Path

from benchmarks.figure import Figure


def print_figures(figures: Iterable[Figure], with_details: bool = False) -> None:
    """Print the machine, then each figure as it is measured; `in_full` adds the details of missed targets."""
    print(machine())
    for figure in figures:
        print("\n".join((line(figure), *(details(figure) if with_details else ()))), flush=True)


def machine() -> str:
    """Return the processor, cores, system and Python version, and the load average where the system has one."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{_processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}{load}"


def line(figure: Figure) -> str:
    """Return a figure as text: name, value, target, and a mark if the target is missed."""
    relation = ">=" if figure.at_least else "<="
    value = f"{figure.value:.3g}" if abs(figure.value) < 1000 else f"{figure.value:.0f}"
    most = f", <= {figure.most:g}" if figure.most < math.inf else ""
    mark = "   " if figure.is_met else "!! "
    return f"{mark}{figure.name:<62}{value:>8} {relation} {figure.target:g}{most} {figure.unit}"


def details(figure: Figure) -> list[str]:
    """Return a figure's details, a line each; none if its target is met."""
    return [] if figure.is_met else [f"      {detail}" for detail in figure.details]


def _processor() -> str:
    """Return the processor's name, if the system reports it."""
    try:
        cpu_info = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = (text.partition(":")[2].strip() for text in cpu_info.splitlines() if text.startswith("model name"))
    return next(names, platform.machine())
