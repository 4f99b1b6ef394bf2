"""What a challenge says of its start, against the tables."""

from __future__ import annotations

import numpy as np

from engines.lgame import GAME
from engines.lgame.grid import START_LS, START_NEUTRALS
from engines.lgame.options import TARGETS
from engines.lgame.search.graph import ARRANGEMENTS, graph, number
from engines.lgame.search.retrograde import solve_values
from engines.lgame.search.tables import scoring_knowns


def remark_codes(**options: str) -> list[str]:
    assert GAME.offer.remark is not None
    return [phrase.code for phrase in GAME.offer.remark(GAME.start(options, 0))]


def test_only_scoring_is_called_lost_for_the_first_player():
    assert remark_codes(variant="scoring") == remark_codes(target="99") == ["mover-loses"]
    assert remark_codes() == remark_codes(variant="symmetry") == []


def test_the_first_player_loses_even_if_one_point_is_enough():
    """So it is lost at every target: needing more than one point never helps."""
    table = np.zeros((2, TARGETS[-1] + 1, 2, ARRANGEMENTS), np.int16)
    start = number(*START_LS, START_NEUTRALS)
    for needed in TARGETS:
        table[1, needed] = solve_values(graph(), *scoring_knowns(table, (1, needed)))
    assert (table[1, 1:, 0, start] < 0).all()
