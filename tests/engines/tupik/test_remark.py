"""Who wins on a map is known when it is first shown."""

from __future__ import annotations

import pytest

from engines.tupik import GAME
from tests.engines.tupik.board import start
from tests.engines.tupik.slow import drive_values, placing_value


@pytest.mark.parametrize("text", ["A>B,C B>D C>D", "1>2,3 2>4 3>4 4>5", "1>2,3 2>1,3 3>1,4 4>5 5>6,7 6>5,8 7>6"])
def test_the_remark_names_the_winner_of_a_map(text: str):
    position = start(text)
    assert GAME.offer.remark is not None
    [line] = GAME.offer.remark(position)
    value, _ = placing_value(position, drive_values(position.roads))
    assert line.code == {1: "map-first-wins", -1: "map-second-wins"}[value]
