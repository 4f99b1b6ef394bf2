"""The rules of every game are shown by two or three positions that can be reached."""

from __future__ import annotations

import re

import pytest

from bot.core.commands.playing import in_notation
from bot.core.game.session import play
from bot.core.language.speech import LANGUAGES, speech
from bot.core.view.learning import lesson
from engines import GAMES
from engines.game import AnyPosition, Example


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_game_has_two_or_three_examples_in_pictures_and_words(game):
    assert 2 <= len(game.teaching.lessons) <= 3
    for example in game.teaching.lessons:
        picture = lesson(game, example, speech("uk"))
        assert picture.scene.items
        assert picture.alt


_LINE = re.compile(r"[a-k]\d-[a-k]\d(?: [+-]\d| (?:via|через) [a-k]\.5 \d\.5| (?:via|через) [a-k]\d)?")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_in_the_rules_of_curves_can_be_drawn_in_every_picture(language):
    written = _LINE.findall(speech(language).say("rules-curves"))
    assert len(written) == 4
    for example in GAMES["curves"].teaching.lessons:
        position = _shown("curves", example)
        for text in written:
            play(position, in_notation(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_moves_in_the_rules_of_dots_can_be_played_in_the_first_picture(language):
    written = re.findall(r"[a-d]\d-[a-d]\d(?: [a-d]\d-[a-d]\d)*", speech(language).say("rules-dots"))
    assert written == ["b1-c1", "a2-b2 c1-c2"]
    first, second = (_shown("dots", example) for example in GAMES["dots"].teaching.lessons)
    for text in written:
        play(first, text)
    play(second, written[0])


def _shown(game: str, example: Example) -> AnyPosition:
    position: AnyPosition = GAMES[game].start(example.settings, 0)
    for text in example.messages:
        position = play(position, text).position
    return position
