"""What /rules says of options can be typed, in the language it is said in, and is so."""

from __future__ import annotations

import pytest

from bot.core.commands.challenges import Challenge, read_challenge
from bot.core.commands.questions import RulesPart, ShowRules
from bot.core.game.people import Chat, Person, Robot
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import Incoming
from bot.core.view.answers import rules
from bot.core.view.names import choice_in_words, default_in_words
from engines import GAMES
from engines.default_options import Default, default_of
from engines.game import LEVELS, Seat

SOMEBODY = Incoming(Chat("stage", "1"), Person("stage", "1", "Ann"), "")
EVERY_OPTION = [
    pytest.param(game, setting, id=f"{name} {setting.key}") for name, game in GAMES.items() for setting in game.settings
]


def _challenge(words: str) -> Challenge:
    result = read_challenge(words, SOMEBODY)
    assert isinstance(result, Challenge)
    return result


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_options_end_with_a_line_on_each(game: str, language: str):
    lines = rules(ShowRules(game, RulesPart.OPTIONS), speech(language)).text.splitlines()[-len(GAMES[game].settings) :]
    assert [line.partition("=")[0] for line in lines] == [setting.key for setting in GAMES[game].settings]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "setting"), EVERY_OPTION)
def test_every_value_can_be_typed_as_it_is_written(game, setting, language):
    for choice in (*setting.choices, *filter(None, [setting.custom_example])):
        words = f"{game.name} {setting.key}={choice_in_words(choice, speech(language))}"
        assert _challenge(words).settings == {setting.key: choice}


@pytest.mark.parametrize(("game", "setting"), EVERY_OPTION)
def test_a_game_starts_with_every_value_that_it_offers(game, setting):
    for choice in (*setting.choices, *filter(None, [setting.custom_example])):
        settings = {setting.key: choice}
        if setting.key != "cities":  # new maps need the search; they are tried beside it
            assert game.start(game.offer.defaults(settings), 0).outcome is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_seats_and_levels_can_be_typed_as_they_are_written(language: str):
    words = speech(language)
    for seat in Seat:
        assert _challenge(f"dots {words.say(seat.value)}").seat is seat
    assert _challenge(f"dots {words.say('seat-random')}").seat == "random"
    for level in LEVELS:
        assert _challenge(f"bot dots {words.say(f'level-{level}')}").opponent == Robot(level)


def test_the_default_of_an_option_may_depend_on_another():
    assert default_of(GAMES["dots"], "pie") == Default("0")
    larger = ("1-6", ("9x9", "10x10", "12x12", "6x10")), ("1-5", ("7x7", "8x8", "4x8"))
    assert default_of(GAMES["digits"], "digits") == Default("1-4", larger)
    assert default_of(GAMES["lgame"], "target") == Default("15")
    assert default_of(GAMES["tupik"], "cities") == Default("")
    pie = next(setting for setting in GAMES["dots"].settings if setting.key == "pie")
    assert default_in_words(GAMES["dots"], pie, speech("en")) == "0"
