"""The rules of every game are shown by two or three positions that can be reached."""

from __future__ import annotations

import pytest

from bot.core.speech import speech
from bot.core.view.lessons import lesson
from engines import GAMES


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_game_has_two_or_three_examples_in_pictures_and_words(game):
    assert 2 <= len(game.lessons) <= 3
    for example in game.lessons:
        scene, alt = lesson(game, example, speech("uk"))
        assert scene.items
        assert alt
