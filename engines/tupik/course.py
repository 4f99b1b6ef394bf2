"""The lessons of the rules and the steps of the course: placing cars, driving, and blocking."""

from __future__ import annotations

from engines.game import Example, Step

_MAP = {"map": "three-corners"}
_PUT = ("3", "6", "1", "8")
_DRIVEN = (*_PUT, "1-2", "8-7", "3-1")
LESSONS = (Example((*_PUT, "1-2", "8-7"), _MAP), Example(("3", "6", "1"), _MAP))
"""The drive, then cars being put down."""
FIRST = _MAP
COURSE = (
    Step("put", Example((), _MAP), ("5", "3", "7"), ("3",)),
    Step("drive", Example((*_PUT, "1-2"), _MAP), ("8-7",), ("8-7",)),
    Step("near", Example(_DRIVEN, _MAP), ("7-8", "6-8", "7-5"), ("7-5",)),
    Step("win", Example((*_DRIVEN, "7-5"), _MAP), ("6-8", "5-4"), ("5-4",)),
    Step("wall", Example(("7", "3", "2", "1"), _MAP), ("2-6", "7-8", "7-5"), ("7-5",)),
    Step("far", Example(("3",), _MAP), (), ()),
)
