"""The value of every position of a small board, by going back from the end."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.kernels.compiling import kernel

Values = NDArray[np.int8]
"""By how many boxes the side to move is ahead from there on, by the set of drawn sides as a number."""
Numbers = NDArray[np.int64]


def values(sides: int, beside: list[list[int]]) -> Values:
    """The values of all 2^sides positions; `beside` are the boxes, as sets of sides, beside each side."""
    found = np.zeros(1 << sides, np.int8)
    boxes = np.array([(*each, 0)[:2] for each in beside], np.int64)
    _go_back(found, boxes[:, 0].copy(), boxes[:, 1].copy())
    return found


@kernel
def _go_back(found: Values, one: Numbers, other: Numbers) -> None:
    for drawn in range(len(found) - 2, -1, -1):
        best = -100
        for side in range(len(one)):
            if drawn >> side & 1 == 0:
                then = drawn | 1 << side
                boxes = 0
                if then & one[side] == one[side]:
                    boxes += 1
                if other[side] != 0 and then & other[side] == other[side]:
                    boxes += 1
                worth = boxes + found[then] if boxes else -found[then]
                best = max(best, worth)
        found[drawn] = best
