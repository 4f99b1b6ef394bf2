"""An event that discord.py cannot read is skipped: nobody can close the door with one."""

from __future__ import annotations

import pytest

from tests.bot.platforms.discord.scripted import open_door
from tests.bot.platforms.discord.standin import posted, standing_in


async def test_events_after_it_arrive_on_the_same_connection(core, caplog: pytest.LogCaptureFixture):
    async with standing_in() as server, open_door(server, core):
        await server.dispatch("MESSAGE_CREATE", {**posted("401"), "id": "no number"})
        await server.dispatch("GUILD_CREATE", {})
        await server.command("help")
        await server.call("POST", "/callback")
    assert [heard.text for heard in core.heard] == ["/help"]
    skipped = [message for message in caplog.messages if "cannot be parsed" in message]
    assert [message.split()[2] for message in skipped] == ["MESSAGE_CREATE", "GUILD_CREATE"]
