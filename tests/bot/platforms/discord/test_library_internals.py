"""An event that discord.py cannot read is skipped: nobody can close the adapter with one."""

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
