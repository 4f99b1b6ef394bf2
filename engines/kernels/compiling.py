"""Decorators that compile kernels and their parts, and keep on disk what Python calls.

Little is compiled twice: what kernels alone call has no way in from Python, and is put on disk as a part of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar

import numba
from llvmlite import binding
from numba import njit
from numba.extending import register_jitable

from engines.kernels.kernel_cache import folder
from engines.kernels.numba_internals import LEAN, KernelCompiler, PartCompiler, cache_on_disk

F = TypeVar("F", bound=Callable[..., object])


def kernel(function: F) -> F:
    """Compiles a function that makes no array, and keeps it on disk: a way in from Python."""
    _set_up()
    dispatcher = _compile(function)
    cache_on_disk(dispatcher, function)
    return dispatcher


def part(function: F) -> F:
    """A function that makes no array, compiled for kernels which call it; in Python it remains as it is."""
    return _register(function)


def tight(function: F) -> F:
    """A `part` that is put into those that call it: a search of small functions is six times as fast."""
    return _register(function, forceinline=True)


def section(function: F) -> F:
    """A stretch of the one kernel that calls it, with which it is compiled: half the time, where it is large."""
    return _compile(function, inline="always")


def _compile(function: F, **extras: object) -> F:
    compile_with: Callable[..., Callable[[F], F]] = njit
    return compile_with(nogil=True, pipeline_class=KernelCompiler, **LEAN, **extras)(function)


def _register(function: F, **extras: object) -> F:
    register: Callable[..., Callable[[F], F]] = register_jitable
    return register(nogil=True, pipeline_class=PartCompiler, **LEAN, **extras)(function)


@cache
def _set_up() -> None:
    """Tells numba, before the first kernel, where they lie. Loops over a few cells are not worth being vectorised.

    Nor are they worth being unrolled: for processors that could keep long loops in hand, the code is twice as large.
    """
    settings = vars(numba.config)
    settings["CACHE_DIR"], settings["LOOP_VECTORIZE"] = str(folder()), 0
    binding.set_option("tetradka", "--unroll-runtime=0")


@tight
def natural(number: int) -> int:
    """The same number, from 0 to 2^31 - 1: known not to be negative, an index is used without being asked."""
    return number & (1 << 31) - 1
