"""Whatever the bot shows, in any language, can be typed back and means the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.core.commands.challenges import Challenge
from bot.core.commands.questions import SetLanguage, ShowRules
from bot.core.game.people import Robot
from bot.core.language.speech import LANGUAGES, language_names, speech
from bot.core.ports.store import Store
from bot.core.view.names import setting_in_words, title
from bot.features import COMMANDS
from engines import GAMES
from engines.game import Level, Seat
from tests.bot.core.game.test_session import session_after
from tests.bot.scripted import Stage, incoming

VALUES = [
    (game, setting.key, choice) for game in GAMES for setting in GAMES[game].settings for choice in setting.choices
]
IN_TITLES = [
    (game, s.key, choice)
    for game in GAMES
    for s in GAMES[game].settings
    for choice in s.choices
    if s.key == "size" or choice != s.default
]


def challenge(words: str) -> Challenge:
    """Parse a challenge to @bob."""
    request = COMMANDS.parse(incoming("ann", f"/challenge @bob {words}"))
    assert isinstance(request, Challenge)
    return request


def settings(words: str) -> dict[str, str]:
    """The options that a challenge names; in their values upper and lower case are the same."""
    return {key: value.casefold() for key, value in challenge(words).settings.items()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_translated_game_name_can_be_typed(game: str, language: str):
    label = speech(language).say(f"game-{game}")
    assert challenge(label).game == game
    assert COMMANDS.parse(incoming("ann", f"/rules {label}")) == ShowRules(game)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_option_can_be_typed_as_in_a_title(language: str):
    words = speech(language)
    for game, key, value in IN_TITLES:
        label = f"{words.say(f'game-{game}')}, {setting_in_words(key, value, words)}"
        assert settings(label) == {key: value}, label


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_translated_value_can_be_typed_after_its_key(language: str):
    words = speech(language)
    for game, key, value in VALUES:
        label = words.say(f"value-{value}") if words.knows(f"value-{value}") else value
        assert settings(f"{game} {key}={label}") == {key: value}, label


def _titles() -> Iterator[tuple[str, dict[str, str]]]:
    yield "dots", {"size": "4x4", "pie": "3"}
    yield "lgame", {"variant": "scoring", "target": "21"}
    yield "tupik", {"map": "three-corners"}
    yield "digits", {"size": "8x8", "wrap": "yes", "shape": "diamond"}
    yield "curves", {"size": "12x9", "points": "20"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "options"), tuple(_titles()))
def test_a_whole_title_can_be_typed(game: str, options: dict[str, str], language: str):
    session = session_after(game=game, settings=tuple(options.items()))
    label = title(session, speech(language)).partition(" · ")[0]
    assert (challenge(label).game, settings(label)) == (game, options)


@pytest.mark.parametrize("language", ["ru", "uk"])
@pytest.mark.parametrize("level", Level)
def test_the_bots_name_holds_no_latin_letter_in_a_cyrillic_language(level: Level, language: str):
    assert not re.search("[a-z]", speech(language).say("robot", level=level.value))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", Level)
def test_translated_levels_and_the_bots_name_can_be_typed(level: Level, language: str):
    words = speech(language)
    for label in (words.say(f"level-{level}"), words.say("robot", level=level.value)):
        request = COMMANDS.parse(incoming("ann", f"/challenge dots {label}"))
        assert isinstance(request, Challenge)
        assert request.opponent == Robot(level)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translated_seat_can_be_typed(language: str):
    words = speech(language)
    assert [challenge(f"dots {words.say(seat.value)}").seat for seat in Seat] == list(Seat)
    assert challenge(f"dots {words.say('seat-random')}").seat == "random"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("target", LANGUAGES)
def test_translated_languages_can_be_set_for_a_person_or_a_chat(target: str, language: str):
    words = speech(language)
    for label in (target, language_names()[target]):
        assert COMMANDS.parse(incoming("ann", f"/language {label}")) == SetLanguage(target)
        assert COMMANDS.parse(incoming("ann", f"/language {label} {words.say('for-me')}")) == SetLanguage(target)
        request = COMMANDS.parse(incoming("ann", f"/language {label} {words.say('for-chat')}"))
        assert request == SetLanguage(target, for_chat=True)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("command", "code", "word"), [("board", "as-text", "text"), ("hint", "begin-idea", "idea")])
def test_a_translated_word_can_be_typed_after_a_command(command: str, code: str, word: str, language: str):
    label = speech(language).say(code)
    assert COMMANDS.parse(incoming("ann", f"/{command} {label}")) == COMMANDS.parse(
        incoming("ann", f"/{command} {word}")
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_labels_of_board_buttons_can_be_typed(store: Store, game: str, language: str):
    stage = Stage(store)
    await stage.type(f"ann.{language}", f"/challenge @bob {game}")
    await stage.type("bob", "/accept")
    for row in stage.board.buttons:
        for button in row:
            request = COMMANDS.parse(incoming("ann", button.label))
            assert type(request) is type(COMMANDS.parse(incoming("ann", button.types)))
