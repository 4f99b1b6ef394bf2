"""The options: a built-in map, an own one, or a made one."""

from __future__ import annotations

import re

import pytest

from engines.console.console import Console
from engines.refusals import Unreadable
from engines.tupik import GAME
from engines.tupik.options import SETTINGS


def test_without_options_a_built_in_map_is_played():
    assert GAME.start({}, 0).settings == {"map": "salt-road"}


@pytest.mark.parametrize("text", ["fox-hill", "Fox Hill", " FOX-HILL "])
def test_a_built_in_map_is_called_by_its_name(text):
    assert GAME.start({"map": text}, 0).settings == {"map": "fox-hill"}


def test_a_generated_map_is_given_as_its_text():
    position = GAME.start({"cities": "9"}, 3)
    assert len(position.roads) == 9
    assert GAME.start(position.settings, 0) == position


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"cities": "3"}, "bad-option"),
        ({"cities": "41"}, "bad-option"),
        ({"cities": "many"}, "bad-option"),
        ({"map": "nowhere"}, "bad-option"),
        ({"map": "old-town", "cities": "8"}, "map-and-cities"),
        ({"colour": "red"}, "unknown-option"),
        ({"map": "1>2 2>1"}, "too-few-cities"),
    ],
)
def test_a_wrong_option_is_refused_by_name(options, code):
    with pytest.raises(Unreadable) as refusal:
        GAME.start(options, 0)
    assert refusal.value.code == code
    assert refusal.value.fields["option"] in {*options, "map"}


def test_the_console_takes_a_map_in_quotes():
    console = Console()
    assert console.answer('new tupik map="1>2,3;2>4;3>4"').startswith("=")
    assert console.answer("play 2").startswith("= 2")
    assert console.answer("new tupik map=1>2;2>1;3>4").startswith("? no-way-to-the-dead-end:")
    assert console.answer("score").startswith("= 0 1")


@pytest.mark.parametrize(
    "word", ["1>2,3", "old-town", "12.Kyiv@2.5,4>1", "4@1,1", "3->4", "4.End", "A>B,C", "Львів->Оса"]
)
def test_words_of_a_map_need_no_key(word):
    assert re.fullmatch(SETTINGS[0].bare_pattern or "", word)


@pytest.mark.parametrize("word", ["12", "4x4", "bot", "3:15", "1-4"])
def test_other_words_are_no_map(word):
    assert not re.fullmatch(SETTINGS[0].bare_pattern or "", word)


def test_a_map_may_come_as_a_file():
    assert [setting.key for setting in SETTINGS if setting.is_file] == ["map"]
