"""The rules of every game are shown by two or three positions that can be reached."""

from __future__ import annotations

import pytest

from bot.core.speech import speech
from bot.core.view.lessons import LESSONS, lesson
from engines import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_two_or_three_examples_in_pictures_and_words(game):
    assert 2 <= len(LESSONS[game]) <= 3
    for example in LESSONS[game]:
        scene, alt = lesson(game, example, speech("uk"))
        assert scene.items
        assert alt
