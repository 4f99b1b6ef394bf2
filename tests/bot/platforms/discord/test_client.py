"""What one person sends at once is handled in that order, whatever Discord acknowledges first."""

from __future__ import annotations

import asyncio
import time
from random import Random

import discord
import pytest

from bot.core.ports.store import Store
from bot.core.router import Router
from bot.features import FEATURES
from bot.platform_adapters import Painter
from bot.platforms.discord import Discord
from tests.bot.platforms.discord.standin import CHANNEL, TOKEN, StandIn, standing_in, text_in
from tests.bot.scripted import Quick


def test_no_privileged_intents(simcord_bot):
    wanted = simcord_bot.intents
    assert not (wanted.message_content or wanted.members or wanted.presences)
    assert wanted == discord.Intents(guilds=True, messages=True)


async def _answer_to_the_move(server: StandIn) -> str:
    """The board on which the bot has answered a move."""
    while True:
        call = await server.call("POST", f"/channels/{CHANNEL}/messages")
        if "Тетрадка (" in text_in(call.body):
            return text_in(call.body)


@pytest.mark.parametrize("slow", ["", "700"], ids=["acknowledged in order", "the first acknowledged last"])
async def test_a_challenge_and_a_move_sent_at_once_are_both_played(store: Store, slow: str):
    async with standing_in() as server:
        server.slow = slow
        adapter = Discord(TOKEN, paint=Painter().paint, rest_url=server.rest_url, gateway_url=server.gateway_url)
        router = Router(store, Quick(), {adapter.name: adapter}, features=FEATURES, now=time.time, random=Random(7))
        running = asyncio.create_task(adapter.run(router))
        try:
            await asyncio.wait_for(server.identified, 60)
            await server.command("challenge", game="dots", options="bot easy 3x3")
            await server.command("move", move="a1-a2")
            assert "Ann" in await _answer_to_the_move(server)
        finally:
            running.cancel()
            await asyncio.wait([running])
            await router.close()
