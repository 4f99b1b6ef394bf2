"""What the rules are shown by. A box with three sides, and one that is taken."""

from __future__ import annotations

from engines.game import Example

LESSONS = (
    Example(("a1-a2", "b1-b2", "a1-b1"), {"size": "3x3"}),
    Example(("a1-a2", "b1-b2", "a1-b1", "a2-b2 c1-c2", "c2-d2"), {"size": "3x3"}),
)
