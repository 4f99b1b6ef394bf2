"""`make bench`: prints every figure next to its target, with the machine; arguments select modules, in full detail."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator, Sequence

import benchmarks
from benchmarks.figure import Figure
from benchmarks.printing import print_figures


def main(modules: Sequence[str]) -> None:
    """Print each figure as soon as it is measured."""
    names = modules or [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]
    print_figures((figure for name in names for figure in _figures(name)), with_details=bool(modules))


def _figures(module: str) -> Iterator[Figure]:
    figures = getattr(importlib.import_module(f"benchmarks.{module}"), "figures", None)
    if figures is not None:
        yield from figures()


if __name__ == "__main__":
    main(sys.argv[1:])
