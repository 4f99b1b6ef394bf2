"""The lessons of Digits and Dots: the example games, and the steps of the course up to counting."""

from __future__ import annotations

from engines.game import Example, Step, is_as_good

_ROOM = ("b5", "c2", "e5", "e2", "b2", "c5")
_WRITTEN = (*_ROOM, "e3", "b4")
_THROWN = (*_WRITTEN, "a6", "c3", "d4 f6", "d1 d2")
LESSONS = (Example(_WRITTEN), Example(_THROWN))
"""All digits placed, then the first of them thrown."""
FIRST = {"size": "4x4"}
COURSE = (
    Step("write", Example(()), ("a1", "c3", "f4"), ("a1", "c3", "f4")),
    Step("room", Example(_ROOM), ("a1", "e3", "f6"), ("e3",), is_as_good),
    Step("throw", Example(_WRITTEN), ("a6", "c4", "b6"), ("c4", "b6"), is_as_good),
    Step("order", Example((*_WRITTEN, "c4")), (), ()),
    Step("three", Example(_THROWN), ("a1 a2 a3", "b1 b3 c1", "a1 a2 b1"), ("b1 b3 c1",), is_as_good),
    Step("count", Example(_THROWN), (), ()),
)
