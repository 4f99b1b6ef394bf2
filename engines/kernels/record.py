"""Records: fixed-size arrays side by side in memory, so that a kernel takes one address and compiles faster."""

from __future__ import annotations

from typing import TypeVar, cast

import numpy as np
from numpy.typing import DTypeLike

R = TypeVar("R")

ArraySpec = tuple[DTypeLike, int | tuple[int, ...]]
"""An array's type and shape."""


def record(kind: type[R], *specs: ArraySpec) -> R:
    """Return zeroed arrays for the fields of `kind`, in order; keep the record alive while its arrays are in use."""
    fields = [(name, *spec) for name, spec in zip(kind.__annotations__, specs, strict=True)]
    return cast("R", np.zeros(1, np.dtype(fields, align=True)).view(np.recarray)[0])
