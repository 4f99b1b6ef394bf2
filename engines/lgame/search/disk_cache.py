"""The on-disk cache of tables that take seconds to build; without the cache folder they are rebuilt."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

import numpy as np
from numpy.typing import NDArray

from engines.kernels.loading import check_may_build

Table = NDArray[np.int16]


def load_or_build(path: Path, shape: tuple[int, ...], build: Callable[[], Table]) -> Table:
    """Return the table in the file as a view, if it is complete; else build it and write the file."""
    with suppress(OSError, ValueError, EOFError):
        table: Table = np.asarray(np.load(path, mmap_mode="r"))
        if table.shape == shape and table.dtype == np.int16:
            return table
    check_may_build()
    table = build()
    with suppress(OSError):
        _write(path, table)
    return table


def _write(path: Path, table: Table) -> None:
    """Write to a temporary file first, so that no process ever reads half a table."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, delete=False) as file:
        np.save(file, table)
    Path(file.name).replace(path)
