"""What the rules are shown by. A line that holds points, and a later one inside its zone that takes some back."""

from __future__ import annotations

from engines.game import Example

_ROW, _HILL = ("a1", "i1", "c2", "e2", "g2", "k6"), ("a1", "i1", "c2", "e3", "g2", "k6")
_SMALL_SHEET = {"points": "6", "size": "11x7"}
LESSONS = (
    Example((*_ROW, "a1-i1 via e5"), _SMALL_SHEET),
    Example((*_HILL, "a1-i1 via e5", "c2-g2 via e4"), _SMALL_SHEET),
)
