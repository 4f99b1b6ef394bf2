"""Which moves to try first: those whose sides did well before, at this stage of the game or as this reply."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.search_moves import WIDTH
from engines.search import tight

NOBODY = WIDTH
"""Stands for the side drawn before where none is known."""

CERTAIN = 4096
LAZINESS = 4


class Order(NamedTuple):
    """How often a side reached its goal of late, from 0 to CERTAIN: among so many open sides, and as a reply to a side.

    (The history and counter-move tables of chess programs, as rates instead of counts.)
    """

    by_size: NDArray[np.int64]
    as_reply: NDArray[np.int64]


def order() -> Order:
    """No experience yet."""
    return Order(np.zeros((WIDTH + 1) * WIDTH, np.int64), np.zeros((WIDTH + 1) * WIDTH, np.int64))


@tight
def promise(order: Order, size: int, before: int, side: int) -> int:
    """How promising a side is among `size` open ones after the side `before`."""
    return int(order.by_size[size * WIDTH + side] + order.as_reply[before * WIDTH + side])


@tight
def learn(order: Order, size: int, before: int, side: int, target: int) -> None:
    """Moves the rates of a side towards CERTAIN where it reached its goal, or 0 where it did not."""
    for rates, at in ((order.by_size, size * WIDTH + side), (order.as_reply, before * WIDTH + side)):
        rates[at] += (target - rates[at]) >> LAZINESS
