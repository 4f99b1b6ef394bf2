"""An unmodified discord.py speaks to whatever stands at the configured addresses; its failures have words."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from bot.core.game.people import Chat, Person
from bot.core.ports.platform import DeliveryError, Message
from bot.platforms.discord import Discord
from bot.platforms.discord.client import Client
from bot.platforms.discord.recovery import HEARTBEAT
from tests.bot.logged import first_record
from tests.bot.platforms.discord.scripted import ScriptedCore, adapter_at, adapter_to, open_adapter, paint
from tests.bot.platforms.discord.standin import CHANNEL, FOREIGN_GUILD, TOKEN, standing_in


async def test_a_private_message_goes_to_the_persons_own_channel(server):
    ann = Person("discord", str(server.ann.id), "Ann")
    await server.core.adapter.tell(ann, Message("Your move."))
    await server.env.settle()
    assert server.ann.user.dm_channel is not None
    assert server.channel.last_message is None or server.channel.last_message.content != "Your move."


async def test_without_a_connection_no_message_is_shown():
    adapter = adapter_to(ScriptedCore())
    with pytest.raises(DeliveryError) as error:
        await adapter.show(Chat("discord", "1"), Message("Hello"))
    assert error.value.retry_after


async def test_a_spare_message_waits_while_many_others_are_sent_and_a_board_does_not():
    adapter, chat = adapter_to(ScriptedCore()), Chat("discord", "1")
    assert not await adapter.slot(chat, is_spare=True)
    for _ in range(25):
        with suppress(DeliveryError):
            await adapter.edit(chat, "1", Message("A board"))
    assert not await adapter.slot(chat)
    assert await adapter.slot(chat, is_spare=True)


@pytest.mark.parametrize(
    ("status", "code", "again"),
    [(403, 0, False), (404, 0, False), (400, 0, False), (500, 0, True), (503, 0, True), (400, 40060, True)],
    ids=["forbidden", "gone", "not taken", "broken", "overloaded", "an answer waited for no longer"],
)
async def test_a_refused_board_is_worth_a_try_later_or_never(server, status, code, again):
    server.env.inject_error("POST", "/channels/*/messages", status=status, code=code)
    with pytest.raises(DeliveryError) as error:
        await server.core.adapter.show(server.chat, Message("A board"))
    assert (error.value.retry_after is not None) == again


async def test_it_logs_in_syncs_commands_and_identifies_without_privileged_intents(core):
    async with standing_in() as server, open_adapter(server, core):
        synced = await server.call("PUT", "/applications/1/commands")
        identified = await server.identified
    assert "challenge" in [command["name"] for command in synced.body]
    assert identified["token"] == TOKEN
    assert not identified["intents"] & (1 << 1 | 1 << 8 | 1 << 15)


async def test_a_process_has_its_own_shards_and_reads_all_if_it_may(core):
    async with standing_in() as server:
        adapter = Discord(
            TOKEN,
            paint=paint,
            rest_url=server.rest_url,
            gateway_url=server.gateway_url,
            shards=((3,), 16),
            reads_all=True,
        )
        running = asyncio.create_task(adapter.run(core))
        identified = await asyncio.wait_for(server.identified, 60)
        running.cancel()
        await asyncio.wait([running])
    assert identified["shard"] == [3, 16]
    assert identified["intents"] & 1 << 15


async def test_a_wrong_token_is_reported_in_one_plain_line(core):
    async with standing_in() as server:
        with pytest.raises(ValueError, match=r"^DISCORD_TOKEN: [^\n]+$"):
            await adapter_at(server, token="wrong").run(core)


async def test_a_server_without_the_bot_is_reported_in_one_plain_line(core):
    async with standing_in() as server:
        with pytest.raises(ValueError, match=r"^DISCORD_GUILD: [^\n]+Missing Access$"):
            await adapter_at(server, guild=FOREIGN_GUILD).run(core)


async def test_an_address_that_is_not_discord_s_is_reported_in_one_plain_line(core):
    async with standing_in() as server:
        elsewhere = Discord(TOKEN, paint=paint, rest_url=server.url)
        with pytest.raises(ValueError, match=r"^DISCORD_REST_URL: Discord answers 404[^\n]*$"):
            await elsewhere.run(core)


@pytest.mark.parametrize("code", [4004, 4011, 4014])
async def test_a_permanently_closed_gateway_names_the_setting_to_fix(core, code: int):
    async with standing_in() as server:
        server.closes_with = code
        with pytest.raises(ValueError, match=r"^DISCORD_TOKEN: [^\n]+$"):
            await adapter_at(server).run(core)


@pytest.mark.parametrize("code", [4004, 4011])
async def test_a_gateway_closed_permanently_later_names_it_too(core, code: int):
    async with standing_in() as server:
        running = asyncio.create_task(adapter_at(server).run(core))
        await server.call("PUT", "/commands")
        assert server.socket
        await server.socket.close(code=code)
        with pytest.raises(ValueError, match=r"^DISCORD_TOKEN: [^\n]+$"):
            await asyncio.wait_for(running, 60)


async def test_the_adapter_knows_whether_it_receives_messages(core, monkeypatch):
    async with standing_in() as server, open_adapter(server, core) as adapter:
        async with asyncio.timeout(60):
            while adapter.silence() is not None:
                await asyncio.sleep(0.01)
        monkeypatch.setattr("bot.platforms.discord.adapter._LONGEST_SILENCE", -1)
        silence = adapter.silence()
        assert silence is not None
        assert silence < 60
        monkeypatch.undo()
        assert server.socket
        await server.socket.close(code=4000)
        async with asyncio.timeout(60):
            while adapter.client is None or adapter.client.downtime.is_here:
                await asyncio.sleep(0.01)
        assert adapter.silence() is not None


async def test_while_discord_is_away_it_waits(core, monkeypatch):
    waited: list[float] = []
    nap = asyncio.sleep

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        await nap(0 if seconds < 4 else 60)

    monkeypatch.setattr("bot.platforms.discord.adapter.asyncio.sleep", sleep)
    async with standing_in() as server:
        adapter = adapter_at(server)
    running = asyncio.create_task(adapter.run(core))
    while 4 not in waited:
        await nap(0.01)
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    assert [seconds for seconds in waited if seconds >= 1 and seconds != HEARTBEAT] == [1, 2, 4]


@pytest.mark.parametrize("status", [403, 429])
async def test_while_discord_bars_its_address_it_waits(core, caplog, status):
    async with standing_in() as server:
        server.bars = status
        running = asyncio.create_task(adapter_at(server).run(core))
        await first_record(caplog, "bot.platforms.discord.adapter")
        server.bars = 0
        await asyncio.wait_for(server.identified, 60)
        running.cancel()
        await asyncio.wait([running])


async def test_it_closes_though_discord_does_not_say_goodbye(core):
    async with standing_in(polite=False) as server:
        async with open_adapter(server, core) as adapter:
            pass
        with pytest.raises(DeliveryError):
            await adapter.show(Chat("discord", CHANNEL), Message("Too late"))


async def test_it_ends_though_a_cancellation_is_lost_in_a_refused_start(core, monkeypatch):
    started = asyncio.Event()

    async def start(*_: object) -> None:
        for _try in range(2):
            started.set()
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(60)

    monkeypatch.setattr(Client, "start", start)
    running = asyncio.create_task(adapter_to(core).run(core))
    await started.wait()
    running.cancel()
    await asyncio.wait([running], timeout=30)
    assert running.cancelled()
