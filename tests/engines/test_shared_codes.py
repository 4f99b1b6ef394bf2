"""A code that two games say is one sentence: catalogues know codes alone."""

from __future__ import annotations

from itertools import combinations

import pytest

from engines import GAMES


@pytest.mark.parametrize(("one", "other"), [*combinations(GAMES, 2)])
def test_games_say_the_same_by_the_same_code(one: str, other: str):
    here, there = GAMES[one].text.phrases, GAMES[other].text.phrases
    assert {code: here[code] for code in here.keys() & there.keys() if here[code] != there[code]} == {}
