"""Advice without a search: the old sum over the heaps, which the skip upsets now and then."""

from __future__ import annotations

from functools import reduce
from operator import xor
from random import Random

from engines.nim.rules import Move, Position

from engines.game import Hint, Limit, Reason


def easy(position: Position, limit: Limit) -> Hint[Move]:
    """Any move."""
    return Hint((Random(limit.seed).choice(list(position.moves())),), 0, False, (Reason("just-a-try"),))


def classic(position: Position, limit: Limit) -> Hint[Move]:
    """The first move after which the heaps cancel out, if there is one."""
    for move in position.moves():
        if move.count and not reduce(xor, position.play(move).heaps):
            return Hint((move,), 0, False, (Reason("evens-the-heaps"),))
    return easy(position, limit)
