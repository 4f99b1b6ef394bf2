"""Openings played by chance: as long as asked, and never the whole game."""

from __future__ import annotations

from random import Random

import pytest

from engines import GAMES
from engines.console.match import random_opening
from engines.game import advance
from engines.refusals import Illegal


@pytest.mark.parametrize("seed", range(8))
def test_an_opening_that_ends_the_game_is_drawn_again(seed):
    start = GAMES["curves"].start({"size": "4x4", "points": "4"}, 0)
    messages = random_opening(start, 7, Random(seed))
    position = start
    for message in messages:
        position, _ = advance(position, position.read(message))
    assert (len(messages), position.outcome) == (7, None)


def test_an_opening_that_always_ends_the_game_is_refused():
    with pytest.raises(Illegal, match="opening-too-long"):
        random_opening(GAMES["dots"].start({"size": "1x1"}, 0), 4, Random(0))
