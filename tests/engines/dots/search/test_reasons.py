"""What the strong level says of leaving boxes is true, and so is all else it says, in random positions."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.dots import GAME
from engines.dots.rules import Position
from engines.dots.search import warm
from engines.game import Level, Limit
from tests.engines.dots.test_control import draw, randomly
from tests.engines.dots.test_reasons import TRUE, is_in_pairs

warm_board = pytest.fixture(autouse=True)(warm)
PLENTY = Limit(20.0)


def leaving(position: Position, boxes: int) -> list[int]:
    """What each side that leaves so many boxes in pairs is worth."""
    after = [draw(position, side) for side in position.open_sides()]
    return [-GAME.solve(p, PLENTY).value for p in after if p.mover is not position.mover and is_in_pairs(p, boxes)]


def test_every_reason_of_the_strong_level_is_true():
    said: Counter[str] = Counter()
    for seed in range(8):
        for position, _ in randomly(seed, "3x3" if seed % 2 else "4x2"):
            hint = GAME.hint(position, PLENTY, Level.STRONG)
            after = position.play(hint.move)
            for reason in hint.reasons:
                said[reason.code] += 1
                fields = dict(reason.fields)
                if reason.code == "hands-back":
                    assert is_in_pairs(after, int(fields["boxes"]))
                elif reason.code == "leaving-brings-no-more":
                    assert max(leaving(position, int(fields["boxes"]))) <= hint.value
                elif not reason.code.startswith("proved-"):
                    assert TRUE[reason.code](position, after, fields), (position, hint)
    assert {"hands-back", "leaving-brings-no-more", "last-safe-side", "opens-short-chain"} <= said.keys()
