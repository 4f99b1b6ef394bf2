"""Boards are posted, once; where the bot may not post, they answer the latest command."""

from __future__ import annotations

import pytest

from bot.core.game.people import Chat, Person
from bot.core.ports.platform import PRIVATE, DeliveryError, Envelope, Message, Picture
from tests.bot.platforms.discord.scripted import BOARD, PNG, open_adapter
from tests.bot.platforms.discord.standin import CHANNEL, standing_in


async def test_without_permission_to_post_the_board_answers_the_command(server):
    server.core.public["/move a1-a2"] = Message("A board", Picture(BOARD, "A board."))
    server.env.inject_error("POST", "/channels/*/messages", status=403)
    result = await server.ann.slash(server.channel, "move", move="a1-a2")
    board = result.response
    assert (board.content, board.ephemeral) == ("A board", False)
    assert board.attachments[0].description == "A board."
    assert server.core.shown == [str(board.id)]
    assert not result.followups


async def test_even_after_the_command_was_answered(server):
    server.core.answers["/move a1-a2"] = (Message("Done.", envelope=PRIVATE),)
    result = await server.ann.slash(server.channel, "move", move="a1-a2")
    server.env.inject_error("POST", "/channels/*/messages", status=403)
    message_id = await server.core.adapter.show(server.chat, Message("A board"))
    assert [str(text.id) for text in result.followups] == [message_id]


async def test_but_not_for_ever(server):
    await server.ann.slash(server.channel, "games")
    await server.env.advance_time(16 * 60)
    server.env.inject_error("POST", "/channels/*/messages", status=403)
    with pytest.raises(DeliveryError):
        await server.core.adapter.show(server.chat, Message("A board"))


async def test_a_board_is_a_multipart_message(core):
    board = Message("Your turn.", Picture(BOARD, "A board."), mention=Person("discord", "17", "Ann"))
    async with standing_in() as server, open_adapter(server, core) as adapter:
        message_id = await adapter.show(Chat("discord", CHANNEL), board)
        message = await server.call("POST", f"/channels/{CHANNEL}/messages")
    assert message_id == "601"
    assert message.files == {"board.png": PNG}
    assert message.body["content"] == "<@17> Your turn."
    assert message.body["allowed_mentions"]["users"] == [17]
    assert message.body["attachments"] == [{"id": 0, "filename": "board.png", "description": "A board."}]


async def test_a_board_that_is_sent_again_is_the_same_to_discord(core):
    async with standing_in() as server, open_adapter(server, core) as adapter:
        for _ in range(2):
            await adapter.show(Chat("discord", CHANNEL), Message("Your turn.", envelope=Envelope(nonce="BCDFGH-12")))
            sent = await server.call("POST", f"/channels/{CHANNEL}/messages")
            assert (sent.body["nonce"], sent.body["enforce_nonce"]) == ("BCDFGH-12.0", True)


async def test_a_channel_that_refused_a_message_is_not_tried_again_for_a_while(core):
    async with standing_in() as server, open_adapter(server, core) as adapter:
        server.refuses_channels = True
        for _ in range(2):
            with pytest.raises(DeliveryError) as error:
                await adapter.show(Chat("discord", CHANNEL), Message("A board"))
            assert error.value.retry_after is None
        assert not await adapter.edit(Chat("discord", CHANNEL), "500", Message("Another board"))
        await adapter.think(Chat("discord", CHANNEL))
        request = [server.calls.get_nowait() for _ in range(server.calls.qsize())]
    assert [call.path for call in request if call.path.startswith("/channels/")] == [f"/channels/{CHANNEL}/messages"]
