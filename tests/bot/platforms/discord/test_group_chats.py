"""A group chat, where the bot is no member: whoever has installed it for themselves plays there by answers alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import discord
import pytest

from bot.core.ports.store import Store
from bot.core.router import Router
from bot.doors import paint, words
from bot.platforms.discord import Discord
from tests.bot.platforms.discord.standin import ANN, CHANNEL, TOKEN, StandIn, interaction, posted, row, standing_in
from tests.bot.platforms.discord.standin import text_in as said
from tests.bot.scripted import Quick

BOB = {"id": "18", "username": "bob", "discriminator": "0", "global_name": "Bob", "avatar": None}
OURS = {"id": CHANNEL, "type": 3, "recipients": [ANN, BOB], "name": "us", "icon": None, "owner_id": "17"}


@dataclass
class Group:
    """Ann and Bob alone with what answers their commands and presses."""

    server: StandIn
    store: Store

    async def command(self, name: str, who: Mapping[str, Any] = ANN, **options: Any) -> None:
        given = [{"name": o, "type": 6 if o == "opponent" else 3, "value": value} for o, value in options.items()]
        data = {"id": "900", "name": name, "type": 1, "options": given, "resolved": {"users": {"18": BOB}}}
        await self._ask(2, data, who)

    async def press(self, custom_id: str, who: Mapping[str, Any], under: str) -> None:
        message = {"message": {**posted(under), "components": [row(custom_id)]}}
        await self._ask(3, {"custom_id": custom_id, "component_type": 2}, who, message)

    async def _ask(
        self, kind: int, data: dict[str, Any], who: Mapping[str, Any], more: dict[str, Any] | None = None
    ) -> None:
        number = str(discord.utils.time_snowflake(discord.utils.utcnow()))
        asked = interaction(kind, data, number) | {"user": who, "channel": OURS, "context": 2, "locale": "en-US"}
        await self.server.dispatch("INTERACTION_CREATE", asked | (more or {}))

    async def answer(self) -> dict[str, Any]:
        """What the next command or press is answered with."""
        call = await self.server.call("POST", "/callback")
        return dict(call.body["data"])

    async def code(self) -> str:
        [code] = (await self.store.settings.known(f"discord:{CHANNEL}", "", "")).games
        return code


@pytest.fixture
async def group(store: Store, addresses: None) -> AsyncIterator[Group]:
    async with standing_in() as server:
        server.refuses_channels = True
        door = Discord(TOKEN, paint=paint, words=words, rest_url=server.rest_url, gateway_url=server.gateway_url)
        router = Router(store, Quick(), {door.name: door}, now=time.time, random=Random(7))
        running = asyncio.create_task(door.run(router))
        await asyncio.wait_for(server.identified, 10)
        yield Group(server, store)
        await router.idle()
        running.cancel()
        await asyncio.wait([running])
        await router.close()
    assert [call.path for call in server.passed if call.path.startswith("/channels/")] == []


async def test_a_game_is_asked_for_played_and_advised_there_and_the_channel_never_tried(group: Group):
    await group.command("challenge", game="dots", opponent="18", options="2x2")
    assert "<@18>, Ann challenges you" in said(await group.answer())
    await group.press(f"tetradka:0:/accept {await group.code()}", BOB, under="600")
    assert "Bob accepts" in said(await group.answer())
    board = await group.server.call("POST", "/webhooks/1/interaction-token")
    assert "Ann, your move" in said(board.body)
    await group.command("move", move="a1-a2")
    assert "Bob, your move" in said(await group.answer())
    await group.command("hint", BOB)
    hint = await group.answer()
    assert (said(hint).partition(":")[0], hint["flags"] & 64) == ("Hint", 64)


async def test_where_nobody_rules_everybody_settles_what_is_spoken(group: Group):
    for_all: dict[str, Any] = {"language": "uk", "for": "chat"}
    await group.command("language", **for_all)
    assert "Only an administrator" not in said(await group.answer())
