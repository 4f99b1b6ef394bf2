"""`make bench`: print every figure with its target, below the machine; arguments select modules, in full detail."""

from __future__ import annotations

import importlib
import pkgutil
from argparse import ArgumentParser
from collections.abc import Iterator

import benchmarks
from benchmarks.figure import Figure
from benchmarks.printing import print_figures


def main() -> None:
    """Print each figure as soon as it is measured."""
    names = [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]
    parser = ArgumentParser(prog="python -m benchmarks", description="Print every benchmark next to its target.")
    parser.add_argument(
        "modules",
        nargs="*",
        metavar="MODULE",
        help="run only these modules, with details of missed targets; `levels:curves:strong` runs a part of a module",
    )
    modules = parser.parse_args().modules
    print_figures((figure for name in modules or names for figure in _figures(name)), with_details=bool(modules))


def _figures(name: str) -> Iterator[Figure]:
    module, *parts = name.split(":")
    figures = getattr(importlib.import_module(f"benchmarks.{module}"), "figures", None)
    if figures is not None:
        yield from figures(*parts)


if __name__ == "__main__":
    main()
