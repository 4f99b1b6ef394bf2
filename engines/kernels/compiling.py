"""Compiles kernels, and keeps what was compiled on disk until a file that it was made from changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import ParamSpec, TypeVar

from numba import njit

from engines.kernels.loading import check_may_be_made

F = TypeVar("F", bound=Callable[..., object])
R = TypeVar("R")
Asked = ParamSpec("Asked")


def kernel(function: F) -> F:
    """Compiles a function, and caches it on disk until any file of its search, or of `engines.kernels`, changes.

    (The cache by itself looks at the function's own file only, and would call what another file no longer holds.)
    """
    return _compiled(function, {})


def tight(function: F) -> F:
    """A kernel that makes no array, put into those that call it: a search of small functions is six times as fast."""
    return _compiled(function, {"_nrt": False, "forceinline": True})


def seldom(function: F) -> F:
    """As `tight`, but called and not put into its callers, which stay smaller: for what is seldom needed."""
    return _compiled(function, {"_nrt": False})


def _compiled(function: F, extras: Mapping[str, bool]) -> F:
    compile_with: Callable[..., Callable[[F], F]] = njit
    compiled = compile_with(cache=True, nogil=True, **extras)(function)
    stored = vars(compiled)["_cache"]
    index = stored._cache_file
    index._source_stamp = (index._source_stamp, *_stamps(Path(function.__code__.co_filename).parent))
    index._load_index = _if_readable(index._load_index, dict)
    stored.load_overload = _if_readable(stored.load_overload, check_may_be_made)
    return compiled


def _if_readable(read: Callable[Asked, R | None], otherwise: Callable[[], R]) -> Callable[Asked, R]:
    """Reads from disk what can be read: an index written before a type was renamed cannot, and counts as absent."""

    def attempt(*asked: Asked.args, **named: Asked.kwargs) -> R:
        with suppress(Exception):  # unpickling may raise anything
            if (found := read(*asked, **named)) is not None:
                return found
        return otherwise()

    return attempt


@cache
def _stamps(folder: Path) -> tuple[tuple[str, float, int], ...]:
    files = sorted({*folder.glob("*.py"), *Path(__file__).parent.glob("*.py")})
    return tuple((file.name, file.stat().st_mtime, file.stat().st_size) for file in files)


@tight
def natural(number: int) -> int:
    """The same number, from 0 to 2^28 - 1: known not to be negative, an index is used without being asked."""
    return number & (1 << 28) - 1
