"""A record's arrays are the same for Python and for kernels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.kernels.compiling import kernel
from engines.kernels.record import record


class Pair:
    small: NDArray[np.uint8]
    large: NDArray[np.int64]


@kernel
def copy_over(pair: Pair) -> None:
    pair.large[1, 0] = pair.small[2] + 1


def test_python_reads_what_a_kernel_writes_to_a_record():
    pair = record(Pair, (np.uint8, 3), (np.int64, (2, 2)))
    pair.small[2] = 40
    copy_over(pair)
    assert pair.large.tolist() == [[0, 0], [41, 0]]
