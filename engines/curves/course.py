"""What the rules are shown by, and what the course teaches step by step: points, arcs, zones, taking back."""

from __future__ import annotations

from engines.game import Example, Step

_SHEET = {"size": "11x7", "points": "6"}
_ROW = ("a1", "i1", "c2", "e2", "g2", "k6")
_HILL = ("a1", "i1", "c2", "e3", "g2", "k6")
_ARC = "a1-i1 via e5"
LESSONS = (
    Example((*_ROW, _ARC), _SHEET),
    Example((*_HILL, _ARC, "c2-g2 via e4"), _SHEET),
)
"""A line that holds points, and a later one inside its zone that takes some back."""
FIRST = _SHEET
COURSE = (
    Step("point", Example(("a1",), _SHEET), ("i1", "e4", "k6"), ("i1", "e4", "k6")),
    Step("arc", Example(_ROW, _SHEET), ("a1-i1", "c2-g2 via e4", _ARC), (_ARC,)),
    Step("back", Example((*_ROW, _ARC), _SHEET), ("i1-k6", "c2-e2", "pass"), ("c2-e2",)),
    Step("save", Example((*_ROW, _ARC, "c2-e2"), _SHEET), ("c2-e2 via d3", "i1-k6", "pass"), ("c2-e2 via d3",)),
    Step("inside", Example((*_HILL, _ARC), _SHEET), ("c2-g2", "c2-g2 via e4", "pass"), ("c2-g2 via e4",)),
    Step("edge", Example((*_HILL, _ARC, "c2-g2 via e4"), _SHEET), (), ()),
)
