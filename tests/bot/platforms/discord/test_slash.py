"""Application commands come from the one table and say what would have been typed."""

from __future__ import annotations

from typing import Any

from bot.core.commands import COMMANDS
from bot.core.ports.platform import PRIVATE, Choice, Message
from engines import GAMES


def synced(env) -> dict[str, Any]:
    return {command["name"]: command for command in sent(env) if command["type"] == 1}


def sent(env) -> Any:
    [body] = [request.json for request in env.http_requests if request.method == "PUT" and "commands" in request.path]
    return body


def option(command: dict[str, Any], name: str) -> Any:
    return next(option for option in command["options"] if option["name"] == name)


async def test_every_command_is_offered_with_its_parameters(server):
    commands = synced(server.env)
    assert set(commands) == {command.name for command in COMMANDS}
    for command in COMMANDS:
        names = {parameter.name for parameter in command.parameters}
        assert {o["name"] for o in commands[command.name]["options"]} - {"file"} == names


async def test_games_levels_and_languages_are_choices(server):
    commands = synced(server.env)
    games = option(commands["challenge"], "game")
    assert games["required"]
    assert [choice["value"] for choice in games["choices"]] == list(GAMES)
    levels = option(commands["challenge"], "level")["choices"]
    assert [choice["value"] for choice in levels] == ["easy", "classic", "strong"]
    languages = option(commands["language"], "language")["choices"]
    assert [choice["value"] for choice in languages] == ["en", "ru", "uk"]


async def test_descriptions_are_in_three_languages(server):
    move = synced(server.env)["move"]
    assert move["description"] == "command-move in en"
    assert move["description_localizations"] == {"ru": "command-move in ru", "uk": "command-move in uk"}
    assert option(move, "code")["description_localizations"]["uk"] == "parameter-code in uk"
    assert option(synced(server.env)["board"], "as")["choices"][0]["name_localizations"]["ru"] == "as-picture in ru"


async def test_names_are_in_the_languages_that_have_them(server):
    move = synced(server.env)["move"]
    assert move["name_localizations"] == {"ru": "name-command-move in ru", "uk": "name-command-move in uk"}
    assert option(move, "code")["name_localizations"]["uk"] == "name-parameter-code in uk"


async def test_everything_can_be_installed_by_servers_and_people_and_used_everywhere(server):
    for command in sent(server.env):
        assert (sorted(command["integration_types"]), sorted(command["contexts"])) == ([0, 1], [0, 1, 2])


async def test_a_person_is_challenged_from_the_menu_of_their_name(server):
    [menu] = [command for command in sent(server.env) if command["type"] == 2]
    await server.ann.context_menu(server.channel, menu["name"], server.bob)
    [heard] = server.core.heard
    assert heard.text == f"/setup {server.bob.mention}"
    assert heard.mentions[server.bob.mention].name == "Bob"


async def test_other_bots_are_not_challenged(server):
    other = server.guild.add_member(server.env.create_user("mee", global_name="Mee", bot=True))
    refused = await server.ann.slash(server.channel, "challenge", game="dots", opponent=other)
    assert refused.ephemeral
    assert refused.response.content == "other-bot in en"
    assert server.core.heard == []


async def test_a_command_is_the_text_one_would_have_typed(server):
    await server.ann.slash(server.channel, "challenge", game="dots", opponent=server.bob, options=" 4x4   pie=3 ")
    [heard] = server.core.heard
    assert heard.text == f"/challenge dots {server.bob.mention} 4x4 pie=3"
    assert heard.mentions[server.bob.mention].name == "Bob"
    assert heard.mentions[server.bob.mention].id == str(server.bob.id)


async def test_parameters_named_like_words_of_python_work(server):
    await server.ann.slash(server.channel, "language", language="uk", **{"for": "chat"})
    assert server.core.heard[0].text == "/language uk chat"


async def test_who_asks_and_where_is_told(server):
    await server.ann.slash(server.channel, "games")
    [heard] = server.core.heard
    assert (heard.person.key, heard.person.name, heard.person.handle) == (f"discord:{server.ann.id}", "Ann", "ann")
    assert heard.chat.key == f"discord:{server.channel.id}"
    assert not heard.chat.direct
    assert not heard.pressed


async def test_challenging_the_bot_itself_is_challenging_bot(server):
    me = server.env.backend.bot_user.id
    await server.ann.send(server.channel, f"<@{me}> /challenge dots <@{me}> 4x4")
    assert server.core.heard[0].text == "/challenge dots bot 4x4"


async def test_a_private_answer_is_for_the_asker_alone(server):
    server.core.answers["/help"] = (Message("Here is help.", envelope=PRIVATE),)
    result = await server.ann.slash(server.channel, "help")
    assert result.ephemeral
    assert result.response.content == "Here is help."
    assert server.channel.last_message is None or server.channel.last_message.flags.ephemeral


async def test_a_public_answer_is_for_everybody(server):
    server.core.answers["/games"] = (Message("No games."),)
    result = await server.ann.slash(server.channel, "games")
    assert (result.response.content, result.response.ephemeral) == ("No games.", False)
    assert not result.followups


async def test_without_an_answer_the_asker_alone_is_told_that_it_is_done(server):
    result = await server.ann.slash(server.channel, "resign")
    await server.env.advance_time(3)
    assert (result.response.content, result.response.ephemeral) == ("done in en", True)


async def test_the_answer_to_a_command_is_the_board(server):
    server.core.public["/move a1-a2"] = Message("A board")
    before = len(server.env.http_requests)
    await server.ann.slash(server.channel, "move", move="a1-a2")
    [call] = server.env.http_requests[before:]
    assert call.path.endswith("/callback")
    assert call.json["data"]["content"] == "A board"
    assert server.core.shown == [str(server.channel.last_message.id)]


async def test_several_answers_are_all_told(server):
    server.core.answers["/hint"] = (
        Message("one", envelope=PRIVATE),
        Message("two", envelope=PRIVATE),
        Message("three"),
    )
    result = await server.ann.slash(server.channel, "hint")
    said = [result.response, *result.followups]
    assert [(message.content, message.ephemeral) for message in said] == [
        ("one", True),
        ("two", True),
        ("three", False),
    ]


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
    [heard] = server.core.heard
    assert heard.text == "/challenge dots"
    assert heard.attachment == "1>2,3 2>4"


async def test_what_came_late_and_could_not_be_acknowledged_is_not_done(server, monkeypatch):
    """The person was told that it failed."""
    monkeypatch.setattr("bot.platforms.discord.interaction_answers._STILL_FRESH", 0)
    server.env.inject_error("POST", "/interactions/*", status=400, code=40060)
    await server.ann.slash(server.channel, "resign")
    assert server.core.heard == []
