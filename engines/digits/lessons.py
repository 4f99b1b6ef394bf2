"""What the rules are shown by. All digits written, then the first of them thrown."""

from __future__ import annotations

from engines.game import Example

LESSONS = (
    Example(("b5", "c2", "e5", "e2", "b2", "c5", "e3", "b4")),
    Example(("b5", "c2", "e5", "e2", "b2", "c5", "e3", "b4", "a6", "c3", "d4 f6", "d1 d2")),
)
