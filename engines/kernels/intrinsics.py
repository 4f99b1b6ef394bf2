"""Bit counts, prefetching and fresh reads for kernels, each a single machine instruction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

Built = tuple[object, Callable[..., ir.Value]] | None
"""A signature, and what builds the code of a call."""


class Target(Protocol):
    """What numba says of the machine that it compiles for."""

    def make_array(self, cells: types.Type) -> Callable[[Target, ir.IRBuilder, ir.Value], ir.Value]:
        """What reads the fields of arrays of this type."""


def _instruction(build: Callable[..., Built]) -> Callable[..., int]:
    """A function of compiled code, made of the machine instructions that `build` writes."""
    return cast("Callable[..., int]", intrinsic(build))


@_instruction
def popcount(_context: object, word: types.Type) -> Built:
    """The number of ones in a whole number, in its own type."""

    def build(_target: Target, builder: ir.IRBuilder, _signature: object, arguments: list[ir.Value]) -> ir.Value:
        return builder.ctpop(arguments[0])

    return (word(word), build) if isinstance(word, types.Integer) else None


@_instruction
def trailing_zeros(_context: object, word: types.Type) -> Built:
    """The place of the lowest one in a whole number that is not 0, in its own type."""

    def build(_target: Target, builder: ir.IRBuilder, _signature: object, arguments: list[ir.Value]) -> ir.Value:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return (word(word), build) if isinstance(word, types.Integer) else None


@_instruction
def signed(_context: object, word: types.Type) -> Built:
    """A byte or a 64-bit word as a signed number."""

    def build(_target: Target, builder: ir.IRBuilder, _signature: object, arguments: list[ir.Value]) -> ir.Value:
        return builder.zext(arguments[0], ir.IntType(64)) if word == types.uint8 else arguments[0]

    return (types.int64(word), build) if word in (types.uint8, types.uint64, types.int64) else None


@_instruction
def prefetch(_context: object, cells: types.Type, place: types.Type) -> Built:
    """Asks the memory for a cell of an array that will be read soon; 0."""

    def build(target: Target, builder: ir.IRBuilder, _signature: object, arguments: list[ir.Value]) -> ir.Value:
        array = target.make_array(cells)(target, builder, arguments[0])
        address = builder.bitcast(builder.gep(array.data, [arguments[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        shape = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        ask = builder.module.declare_intrinsic("llvm.prefetch", [address.type], shape)
        builder.call(ask, [address, number(0), number(3), number(1)])
        return ir.IntType(64)(0)

    return types.int64(cells, types.int64), build


@_instruction
def look(_context: object, cell: types.Type) -> Built:
    """The first byte of an array, read afresh: another thread may have written it."""

    def build(target: Target, builder: ir.IRBuilder, _signature: object, arguments: list[ir.Value]) -> ir.Value:
        array = target.make_array(cell)(target, builder, arguments[0])
        return builder.load_atomic(array.data, "monotonic", 1)

    return types.uint8(cell), build
