"""An unmodified discord.py speaks to whatever stands at the configured addresses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.core.game.people import Chat, Person
from bot.core.ports.platform import PRIVATE, Button, Envelope, Message, Picture, Unshown
from bot.platforms.discord import Discord
from bot.platforms.discord.recovery import HEARTBEAT
from tests.bot.platforms.discord.scripted import BOARD, PNG, ScriptedCore, paint, words
from tests.bot.platforms.discord.standin import ANN, CHANNEL, FOREIGN_GUILD, TOKEN, StandIn, posted, row, standing_in


@pytest.fixture(autouse=True)
def addresses(monkeypatch):
    """discord.py's own addresses come back after each test."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


def door_at(server: StandIn, token: str = TOKEN, guild: int | None = None) -> Discord:
    return Discord(
        token, paint=paint, words=words, rest_url=server.rest_url, gateway_url=server.gateway_url, guild=guild
    )


@asynccontextmanager
async def open_door(server: StandIn, core: ScriptedCore, guild: int | None = None) -> AsyncIterator[Discord]:
    """A door that has connected; closed at the end, in time or not at all."""
    door = core.door = door_at(server, guild=guild)
    running = asyncio.create_task(door.run(core))
    try:
        futures: set[asyncio.Future[Any]] = {running, server.identified}
        await asyncio.wait(futures, timeout=60, return_when=asyncio.FIRST_COMPLETED)
        assert server.identified.done()
        yield door
    finally:
        running.cancel()
        async with asyncio.timeout(60):
            with suppress(asyncio.CancelledError):
                await running


async def test_it_logs_in_syncs_commands_and_identifies_without_privileged_intents(core):
    async with standing_in() as server, open_door(server, core):
        synced = await server.call("PUT", "/applications/1/commands")
        identified = await server.identified
    assert "challenge" in [command["name"] for command in synced.body]
    assert identified["token"] == TOKEN
    assert not identified["intents"] & (1 << 1 | 1 << 8 | 1 << 15)


async def test_a_process_has_its_own_shards_and_reads_all_if_it_may(core):
    async with standing_in() as server:
        door = Discord(
            TOKEN,
            paint=paint,
            words=words,
            rest_url=server.rest_url,
            gateway_url=server.gateway_url,
            shards=((3,), 16),
            reads_all=True,
        )
        running = asyncio.create_task(door.run(core))
        identified = await asyncio.wait_for(server.identified, 60)
        running.cancel()
        await asyncio.wait([running])
    assert identified["shard"] == [3, 16]
    assert identified["intents"] & 1 << 15


async def test_commands_go_to_one_server_if_it_is_set(core):
    async with standing_in() as server, open_door(server, core, guild=42):
        assert (await server.call("PUT", "/commands")).path == "/applications/1/guilds/42/commands"


async def test_a_command_that_comes_late_is_acknowledged_before_the_core_is_asked_and_then_answered(core):
    core.answers["/hint"] = (Message("Take a1-a2.", Picture(BOARD, "A board."), envelope=PRIVATE),)
    async with standing_in() as server, open_door(server, core):
        await server.command("hint")
        acknowledged = await server.call("POST", "/callback")
        answered = await server.call("PATCH", "/webhooks/1/interaction-token/messages/@original")
    assert acknowledged.body == {"type": 5, "data": {"flags": 64}}
    assert answered.body["content"] == "Take a1-a2."
    assert answered.body["attachments"][0]["description"] == "A board."
    assert answered.files == {"board.png": PNG}
    assert core.heard[0].person == Person("discord", "17", "Ann", "ann", "uk")
    assert core.heard[0].chat == Chat("discord", CHANNEL, direct=True)


async def test_a_press_is_acknowledged_without_a_new_message(core):
    async with standing_in() as server, open_door(server, core):
        await server.press("tetradka:0:/accept BCDFGH")
        acknowledged = await server.call("POST", "/callback")
    assert acknowledged.body["type"] == 6
    assert [(heard.text, heard.pressed, heard.replies_to) for heard in core.heard] == [("/accept BCDFGH", True, "500")]


async def test_a_board_is_a_multipart_message(core):
    board = Message("Your turn.", Picture(BOARD, "A board."), mention=Person("discord", "17", "Ann"))
    async with standing_in() as server, open_door(server, core) as door:
        shown = await door.show(Chat("discord", CHANNEL), board)
        message = await server.call("POST", f"/channels/{CHANNEL}/messages")
    assert shown == "601"
    assert message.files == {"board.png": PNG}
    assert message.body["content"] == "<@17> Your turn."
    assert message.body["allowed_mentions"]["users"] == [17]
    assert message.body["attachments"] == [{"id": 0, "filename": "board.png", "description": "A board."}]


async def test_buttons_are_sent_with_their_state(core):
    message = Message("Play?", buttons=((Button("Accept", "/accept BCDFGH"),),))
    async with standing_in() as server, open_door(server, core) as door:
        await door.show(Chat("discord", CHANNEL), message)
        sent = await server.call("POST", f"/channels/{CHANNEL}/messages")
    [button] = sent.body["components"][0]["components"]
    assert (button["label"], button["custom_id"]) == ("Accept", "tetradka:0:/accept BCDFGH")


async def test_a_wrong_token_is_one_plain_line(core):
    async with standing_in() as server:
        with pytest.raises(ValueError, match=r"^DISCORD_TOKEN: [^\n]+$"):
            await door_at(server, token="wrong").run(core)


async def test_a_server_without_the_bot_is_one_plain_line(core):
    async with standing_in() as server:
        with pytest.raises(ValueError, match=r"^DISCORD_GUILD: [^\n]+Missing Access$"):
            await door_at(server, guild=FOREIGN_GUILD).run(core)


async def test_an_address_that_is_not_discord_s_is_one_plain_line(core):
    async with standing_in() as server:
        elsewhere = Discord(TOKEN, paint=paint, words=words, rest_url=server.url)
        with pytest.raises(ValueError, match=r"^DISCORD_REST_URL: it answers 404[^\n]*$"):
            await elsewhere.run(core)


@pytest.mark.parametrize("code", [4004, 4011, 4014])
async def test_a_gateway_that_hangs_up_for_good_says_what_to_mend(core, code: int):
    async with standing_in() as server:
        server.closes_with = code
        with pytest.raises(ValueError, match=r"^DISCORD_TOKEN: [^\n]+$"):
            await door_at(server).run(core)


@pytest.mark.parametrize("code", [4004, 4011])
async def test_one_that_hangs_up_for_good_later_says_it_too(core, code: int):
    async with standing_in() as server:
        running = asyncio.create_task(door_at(server).run(core))
        await server.call("PUT", "/commands")
        assert server.socket
        await server.socket.close(code=code)
        with pytest.raises(ValueError, match=r"^DISCORD_TOKEN: [^\n]+$"):
            await asyncio.wait_for(running, 60)


async def test_a_refused_list_of_commands_leaves_the_door_open(core, caplog: pytest.LogCaptureFixture):
    async with standing_in() as server:
        server.refuses_commands = True
        async with open_door(server, core) as door:
            await server.call("PUT", "/commands")
            assert await door.show(Chat("discord", CHANNEL), Message("Here I am"))
            async with asyncio.timeout(60):
                while not any("does not take the list of commands" in message for message in caplog.messages):
                    await asyncio.sleep(0.01)


async def test_the_list_of_commands_is_sent_once_until_it_changes(core):
    async with standing_in() as server:
        async with open_door(server, core):
            await server.call("PUT", "/applications/1/commands")
            while not core.updates.kept:
                await asyncio.sleep(0.01)
        server.identified = asyncio.get_running_loop().create_future()
        server.passed.clear()
        async with open_door(server, core) as door:
            await door.show(Chat("discord", CHANNEL), Message("Here I am"))
            await server.call("POST", f"/channels/{CHANNEL}/messages")
    assert core.updates.kept.keys() == {("discord-commands", "all")}
    assert not any(call.method == "PUT" for call in server.passed)


async def test_commands_for_one_server_are_taken_from_all_others(core):
    async with standing_in() as server, open_door(server, core, guild=42):
        await server.call("PUT", "/applications/1/guilds/42/commands")
        assert (await server.call("PUT", "/applications/1/commands")).body == []


async def test_a_board_that_is_sent_again_is_the_same_to_discord(core):
    async with standing_in() as server, open_door(server, core) as door:
        for _ in range(2):
            await door.show(Chat("discord", CHANNEL), Message("Your turn.", envelope=Envelope(nonce="BCDFGH-12")))
            sent = await server.call("POST", f"/channels/{CHANNEL}/messages")
            assert (sent.body["nonce"], sent.body["enforce_nonce"]) == ("BCDFGH-12.0", True)


async def test_while_discord_is_away_it_waits(core, monkeypatch):
    waited: list[float] = []
    nap = asyncio.sleep

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        await nap(0 if seconds < 4 else 60)

    monkeypatch.setattr("bot.platforms.discord.door.asyncio.sleep", sleep)
    async with standing_in() as server:
        door = door_at(server)
    running = asyncio.create_task(door.run(core))
    while 4 not in waited:
        await nap(0.01)
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    assert [seconds for seconds in waited if seconds >= 1 and seconds != HEARTBEAT] == [1, 2, 4]


async def test_it_closes_though_discord_does_not_say_goodbye(core):
    async with standing_in(polite=False) as server:
        async with open_door(server, core) as door:
            pass
        with pytest.raises(Unshown):
            await door.show(Chat("discord", CHANNEL), Message("Too late"))


async def test_who_answers_a_board_unreadably_is_told_what_to_do_once(core):
    async with standing_in() as server, open_door(server, core):
        board = {**posted("400"), "components": [row("tetradka:1:/move KHZBRD@3")]}
        for number in ("401", "402"):
            reply = {**posted(number), "author": ANN, "type": 19, "referenced_message": board}
            reference = {"message_id": "400", "channel_id": CHANNEL}
            await server.dispatch("MESSAGE_CREATE", {**reply, "message_reference": reference})
        told = await server.call("POST", f"/channels/{CHANNEL}/messages")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                await server.call("POST", f"/channels/{CHANNEL}/messages")
    assert told.body["content"] == "unreadable-reply in "
    assert told.body["message_reference"]["message_id"] == 401
    assert [part["custom_id"] for part in told.body["components"][0]["components"]] == ["tetradka:0:/move KHZBRD@3"]
    assert core.heard == []
