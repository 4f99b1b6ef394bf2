"""Decorators that compile kernels and their parts, and cache on disk the kernels that Python calls.

A part that only kernels call is not compiled for Python: it is stored on disk inside the kernels that use it.
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
    """Compile a function that allocates no arrays as an entry point from Python, and cache it on disk."""
    _set_up()
    dispatcher = _compile(function)
    cache_on_disk(dispatcher, function)
    return dispatcher


def part(function: F) -> F:
    """Mark a function that allocates no arrays for compiling into the kernels that call it; Python runs it as is."""
    return _register(function)


def tight(function: F) -> F:
    """Mark a `part` for inlining into its callers, which makes searches of small functions six times as fast."""
    return _register(function, forceinline=True)


def section(function: F) -> F:
    """Compile a large function inline with the one kernel that calls it, in half the compile time."""
    return _compile(function, inline="always")


def _compile(function: F, **extras: object) -> F:
    compile_with: Callable[..., Callable[[F], F]] = njit
    return compile_with(nogil=True, pipeline_class=KernelCompiler, **LEAN, **extras)(function)


def _register(function: F, **extras: object) -> F:
    register: Callable[..., Callable[[F], F]] = register_jitable
    return register(nogil=True, pipeline_class=PartCompiler, **LEAN, **extras)(function)


@cache
def _set_up() -> None:
    """Set numba's cache folder, and turn off vectorising and unrolling, before the first kernel is compiled.

    Loops over a few cells gain nothing from either, and the unrolled code is twice as large on some processors.
    """
    settings = vars(numba.config)
    settings["CACHE_DIR"], settings["LOOP_VECTORIZE"] = str(folder()), 0
    binding.set_option("tetradka", "--unroll-runtime=0")


@tight
def natural(number: int) -> int:
    """Return a number from 0 to 2^31 - 1 unchanged, so that the compiler omits the sign check of an index."""
    return number & (1 << 31) - 1
