"""The rules of every game are short, over one picture in which every example typed in them is a legal move."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.core.commands.challenges import Challenge, read_challenge
from bot.core.commands.playing import in_notation
from bot.core.commands.questions import RulesPart, ShowRules
from bot.core.game.people import Chat, Person
from bot.core.game.session import play
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import Incoming
from bot.core.view.answers import rules
from bot.core.view.boards import example_position
from engines import GAMES

_MOST_WORDS = 80
_LONGEST_CAPTION = 1024
_PLACE = r"(?:[a-p]\d+(?:-[a-p]\d+)*|\d+(?:-\d+)?)"
_MIDDLE = r"(?:via|через) [a-p][\d.]*(?: [\d.]*\d)?"
_EXAMPLE = re.compile(rf"[:;] ({_PLACE}(?: (?:{_PLACE}|{_MIDDLE}|[+-]\d))*|pass|пас)(?=[.;,]?(?:\s|$))")
"""What stands after a colon and is a move from its first word to its last."""
_BETWEEN_PLACES = re.compile(r"[a-p]\d+-[a-p]\d+|(?<![=\d-])\b\d-\d\b(?!-)")
_EVERY = [(language, game) for language in LANGUAGES for game in GAMES]


def _examples(text: str) -> list[str]:
    return _EXAMPLE.findall(text)


@pytest.mark.parametrize(("language", "game"), _EVERY)
def test_rules_are_short_over_one_picture(language: str, game: str):
    answer = rules(ShowRules(game), speech(language))
    assert len(answer.text.split()) <= _MOST_WORDS
    assert answer.picture
    assert answer.picture.alt
    labels = [button.label for button in answer.buttons[0]]
    assert labels == [speech(language).say("button-options"), speech(language).say("button-limits")]


@pytest.mark.parametrize(("language", "game"), _EVERY)
def test_exact_limits_fit_under_one_picture_of_their_own(language: str, game: str):
    answer = rules(ShowRules(game, RulesPart.LIMITS), speech(language))
    assert len(answer.text) <= _LONGEST_CAPTION
    assert answer.picture
    assert answer.picture != rules(ShowRules(game), speech(language)).picture


@pytest.mark.parametrize(("language", "game"), _EVERY)
@pytest.mark.parametrize(("part", "at"), [("rules", 0), ("limits", 1)])
def test_every_example_can_be_played_in_the_picture_beside_it(language: str, game: str, part: str, at: int):
    text = speech(language).say(f"{part}-{game}")
    position, _ = example_position(GAMES[game], GAMES[game].teaching.lessons[at])
    examples = _examples(text)
    assert examples or part == "limits"
    for example in examples:
        play(position, in_notation(example))


@pytest.mark.parametrize(("language", "game"), _EVERY)
@pytest.mark.parametrize("part", ["rules", "limits"])
def test_every_move_in_a_text_about_a_game_is_a_checked_example(language: str, game: str, part: str):
    text = speech(language).say(f"{part}-{game}")
    examples = " ".join(_examples(text))
    wording = " ".join(line for line in text.split("\n") if not line.startswith("/"))
    assert [move for move in _BETWEEN_PLACES.findall(wording) if move not in examples] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_examples(language: str):
    for code in (f"{part}-{game}" for part in ("rules", "limits") for game in GAMES):
        answer, english = (map(in_notation, _examples(speech(each).say(code))) for each in (language, "en"))
        assert list(answer) == list(english)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_challenge_typed_in_exact_limits_begins_a_game(language: str):
    result = list(_challenges(speech(language).say("limits-tupik")))
    assert len(result) == 2
    for challenge in result:
        game = GAMES[challenge.game]
        assert game.start(game.offer.defaults(challenge.settings), 0).outcome is None


def _challenges(text: str) -> Iterator[Challenge]:
    for line in text.split("\n"):
        if line.startswith("/challenge "):
            wording = line.removeprefix("/challenge ")
            result = read_challenge(wording, Incoming(Chat("stage", "1"), Person("stage", "1", "Ann"), wording))
            assert isinstance(result, Challenge)
            yield result
