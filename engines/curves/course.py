"""The examples for the rules, and the steps of the course: points, arcs, zones, taking back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engines.game import AnyExplanation, Example, Step

_SHEET = {"size": "11x7", "points": "6"}
_ROW = ("a1", "i1", "c2", "e2", "g2", "k6")
_HILL = ("a1", "i1", "c2", "e3", "g2", "k6")
_ARC = "a1-i1 via e5"
LESSONS = (
    Example((*_ROW, _ARC), _SHEET),
    Example((*_HILL, _ARC, "c2-g2 via e4"), _SHEET),
)
"""A line that captures points, and a later line inside its zone that takes some back."""
FIRST = _SHEET


def _has_reasons(*expected_reasons: tuple[str, int]) -> Callable[[AnyExplanation], bool]:
    """Return a predicate for explanations with all of these reasons, each a code and a number of points."""

    def is_told(explanation: AnyExplanation) -> bool:
        reasons = Counter((reason.code, dict(reason.fields).get("points", 1)) for reason in explanation.facts)
        return Counter(expected_reasons) <= reasons

    return is_told


COURSE = (
    Step("point", Example(("a1",), _SHEET), ("i1", "e4", "k6"), ("i1", "e4", "k6")),
    Step("arc", Example(_ROW, _SHEET), ("a1-i1", "c2-g2 via e4", _ARC), (_ARC,), _has_reasons(("captures", 3))),
    Step(
        "back",
        Example((*_ROW, _ARC), _SHEET),
        ("i1-k6", "c2-e2", "pass"),
        ("c2-e2",),
        _has_reasons(*2 * (("threatens-release", 1),)),
    ),
    Step(
        "save",
        Example((*_ROW, _ARC, "c2-e2"), _SHEET),
        ("c2-e2 via d3", "i1-k6", "pass"),
        ("c2-e2 via d3",),
        _has_reasons(*2 * (("saves-point", 1),)),
    ),
    Step(
        "inside",
        Example((*_HILL, _ARC), _SHEET),
        ("c2-g2", "c2-g2 via e4", "pass"),
        ("c2-g2 via e4",),
        _has_reasons(("captures", 1), ("takes-back", 2)),
    ),
    Step("edge", Example((*_HILL, _ARC, "c2-g2 via e4"), _SHEET), (), ()),
)
