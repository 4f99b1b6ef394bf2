"""What the games' kernels share: bit counts as single machine instructions, and an alarm that a kernel can see."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Timer
from typing import NamedTuple, ParamSpec, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core.base import BaseContext
from numba.core.typing.templates import Signature
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

from engines.game import Limit
from engines.kernels.loading import check_may_be_made

F = TypeVar("F", bound=Callable[..., object])
R = TypeVar("R")
Asked = ParamSpec("Asked")
Built = tuple[Signature, Callable[..., ir.Value]] | None


def _instruction(build: Callable[..., Built]) -> Callable[..., int]:
    """A function of compiled code, made of the machine instructions that `build` writes."""
    return cast("Callable[..., int]", intrinsic(build))


@_instruction
def popcount(_context: BaseContext, word: types.Type) -> Built:
    """The number of ones in a whole number, in its own type."""

    def build(
        _target: BaseContext, builder: ir.IRBuilder, _signature: Signature, arguments: list[ir.Value]
    ) -> ir.Value:
        return builder.ctpop(arguments[0])

    return (word(word), build) if isinstance(word, types.Integer) else None


@_instruction
def trailing_zeros(_context: BaseContext, word: types.Type) -> Built:
    """The place of the lowest one in a whole number that is not 0, in its own type."""

    def build(
        _target: BaseContext, builder: ir.IRBuilder, _signature: Signature, arguments: list[ir.Value]
    ) -> ir.Value:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return (word(word), build) if isinstance(word, types.Integer) else None


@_instruction
def signed(_context: BaseContext, word: types.Type) -> Built:
    """A byte or a 64-bit word as a signed number."""

    def build(
        _target: BaseContext, builder: ir.IRBuilder, _signature: Signature, arguments: list[ir.Value]
    ) -> ir.Value:
        return builder.zext(arguments[0], ir.IntType(64)) if word == types.uint8 else arguments[0]

    return (types.int64(word), build) if word in (types.uint8, types.uint64, types.int64) else None


@_instruction
def prefetch(_context: BaseContext, cells: types.Type, place: types.Type) -> Built:
    """Asks the memory for a cell of an array that will be read soon; 0."""

    def build(target: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: list[ir.Value]) -> ir.Value:
        view: Callable[..., Callable[..., ir.Value]] = make_array
        array = view(signature.args[0])(target, builder, arguments[0])
        address = builder.bitcast(builder.gep(array.data, [arguments[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        shape = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        ask = builder.module.declare_intrinsic("llvm.prefetch", [address.type], shape)
        builder.call(ask, [address, number(0), number(3), number(1)])
        return ir.IntType(64)(0)

    return types.int64(cells, types.int64), build


@_instruction
def _look(_context: BaseContext, cell: types.Type) -> Built:
    """The first byte of an array, read afresh: another thread may have written it."""

    def build(target: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: list[ir.Value]) -> ir.Value:
        view: Callable[..., Callable[..., ir.Value]] = make_array
        array = view(signature.args[0])(target, builder, arguments[0])
        return builder.load_atomic(array.data, "monotonic", 1)

    return types.uint8(cell), build


def kernel(function: F) -> F:
    """Compiles a function, and caches it on disk until any `search` file of its game, or this one, changes.

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
    files = [*sorted(folder.glob("search*.py")), Path(__file__)]
    return tuple((file.name, file.stat().st_mtime, file.stat().st_size) for file in files)


@tight
def natural(number: int) -> int:
    """The same number, from 0 to 2^28 - 1: known not to be negative, an index is used without being asked."""
    return number & (1 << 28) - 1


class Watch(NamedTuple):
    """One-byte cells that end a search when any is not 0: the caller, the alarm, or another thread's answer."""

    stop: NDArray[np.uint8]
    alarm: NDArray[np.uint8]
    answered: NDArray[np.uint8]


@contextmanager
def alarm(limit: Limit) -> Iterator[Watch]:
    """A watch that rings after the limit's seconds, or when its stop flag is raised."""
    watch = Watch(np.frombuffer(limit.stop.cell, np.uint8), np.zeros(1, np.uint8), np.zeros(1, np.uint8))
    timer = Timer(limit.seconds, watch.alarm.fill, (1,))
    timer.daemon = True
    timer.start()
    try:
        yield watch
    finally:
        timer.cancel()


@kernel
def rung(watch: Watch) -> bool:
    """Whether the search must end now."""
    return bool(_look(watch.stop) | _look(watch.alarm) | _look(watch.answered))
