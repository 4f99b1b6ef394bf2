"""Machine instructions for kernels: bit counts, prefetching, atomic reads and row arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

Build = tuple[object, Callable[..., ir.Value]] | None
"""A signature and the function that emits the code of a call."""


class Target(Protocol):
    """The part of numba's target context that these functions use."""

    def make_array(self, cells: types.Type) -> Callable[[Target, ir.IRBuilder, ir.Value], ir.Value]:
        """Return a function that reads the fields of arrays of this type."""

    def make_tuple(self, builder: ir.IRBuilder, kind: types.Type, parts: list[ir.Value]) -> ir.Value:
        """Build a tuple of these parts."""


class Signature(Protocol):
    """The part of numba's signature that these functions use."""

    return_type: types.Type


def _instruction(build: Callable[..., Build]) -> Callable[..., int]:
    """Turn a function that emits machine instructions into a function that kernels can call."""
    return cast("Callable[..., int]", intrinsic(build))


def _instruction_of_words(build: Callable[..., Build]) -> Callable[..., np.uint64]:
    """Do the same as `_instruction` for a function that returns a word."""
    return cast("Callable[..., np.uint64]", intrinsic(build))


def _instruction_of_pairs(build: Callable[..., Build]) -> Callable[..., tuple[np.uint64, np.uint64]]:
    """Do the same as `_instruction` for a function that returns two words."""
    return cast("Callable[..., tuple[np.uint64, np.uint64]]", intrinsic(build))


@_instruction
def popcount(_context: object, word: types.Type) -> Build:
    """Count the set bits of a whole number, in its own type."""

    def build(_target: Target, builder: ir.IRBuilder, _signature: object, arguments: list[ir.Value]) -> ir.Value:
        return builder.ctpop(arguments[0])

    return (word(word), build) if isinstance(word, types.Integer) else None


@_instruction
def trailing_zeros(_context: object, word: types.Type) -> Build:
    """Return the index of the lowest set bit of a nonzero number, in its own type."""

    def build(_target: Target, builder: ir.IRBuilder, _signature: object, arguments: list[ir.Value]) -> ir.Value:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return (word(word), build) if isinstance(word, types.Integer) else None


@_instruction
def to_signed(_context: object, word: types.Type) -> Build:
    """Return a byte or a 64-bit word as a signed number."""

    def build(_target: Target, builder: ir.IRBuilder, _signature: object, arguments: list[ir.Value]) -> ir.Value:
        return builder.zext(arguments[0], ir.IntType(64)) if word == types.uint8 else arguments[0]

    return (types.int64(word), build) if word in (types.uint8, types.uint64, types.int64) else None


@_instruction
def prefetch(_context: object, cells: types.Type, place: types.Type) -> Build:
    """Prefetch a cell of an array that will be read soon; return 0."""

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
def read_flag(_context: object, cell: types.Type) -> Build:
    """Return the first byte of an array, read atomically because another thread may have written it."""

    def build(target: Target, builder: ir.IRBuilder, _signature: object, arguments: list[ir.Value]) -> ir.Value:
        array = target.make_array(cell)(target, builder, arguments[0])
        return builder.load_atomic(array.data, "monotonic", 1)

    return types.uint8(cell), build


ROW = 16
"""Words in a row of an array of whole numbers; one instruction works on a whole row."""
Combine = Callable[..., ir.Value]


def _row(target: Target, builder: ir.IRBuilder, cells: types.Type, array: ir.Value, number: ir.Value) -> ir.Value:
    """Return the address of a row of an array."""
    first = builder.mul(number, ir.IntType(64)(ROW))
    address = builder.gep(target.make_array(cells)(target, builder, array).data, [first])
    return builder.bitcast(address, ir.VectorType(ir.IntType(64), ROW).as_pointer())


def _on_rows(cells: tuple[types.Type, ...], combine: Combine) -> Build:
    """Emit code that applies `combine` to all rows and stores the result in the first (array and number); return 0."""

    def build(target: Target, builder: ir.IRBuilder, _signature: object, arguments: list[ir.Value]) -> ir.Value:
        pairs = zip(cells, arguments[::2], arguments[1::2], strict=True)
        rows = [_row(target, builder, *pair) for pair in pairs]
        builder.store(combine(builder, *(builder.load(row, align=8) for row in rows)), rows[0], align=8)
        return ir.IntType(64)(0)

    return types.int64(*(each for kind in cells for each in (kind, types.int64))), build


@_instruction
def copy_row(_context: object, into: types.Type, _to: types.Type, one: types.Type, _at: types.Type) -> Build:
    """Copy one row over another."""
    return _on_rows((into, one), lambda _builder, _row, source: source)


@_instruction
def add_row(_context: object, into: types.Type, _to: types.Type, one: types.Type, _at: types.Type) -> Build:
    """Add one row to another."""
    return _on_rows((into, one), lambda builder, row, other: builder.add(row, other))


@_instruction
def subtract_row(_context: object, into: types.Type, _to: types.Type, one: types.Type, _at: types.Type) -> Build:
    """Subtract one row from another."""
    return _on_rows((into, one), lambda builder, row, other: builder.sub(row, other))


@_instruction
def multiply_rows(
    _context: object,
    into: types.Type,
    _to: types.Type,
    one: types.Type,
    _at: types.Type,
    other: types.Type,
    _by: types.Type,
) -> Build:
    """Store the product of two rows in a third."""
    return _on_rows((into, one, other), lambda builder, _row, one, other: builder.mul(one, other))


@_instruction
def add_product(
    _context: object,
    into: types.Type,
    _to: types.Type,
    one: types.Type,
    _at: types.Type,
    other: types.Type,
    _by: types.Type,
) -> Build:
    """Add the product of two rows to a third."""
    return _on_rows((into, one, other), lambda builder, row, one, other: builder.add(row, builder.mul(one, other)))


@_instruction_of_pairs
def hash_row(_context: object, one: types.Type, _at: types.Type) -> Build:
    """Return two order-independent hashes of the pairs in a row."""

    def build(target: Target, builder: ir.IRBuilder, signature: Signature, arguments: list[ir.Value]) -> ir.Value:
        row = builder.load(_row(target, builder, one, *arguments), align=8)
        others = _shuffle(builder, row, [place ^ 1 for place in range(ROW)])
        row = builder.xor(row, builder.lshr(others, _row_constant(29)))
        row = builder.mul(row, _row_constant(0x9E3779B97F4A7C15))
        row = builder.xor(row, builder.lshr(row, _row_constant(32)))
        row = builder.mul(row, _row_constant(0xD6E8FEB86659FD93))
        for half in (ROW // 2, ROW // 4, 2):
            row = builder.add(row, _shuffle(builder, row, [(place + half) % ROW for place in range(ROW)]))
        numbers = [builder.extract_element(row, ir.IntType(32)(place)) for place in range(2)]
        return target.make_tuple(builder, signature.return_type, numbers)

    two: types.Type = types.UniTuple(types.uint64, 2)  # type: ignore[no-untyped-call]
    return two(one, types.int64), build


def _row_constant(number: int) -> ir.Value:
    return ir.Constant(ir.VectorType(ir.IntType(64), ROW), [number] * ROW)


def _shuffle(builder: ir.IRBuilder, row: ir.Value, places: list[int]) -> ir.Value:
    return builder.shuffle_vector(row, row, ir.Constant(ir.VectorType(ir.IntType(32), len(places)), places))


@_instruction_of_words
def matching_words(
    _context: object, cells: types.Type, _first: types.Type, word: types.Type, bits: types.Type
) -> Build:
    """Return, as bits, which of eight words from an index on equal a word, ignoring their low bits."""

    def build(target: Target, builder: ir.IRBuilder, _signature: object, arguments: list[ir.Value]) -> ir.Value:
        array, first, word, bits = arguments
        eight = ir.VectorType(ir.IntType(64), 8)

        def broadcast(value: ir.Value) -> ir.Value:
            one = builder.insert_element(ir.Constant(eight, ir.Undefined), value, ir.IntType(32)(0))
            return _shuffle(builder, one, [0] * 8)

        address = builder.gep(target.make_array(cells)(target, builder, array).data, [first])
        words = builder.load(builder.bitcast(address, eight.as_pointer()), align=8)
        rests = builder.lshr(builder.xor(words, broadcast(word)), broadcast(bits))
        matches = builder.icmp_unsigned("==", rests, ir.Constant(eight, None))
        return builder.zext(builder.bitcast(matches, ir.IntType(8)), ir.IntType(64))

    return types.uint64(cells, types.int64, word, bits), build
