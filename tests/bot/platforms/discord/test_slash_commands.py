"""Application commands come from the one table, have words in every language and say what would have been typed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.core.language.speech import LANGUAGES, say, speech
from bot.core.ports.platform import Button, Choice, Message
from bot.features import COMMANDS
from bot.platforms.discord.slash_commands import commands_of, options_of
from engines import GAMES


def sync_commands(env) -> dict[str, Any]:
    return {command["name"]: command for command in send_command(env) if command["type"] == 1}


def send_command(env) -> Any:
    [body] = [request.json for request in env.http_requests if request.method == "PUT" and "commands" in request.path]
    return body


def option(command: dict[str, Any], name: str) -> Any:
    return next(option for option in command["options"] if option["name"] == name)


async def test_every_command_is_offered_with_its_parameters(server):
    commands = sync_commands(server.env)
    assert set(commands) == {command.name for command in COMMANDS.listed}
    for command in COMMANDS.listed:
        names = {parameter.name for parameter in command.parameters}
        assert {o["name"] for o in commands[command.name]["options"]} - {"file"} == names


def test_a_command_that_is_turned_off_is_not_offered():
    async def handle(*about: object) -> None:
        """Do nothing."""

    async def complete(*about: object) -> list[Any]:
        return []

    commands = commands_of(handle, complete, {"seek"})
    assert {each.name for each in commands} == {each.name for each in COMMANDS.listed} - {"seek"}
    [notify] = (each for each in commands if each.name == "notify")
    ways = [choice.value for parameter in notify.parameters for choice in parameter.choices]
    assert "private" in ways and "seeks" not in ways


async def test_games_levels_and_languages_are_choices(server):
    commands = sync_commands(server.env)
    games = option(commands["challenge"], "game")
    assert games["required"]
    assert [choice["value"] for choice in games["choices"]] == list(GAMES)
    levels = option(commands["challenge"], "level")["choices"]
    assert [choice["value"] for choice in levels] == ["easy", "classic", "skilled", "expert", "strong"]
    languages = option(commands["language"], "language")["choices"]
    assert [choice["value"] for choice in languages] == ["en", "ru", "uk"]


async def test_descriptions_are_in_three_languages(server):
    move = sync_commands(server.env)["move"]
    assert move["description"] == say("en", "command-move")
    assert move["description_localizations"] == {"ru": say("ru", "command-move"), "uk": say("uk", "command-move")}
    assert option(move, "code")["description_localizations"]["uk"] == say("uk", "parameter-code")
    assert option(sync_commands(server.env)["board"], "as")["choices"][0]["name_localizations"]["ru"] == say(
        "ru", "as-picture"
    )


async def test_names_are_in_the_languages_that_have_them(server):
    move = sync_commands(server.env)["move"]
    assert move["name_localizations"] == {"ru": say("ru", "name-command-move"), "uk": say("uk", "name-command-move")}
    assert option(move, "code")["name_localizations"]["uk"] == say("uk", "name-parameter-code")


async def test_everything_can_be_installed_by_servers_and_people_and_used_everywhere(server):
    for command in send_command(server.env):
        assert (sorted(command["integration_types"]), sorted(command["contexts"])) == ([0, 1], [0, 1, 2])


async def test_a_person_is_challenged_from_the_menu_of_their_name(server):
    [menu] = [command for command in send_command(server.env) if command["type"] == 2]
    await server.ann.context_menu(server.channel, menu["name"], server.bob)
    [incoming_text] = server.core.heard
    assert incoming_text.text == f"/setup {server.bob.mention}"
    assert incoming_text.mentions[server.bob.mention].name == "Bob"


async def test_a_game_is_reviewed_from_the_menu_of_a_message_that_shows_it(server):
    [menu] = [command for command in send_command(server.env) if command["type"] == 3]
    again = Button("Rematch", "/again KCRTTH")
    await server.core.adapter.show(server.chat, Message("A board", buttons=((again,),)))
    await server.ann.context_menu(server.channel, menu["name"], server.channel.last_message)
    assert server.core.heard[-1].text == "/review KCRTTH"


async def test_no_game_is_reviewed_from_the_menu_of_a_message_that_shows_none(server):
    [menu] = [command for command in send_command(server.env) if command["type"] == 3]
    await server.core.adapter.show(server.chat, Message("Hello!", buttons=((Button("Rules", "/rules dots"),),)))
    talk = await server.bob.send(server.channel, "Look at KCRTTH!")
    for message in (server.channel.history()[0], talk):
        interaction = await server.ann.context_menu(server.channel, menu["name"], message)
        assert (interaction.response.content, interaction.ephemeral) == (say("en", "message-without-game"), True)
    assert server.core.heard == []


async def test_a_game_to_import_may_be_attached(server):
    assert [each["name"] for each in sync_commands(server.env)["import"]["options"]][-1] == "file"


async def test_other_bots_are_not_challenged(server):
    another = server.guild.add_member(server.env.create_user("mee", global_name="Mee", bot=True))
    refusal = await server.ann.slash(server.channel, "challenge", game="dots", opponent=another)
    assert refusal.ephemeral
    assert refusal.response.content.startswith(say("en", "other-bot", name="Mee").partition("/")[0])
    assert server.core.heard == []


async def test_a_command_is_the_text_one_would_have_typed(server):
    await server.ann.slash(server.channel, "challenge", game="dots", opponent=server.bob, options=" 4x4   pie=3 ")
    [incoming_text] = server.core.heard
    assert incoming_text.text == f"/challenge dots {server.bob.mention} 4x4 pie=3"
    assert incoming_text.mentions[server.bob.mention].name == "Bob"
    assert incoming_text.mentions[server.bob.mention].id == str(server.bob.id)


async def test_parameters_named_like_words_of_python_work(server):
    await server.ann.slash(server.channel, "language", language="uk", **{"for": "chat"})
    assert server.core.heard[0].text == "/language uk chat"


async def test_an_interaction_states_its_person_and_place(server):
    await server.ann.slash(server.channel, "games")
    [incoming_text] = server.core.heard
    assert (incoming_text.person.key, incoming_text.person.name, incoming_text.person.handle) == (
        f"discord:{server.ann.id}",
        "Ann",
        "ann",
    )
    assert incoming_text.chat.key == f"discord:{server.channel.id}"
    assert not incoming_text.chat.direct
    assert not incoming_text.pressed


async def test_challenging_the_bot_itself_is_challenging_bot(server):
    me = server.env.backend.bot_user.id
    await server.ann.send(server.channel, f"<@{me}> /challenge dots <@{me}> 4x4")
    assert server.core.heard[0].text == "/challenge dots bot 4x4"


async def test_moves_codes_and_options_are_completed(server):
    server.core.choices = (Choice("4x4, quick", "4x4"), Choice("too long", "x" * 101), *[Choice("n", "n")] * 40)
    offered = await server.ann.autocomplete(server.channel, "challenge", "options", "4", game="dots")
    assert offered[0] == {"name": "4x4, quick", "value": "4x4"}
    assert len(offered) == 24
    assert server.core.completed == [("/challenge dots", "challenge", "options", "4")]


async def test_a_move_is_completed_within_the_game_of_the_code(server):
    await server.ann.autocomplete(server.channel, "move", "move", "a1", code="BCDFGH")
    assert server.core.completed == [("/move BCDFGH", "move", "move", "a1")]


async def test_a_file_comes_along_with_a_challenge(server):
    await server.ann.slash(server.channel, "challenge", game="dots", file=("map.txt", b"1>2,3 2>4"))
    [incoming_text] = server.core.heard
    assert incoming_text.text == "/challenge dots"
    assert incoming_text.attachment == "1>2,3 2>4"


CODES = (
    {f"command-{command.name}" for command in COMMANDS.listed}
    | {f"parameter-{option.name}" for command in COMMANDS.listed for option in options_of(command)}
    | {
        f"{option.name}-{choice}"
        for command in COMMANDS.listed
        for option in options_of(command)
        for choice in option.choices
        if option.name != "language"
    }
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_description_and_choice_has_words_that_fit(language):
    texts = {code: speech(language).say(code) for code in CODES}
    assert {code: text for code, text in texts.items() if text == code or len(text) > 100} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_is_one_that_discord_takes(language):
    words = speech(language)
    for command in COMMANDS.listed:
        name = words.say(f"name-command-{command.name}")
        options = [words.say(f"name-parameter-{option.name}") for option in options_of(command)]
        for each in (name, *options):
            assert re.fullmatch(r"[-\w]{1,32}", each), each
            assert each == each.lower()
            assert not each.startswith("name-")
        assert len(set(options)) == len(options), command.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_commands_have_one_name(language):
    names = [speech(language).say(f"name-command-{command.name}") for command in COMMANDS.listed]
    assert len(set(names)) == len(names)
