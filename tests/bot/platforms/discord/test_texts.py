"""Discord's menus have words in every language, short enough for Discord."""

from __future__ import annotations

import re

import pytest

from bot.core.commands import COMMANDS
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import Due, Message
from bot.platforms.discord.message_parts import text_of
from bot.platforms.discord.slash_commands import options_of

CODES = (
    {f"command-{command.name}" for command in COMMANDS}
    | {f"parameter-{option.name}" for command in COMMANDS for option in options_of(command)}
    | {
        f"{option.name}-{choice}"
        for command in COMMANDS
        for option in options_of(command)
        for choice in option.choices
        if option.name != "language"
    }
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", sorted(CODES))
def test_every_description_and_choice_has_words_that_fit(code, language):
    said = speech(language).say(code)
    assert said != code
    assert len(said) <= 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_cannot_be_written_to_is_told_what_to_do(language):
    assert speech(language).say("ask-with-slash") != "ask-with-slash"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_name_is_one_that_discord_takes(command, language):
    words = speech(language)
    name = words.say(f"name-command-{command.name}")
    options = [words.say(f"name-parameter-{option.name}") for option in options_of(command)]
    assert all(re.fullmatch(r"[-\w]{1,32}", each) and each == each.lower() for each in (name, *options))
    assert len(set(options)) == len(options)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_commands_have_one_name(language):
    names = [speech(language).say(f"name-command-{command.name}") for command in COMMANDS]
    assert len(set(names)) == len(names)


def test_how_long_is_left_is_told_by_discord_which_keeps_it_up_to_date():
    due = Due("2 d 4 h left", 1_800_000_000.0, "deadline")
    said = Message("L-game · <t:1> · 2 d 4 h left\nAnn, your move.", due=due)
    assert text_of(said).splitlines()[0].endswith(" · deadline <t:1800000000:R>")
    assert "<t:1>" not in text_of(said)


@pytest.mark.parametrize("address", ["https://discord.com/channels/1/2/3", "https://discord.com/channels/@me/2/3"])
def test_the_way_to_a_board_can_be_pressed(address):
    assert address in text_of(Message(f"Dots and Boxes: your move. {address}"))


@pytest.mark.parametrize("name", ["http://evil.example/a", "discord.gg/abc", "https://discord.com/invite/abc", "<#1>"])
def test_nothing_else_that_somebody_is_called_is_alive(name):
    assert name not in text_of(Message(f"{name} challenges you."))
