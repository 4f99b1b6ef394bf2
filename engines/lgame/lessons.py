"""What the rules are shown by. The start, a move, and the same move where the painted squares score."""

from __future__ import annotations

from engines.game import Example

LESSONS = (
    Example(()),
    Example(("c2-c4-d4 d1-a1",)),
    Example(("c2-c4-d4 d1-a1",), {"variant": "scoring"}),
)
