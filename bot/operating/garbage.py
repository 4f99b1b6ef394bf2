"""Python's search for garbage in circles of objects, seldom: few are made here, and everybody waits while it lasts."""

from __future__ import annotations

import gc

_FRESH = 10_000
"""Objects made before some is looked for among them: at Python's 700 that took a twelfth of a move's time."""


def seek_seldom() -> None:
    """Looks for none among what is loaded by now, for that stays. To be called when all is loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_FRESH)
