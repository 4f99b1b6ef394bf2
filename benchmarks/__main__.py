"""`make bench`: every figure beside its target, with the machine it was taken on; arguments choose modules, in full."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator, Sequence

import benchmarks
from benchmarks.figure import Figure
from benchmarks.printing import printed


def main(chosen: Sequence[str]) -> None:
    """Prints each figure as soon as it is known."""
    names = chosen or [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]
    printed((figure for name in names for figure in _figures(name)), in_full=bool(chosen))


def _figures(module: str) -> Iterator[Figure]:
    measured = getattr(importlib.import_module(f"benchmarks.{module}"), "figures", None)
    if measured is not None:
        yield from measured()


if __name__ == "__main__":
    main(sys.argv[1:])
