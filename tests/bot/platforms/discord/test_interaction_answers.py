"""Interactions are acknowledged in time, and answered to the asker alone or to all."""

from __future__ import annotations

from bot.core.game.people import Chat, Person
from bot.core.language.speech import say
from bot.core.ports.platform import PRIVATE, Message, Picture
from tests.bot.platforms.discord.scripted import BOARD, PNG, open_adapter
from tests.bot.platforms.discord.standin import CHANNEL, standing_in


async def test_a_private_answer_is_for_the_asker_alone(server):
    server.core.answers["/help"] = (Message("Here is help.", envelope=PRIVATE),)
    result = await server.ann.slash(server.channel, "help")
    assert result.ephemeral
    assert result.response.content == "Here is help."
    assert server.channel.last_message is None or server.channel.last_message.flags.ephemeral


async def test_a_public_answer_is_visible_to_everyone(server):
    server.core.answers["/games"] = (Message("No games."),)
    result = await server.ann.slash(server.channel, "games")
    assert (result.response.content, result.response.ephemeral) == ("No games.", False)
    assert not result.followups


async def test_without_an_answer_only_the_asker_sees_that_it_is_done(server):
    result = await server.ann.slash(server.channel, "resign")
    await server.env.advance_time(3)
    assert (result.response.content, result.response.ephemeral) == (say("en", "done"), True)


async def test_the_answer_to_a_command_is_the_board(server):
    server.core.public["/move a1-a2"] = Message("A board")
    before = len(server.env.http_requests)
    await server.ann.slash(server.channel, "move", move="a1-a2")
    [call] = server.env.http_requests[before:]
    assert call.path.endswith("/callback")
    assert call.json["data"]["content"] == "A board"
    assert server.core.shown == [str(server.channel.last_message.id)]


async def test_several_answers_are_all_sent(server):
    server.core.answers["/hint"] = (
        Message("one", envelope=PRIVATE),
        Message("two", envelope=PRIVATE),
        Message("three"),
    )
    result = await server.ann.slash(server.channel, "hint")
    text = [result.response, *result.followups]
    assert [(message.content, message.ephemeral) for message in text] == [
        ("one", True),
        ("two", True),
        ("three", False),
    ]


async def test_a_late_interaction_without_acknowledgement_does_nothing(server, monkeypatch):
    """The person was told that it failed."""
    monkeypatch.setattr("bot.platforms.discord.interaction_answers._STILL_FRESH", 0)
    server.env.inject_error("POST", "/interactions/*", status=400, code=40060)
    await server.ann.slash(server.channel, "resign")
    assert server.core.heard == []


async def test_a_late_command_is_acknowledged_before_the_core_handles_it(core):
    core.answers["/hint"] = (Message("Take a1-a2.", Picture(BOARD, "A board."), envelope=PRIVATE),)
    async with standing_in() as server, open_adapter(server, core):
        await server.command("hint")
        acknowledged = await server.call("POST", "/callback")
        answered = await server.call("PATCH", "/webhooks/1/interaction-token/messages/@original")
    assert acknowledged.body == {"type": 5, "data": {"flags": 64}}
    assert answered.body["content"] == "Take a1-a2."
    assert answered.body["attachments"][0]["description"] == "A board."
    assert answered.files == {"board.png": PNG}
    assert core.heard[0].person == Person("discord", "17", "Ann", "ann", "uk")
    assert core.heard[0].chat == Chat("discord", CHANNEL, direct=True)


async def test_a_promised_answer_is_given_though_the_board_was_shown_because_of_another_press(core, monkeypatch):
    monkeypatch.setattr("bot.platforms.discord.interaction_answers._ACKNOWLEDGED_AFTER", 0.0)
    async with standing_in() as server, open_adapter(server, core):
        await server.command("resign")
        await server.call("POST", "/callback")
        answered = await server.call("PATCH", "/webhooks/1/interaction-token/messages/@original")
    assert answered.body["content"] == say("uk", "done")


async def test_a_press_is_acknowledged_without_a_new_message(core):
    async with standing_in() as server, open_adapter(server, core):
        await server.press("tetradka:0:/accept BCDFGH")
        acknowledged = await server.call("POST", "/callback")
    assert acknowledged.body["type"] == 6
    assert [(incoming_text.text, incoming_text.pressed, incoming_text.replies_to) for incoming_text in core.heard] == [
        ("/accept BCDFGH", True, "500")
    ]
