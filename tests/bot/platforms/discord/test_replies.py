"""Typed messages are answered where they stand, or in private."""

from __future__ import annotations

import asyncio

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.core.language.speech import LANGUAGES, say, speech
from bot.core.ports.platform import PRIVATE, REFUSED, Button, DeliveryError, Message, Picture
from tests.bot.platforms.discord.scripted import BOARD, open_adapter
from tests.bot.platforms.discord.seen import rows_of
from tests.bot.platforms.discord.standin import ANN, CHANNEL, post_response, row, standing_in


async def test_answers_in_private_come_there(server):
    server.core.answers["a1-z9"] = (Message("No dot z9.", envelope=PRIVATE),)
    await server.ann.user.send_dm("a1-z9")
    assert server.ann.user.dm_channel.last_message.content == "No dot z9."


async def test_private_answers_to_a_mention_come_in_private(server):
    server.core.answers["/hint"] = (Message("Take a1-a2.", Picture(BOARD), envelope=PRIVATE),)
    request = await server.ann.send(server.channel, f"{server.me} /hint")
    assert server.ann.user.dm_channel.last_message.content == f"Take a1-a2.\n{request.jump_url}"
    assert server.channel.last_message.content == f"{server.me} /hint"


async def test_a_button_asks_again_for_the_asker_alone_if_private_messages_are_refused(server):
    server.core.answers["/hint"] = (Message("Take a1-a2.", envelope=PRIVATE),)
    server.env.inject_error("POST", f"/channels/{server.ann.user.dm_channel.id}/messages", status=403)
    await server.ann.send(server.channel, f"{server.me} /hint")
    line = server.channel.last_message
    assert line.content == f"{server.ann.mention}, your answer is ready. Press to see it."
    assert rows_of(line)[0][0].custom_id == f"tetradka:0:/see {server.ann.id} /hint"


async def test_the_slash_command_is_named_if_no_button_can_ask_again(server):
    for text, answer in (("/hint " + "a" * 60, PRIVATE), ("a1-a2", REFUSED)):
        server.core.answers[text] = (Message("Take a1-a2.", envelope=answer),)
        server.env.inject_error("POST", f"/channels/{server.ann.user.dm_channel.id}/messages", status=403)
        await server.ann.send(server.channel, f"{server.me} {text}")
        assert server.channel.last_message.content == say("", "ask-with-slash")


async def test_a_request_known_to_be_refused_is_not_repeated(server):
    server.core.answers |= {"/hint": (Message("Take a1-a2.", envelope=PRIVATE),), "/games": (Message("No games."),)}
    alone = f"/channels/{server.ann.user.dm_channel.id}/messages"
    server.env.inject_error("POST", alone, status=403)
    for _ in range(2):
        await server.ann.send(server.channel, f"{server.me} /hint")
        assert "your answer is ready" in server.channel.last_message.content
    assert posts_to(server, alone) == 1
    deny = discord.Permissions(send_messages=True).value
    me = server.env.backend.bot_user.id
    server.env.backend.set_overwrite(server.channel.id, Overwrite(me, OverwriteType.MEMBER, allow=0, deny=deny))
    await server.env.settle()
    before = posts_to(server, here := f"/channels/{server.channel.id}/messages")
    await server.ann.send(server.channel, f"{server.me} /games")
    with pytest.raises(DeliveryError):
        await server.core.adapter.show(server.chat, Message("A board"))
    assert posts_to(server, here) == before


def posts_to(server, path: str) -> int:
    return sum(request.method == "POST" and request.path.endswith(path) for request in server.env.http_requests)


async def test_public_answers_to_a_mention_stay_in_the_channel(server):
    server.core.answers["/games"] = (Message("No games.", buttons=((Button("Rules", "/rules"),),)),)
    await server.ann.send(server.channel, f"{server.me} /games")
    assert server.channel.last_message.content == "No games."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_who_takes_no_private_messages_reads_what_to_do(language):
    assert speech(language).say("ask-with-slash") != "ask-with-slash"


@pytest.mark.parametrize(
    ("answers", "cause"),
    [({}, "unreadable-reply"), ({"interaction_metadata": {"id": "7", "type": 2, "user": ANN}}, "unheard-reply")],
    ids=["a board", "a command's answer"],
)
async def test_an_unreadable_reply_to_a_board_is_explained_once(core, answers, cause):
    async with standing_in() as server, open_adapter(server, core):
        board = {**post_response("400"), **answers, "components": [row("tetradka:1:/move KHZBRD@3")]}
        for number in ("401", "402"):
            reply = {**post_response(number), "author": ANN, "type": 19, "referenced_message": board}
            reference = {"message_id": "400", "channel_id": CHANNEL}
            await server.dispatch("MESSAGE_CREATE", {**reply, "message_reference": reference})
        post = await server.call("POST", f"/channels/{CHANNEL}/messages")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                await server.call("POST", f"/channels/{CHANNEL}/messages")
    assert post.body["content"] == say("", cause)
    assert post.body["message_reference"]["message_id"] == 401
    assert [part["custom_id"] for part in post.body["components"][0]["components"]] == ["tetradka:0:/move KHZBRD@3"]
    assert core.heard == []
