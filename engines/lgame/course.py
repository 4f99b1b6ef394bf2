"""The lessons of the rules and the steps of the course: moving the L, moving a disc, blocking."""

from __future__ import annotations

from engines.game import Example, Explanation, Step, is_as_good
from engines.lgame.move import Move

_TO_WIN = ("c2-c4-d4 a4-a2", "b3-b1-a1 a2-b4")
_IN_DANGER = ("d4-d2-c2", "b1-b3-a3", "c2-c4-b4 d1-a1", "d1-b1-b2 a4-d2", "a3-c3-c2 a1-d4")
_LS = ("c2-c4-d4", "c4-c2-d2", "d4-d2-c2")
_WITH_DISC = ("c2-c4-d4 d1-a1", "c4-c2-d2 a4-a1")
LESSONS = (Example(()), Example(("c2-c4-d4 d1-a1",), {"variant": "scoring"}))
"""The start, and a board where painted squares score."""


def _with_disc(explanation: Explanation[Move]) -> bool:
    return explanation.move.neutral is not None


COURSE = (
    Step("l", Example(()), _LS, _LS),
    Step("disc", Example(()), ("c2-c4-d4", *_WITH_DISC), _WITH_DISC, _with_disc),
    Step("win", Example(_TO_WIN), ("c4-c2-d2", "c1-c3-d3 d1-a3", "d2-d4-c4 d1-a2"), ("c1-c3-d3 d1-a3",), is_as_good),
    Step("won", Example((*_TO_WIN, "c1-c3-d3 d1-a3")), (), ()),
    Step(
        "save", Example(_IN_DANGER), ("c1-a1-a2", "c1-a1-a2 d2-b4", "c1-a1-a2 d4-b2"), ("c1-a1-a2 d4-b2",), is_as_good
    ),
    Step("middle", Example(("c2-c4-d4 d1-a1",)), (), ()),
)
