"""Throws in the counted form of a board: what a digit may throw, and how the counts change."""

from __future__ import annotations

from engines.digits.search.ground import AROUND, NOWHERE, Ground, Numbers, add
from engines.kernels.compiling import kernel, part


@part
def throw(ground: Ground, digit: int, thrown: int, sign: int) -> int:
    """Takes (sign 1) or gives back (-1) the cells of a throw; the change of the position's number.

    `thrown` has four bits for each kind around the digit: how many cells of it.
    """
    change, at = 0, 0
    while thrown:
        count = sign * (thrown & 15)
        if count:
            kind = ground.beside[digit, at]
            add(ground, kind, -count)
            change -= count * ground.key[kind]
        thrown >>= 4
        at += 1
    return change


@part
def number_of(ground: Ground) -> int:
    """The number of a position, but for the turn: equal for positions with equal counts."""
    number = 0
    for kind in range(ground.kinds[0]):
        number += ground.left[kind] * ground.key[kind]
    return number


@part
def on_turn(ground: Ground, digit: int) -> int:
    """The first digit from this one on, round the order, that has room; NOWHERE at the end."""
    order = ground.room.size
    for step in range(order):
        at = (digit + step) % order
        if ground.room[at]:
            return at
    return NOWHERE


@part
def dots_of(ground: Ground, digit: int) -> int:
    """How many dots a digit throws now."""
    return int(min(ground.power[digit], ground.room[digit]))


@part
def most_disputed(ground: Ground, digit: int) -> int:
    """The throw that fills the kinds around a digit in their order."""
    return _fill(ground, digit, 0, 0, dots_of(ground, digit))


@part
def _fill(ground: Ground, digit: int, thrown: int, at: int, missing: int) -> int:
    """A throw with what is missing put into the kinds from `at` on; NOWHERE if it does not fit."""
    beside = ground.beside[digit]
    while missing and at < AROUND and beside[at] != NOWHERE:
        count = min(missing, ground.left[beside[at]])
        thrown |= count << 4 * at
        missing -= count
        at += 1
    return NOWHERE if missing else thrown


@kernel
def list_throws(ground: Ground, digit: int, throws: Numbers, start: int) -> int:
    """Writes every throw of a digit into `throws` from `start` on, the most disputed first; returns the end."""
    thrown, end = most_disputed(ground, digit), start
    while thrown != NOWHERE:
        throws[end] = thrown
        end += 1
        thrown = _following(ground, digit, thrown)
    return end


@part
def _following(ground: Ground, digit: int, thrown: int) -> int:
    """The throw that comes next in the list: one dot less in the last kind that can do with it; NOWHERE at the end."""
    missing = 0
    for at in range(AROUND - 1, -1, -1):
        count = thrown >> 4 * at & 15
        if count:
            less = _fill(ground, digit, thrown - (1 << 4 * at), at + 1, missing + 1)
            if less != NOWHERE:
                return less
            thrown -= count << 4 * at
            missing += count
    return NOWHERE
