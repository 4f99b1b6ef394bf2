"""The lessons of Dots and Boxes: the example games, and the steps of the course up to control."""

from __future__ import annotations

from engines.game import AnyExplanation, Example, Step, is_as_good

_SMALL = {"size": "3x3", "pie": "0"}
_CHAINS = (
    *("b1-c1", "a2-b2", "d1-d2", "a2-a3", "b2-c2", "b3-c3", "c1-d1"),
    *("b3-b4", "a3-a4", "a1-b1", "c3-d3", "c4-d4", "d2-d3"),
)
_OPENED = (
    *("d1-d2", "b1-c1", "b3-c3", "c4-d4", "c2-d2", "a1-a2", "a3-a4", "b4-c4"),
    *("a2-a3", "a2-b2", "c3-d3", "a4-b4", "b2-c2", "a1-b1", "b1-b2"),
)
_PAIR = ("a1-a2", "a1-b1", "a2-b2", "b1-c1", "b2-c2")
_GIFTS = {"gives-third-side", "can-take", "opens-short-chain", "opens-long-chain", "opens-loop"}
_GIFTS |= {"reply-takes", "reply-takes-row"}
LESSONS = (
    Example(("a1-a2", "b1-b2", "a1-b1"), _SMALL),
    Example(("a1-a2", "b1-b2", "a1-b1", "a2-b2 c1-c2", "c2-d2"), _SMALL),
)
"""A box with three sides, and a box that is taken."""
FIRST = _SMALL


def _gives_nothing(explanation: AnyExplanation) -> bool:
    return not {reason.code for reason in explanation.facts} & _GIFTS


COURSE = (
    Step("side", Example((), _SMALL), ("a1-a2", "b2-c2", "c3-c4"), ("a1-a2", "b2-c2", "c3-c4")),
    Step("box", Example(("a1-a2", "b1-b2", "a1-b1"), _SMALL), ("c2-c3", "a2-b2", "b2-c2"), ("a2-b2",)),
    Step("again", Example(_PAIR, _SMALL), ("b1-b2 c1-c2", "b1-b2", "d2-d3"), ("b1-b2 c1-c2", "b1-b2")),
    Step("safe", Example(("a1-a2", "a1-b1"), _SMALL), ("a2-b2", "b1-b2", "c3-c4"), ("c3-c4",), _gives_nothing),
    Step("short", Example(_CHAINS, _SMALL), ("b1-b2", "b4-c4", "c3-c4"), ("c3-c4",), is_as_good),
    Step("control", Example(_OPENED, _SMALL), ("c1-c2", "c1-d1"), ("c1-d1",), is_as_good),
)
