"""Arrays of fixed sizes side by side in memory: a kernel takes one address for all of them, and is compiled sooner."""

from __future__ import annotations

from typing import TypeVar, cast

import numpy as np
from numpy.typing import DTypeLike

R = TypeVar("R")

ArraySpec = tuple[DTypeLike, int | tuple[int, ...]]
"""What each entry of an array is, and the array's shape."""


def record(kind: type[R], *specs: ArraySpec) -> R:
    """Arrays of zeros, one for each field that `kind` declares, in that order; to be kept as long as they are used."""
    fields = [(name, *room) for name, room in zip(kind.__annotations__, specs, strict=True)]
    return cast("R", np.zeros(1, np.dtype(fields, align=True)).view(np.recarray)[0])
