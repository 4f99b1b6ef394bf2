"""An unreadable event does not end a connection, and an outage does not keep the bot away for minutes."""

from __future__ import annotations

import pytest

from tests.bot.platforms.discord.scripted import open_adapter
from tests.bot.platforms.discord.standin import post_response, standing_in


async def test_events_after_it_arrive_on_the_same_connection(core, caplog: pytest.LogCaptureFixture):
    async with standing_in() as server, open_adapter(server, core):
        await server.dispatch("MESSAGE_CREATE", {**post_response("401"), "id": "no number"})
        await server.dispatch("GUILD_CREATE", {})
        await server.command("help")
        await server.call("POST", "/callback")
    assert [incoming_text.text for incoming_text in core.heard] == ["/help"]
    skipped = [message for message in caplog.messages if "cannot be parsed" in message]
    assert [message.split()[2] for message in skipped] == ["MESSAGE_CREATE", "GUILD_CREATE"]


async def test_the_bot_reconnects_within_half_a_minute_after_many_outages(core):
    async with standing_in() as server, open_adapter(server, core) as adapter:
        await server.command("help")
        await server.call("POST", "/callback")
        assert adapter.client
        [shard] = adapter.client.shards.values()
        assert max(shard._parent._backoff.delay() for _ in range(200)) <= 32
