"""Throws on a board as counts: the legal throws of a digit, and the changed counts."""

from __future__ import annotations

from engines.digits.search.ground import AROUND, NOWHERE, Ground, Numbers, add
from engines.kernels.compiling import kernel, part


@part
def throw(ground: Ground, digit: int, throw_code: int, sign: int) -> int:
    """Take (sign 1) or give back (-1) the cells of a throw; return the change of the position's hash.

    `throw_code` has four bits for each kind around the digit: the number of its cells.
    """
    change, at = 0, 0
    while throw_code:
        count = sign * (throw_code & 15)
        if count:
            kind = ground.beside[digit, at]
            add(ground, kind, -count)
            change -= count * ground.key[kind]
        throw_code >>= 4
        at += 1
    return change


@part
def hash_of(ground: Ground) -> int:
    """Return the hash of a position without its turn; positions with equal counts have equal hashes."""
    number = 0
    for kind in range(ground.kind_count[0]):
        number += ground.free_counts[kind] * ground.key[kind]
    return number


@part
def next_digit(ground: Ground, digit: int) -> int:
    """Return the first digit from `digit` on, in cyclic order, that has room; NOWHERE at the end."""
    order = ground.room.size
    for step in range(order):
        at = (digit + step) % order
        if ground.room[at]:
            return at
    return NOWHERE


@part
def dots_of(ground: Ground, digit: int) -> int:
    """Return the number of dots that a digit throws now."""
    return int(min(ground.power[digit], ground.room[digit]))


@part
def most_disputed_throw(ground: Ground, digit: int) -> int:
    """Return the throw that fills the kinds around a digit in order, the most disputed first."""
    return _fill(ground, digit, 0, 0, dots_of(ground, digit))


@part
def _fill(ground: Ground, digit: int, throw_code: int, at: int, missing: int) -> int:
    """Complete a throw with the missing dots in the kinds from `at` on; return NOWHERE if they do not fit."""
    beside = ground.beside[digit]
    while missing and at < AROUND and beside[at] != NOWHERE:
        count = min(missing, ground.free_counts[beside[at]])
        throw_code |= count << 4 * at
        missing -= count
        at += 1
    return NOWHERE if missing else throw_code


@kernel
def list_throws(ground: Ground, digit: int, throws: Numbers, start: int) -> int:
    """Write every throw of a digit into `throws` from `start` on, most disputed first; return the end."""
    throw_code, end = most_disputed_throw(ground, digit), start
    while throw_code != NOWHERE:
        throws[end] = throw_code
        end += 1
        throw_code = _next_throw(ground, digit, throw_code)
    return end


@part
def _next_throw(ground: Ground, digit: int, throw_code: int) -> int:
    """Return the next throw in the list, with one dot fewer in the last possible kind; NOWHERE at the end."""
    missing = 0
    for at in range(AROUND - 1, -1, -1):
        count = throw_code >> 4 * at & 15
        if count:
            less = _fill(ground, digit, throw_code - (1 << 4 * at), at + 1, missing + 1)
            if less != NOWHERE:
                return less
            throw_code -= count << 4 * at
            missing += count
    return NOWHERE
