"""What the rules are shown by. Cars being put down, then the drive."""

from __future__ import annotations

from engines.game import Example

LESSONS = (
    Example(("3", "6", "1"), {"map": "three-corners"}),
    Example(("3", "6", "1", "8", "1-2", "8-7"), {"map": "three-corners"}),
)
