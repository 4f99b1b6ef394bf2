"""Where the bot is not, a person who has installed it plays by answers alone: in a private chat of two friends, in a
group chat, in a server."""

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
from bot.features import FEATURES
from bot.platform_adapters import Painter
from bot.platforms.discord import Discord
from tests.bot.platforms.discord.standin import (
    ANN,
    CHANNEL,
    TOKEN,
    StandIn,
    interaction,
    post_response,
    row,
    standing_in,
)
from tests.bot.platforms.discord.standin import text_in as said
from tests.bot.scripted import Quick

BOB = {"id": "18", "username": "bob", "discriminator": "0", "global_name": "Bob", "avatar": None}
GUILD = "40"
PRIVATE: dict[str, Any] = {"context": 2, "authorizing_integration_owners": {"1": "17"}}
KINDS: dict[str, dict[str, Any]] = {
    "two friends": {**PRIVATE, "channel": {"id": CHANNEL, "type": 1, "recipients": [BOB]}},
    "a group": {
        **PRIVATE,
        "channel": {"id": CHANNEL, "type": 3, "recipients": [BOB], "name": "us", "icon": None, "owner_id": "17"},
    },
    "a server": {
        "context": 0,
        "authorizing_integration_owners": {"1": "17"},
        "guild_id": GUILD,
        "guild": {"id": GUILD, "features": [], "locale": "en-US"},
        "channel": {"id": CHANNEL, "type": 0, "guild_id": GUILD, "name": "games", "position": 0},
    },
}


@dataclass
class Others:
    """Ann and Bob alone with what answers their commands and presses."""

    server: StandIn
    store: Store
    place: dict[str, Any]

    async def command(self, name: str, who: Mapping[str, Any] = ANN, **options: Any) -> None:
        given = [{"name": o, "type": 6 if o == "opponent" else 3, "value": value} for o, value in options.items()]
        data = {"id": "900", "name": name, "type": 1, "options": given, "resolved": {"users": {"18": BOB}}}
        await self._ask(2, data, who)

    async def press(self, custom_id: str, who: Mapping[str, Any], under: str) -> None:
        message = {"message": {**post_response(under), "components": [row(custom_id)]}}
        await self._ask(3, {"custom_id": custom_id, "component_type": 2}, who, message)

    async def _ask(
        self, kind: int, data: dict[str, Any], who: Mapping[str, Any], more: dict[str, Any] | None = None
    ) -> None:
        number = str(discord.utils.time_snowflake(discord.utils.utcnow()))
        request = interaction(kind, data, number) | {"locale": "en-US"} | self.place
        request |= {"user": who} if "guild" not in self.place else {"user": None, "member": member(who)}
        await self.server.dispatch(
            "INTERACTION_CREATE", {key: value for key, value in (request | (more or {})).items() if value is not None}
        )

    async def answer(self) -> dict[str, Any]:
        """Return the answer to the next command or press."""
        call = await self.server.call("POST", "/callback")
        return dict(call.body["data"])

    async def code(self) -> str:
        [code] = (await self.store.settings.facts_for(f"discord:{CHANNEL}", "", "")).games
        return code


def member(who: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "user": who,
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
        "permissions": "0",
    }


@pytest.fixture(params=KINDS)
async def others(request: pytest.FixtureRequest, store: Store, addresses: None) -> AsyncIterator[Others]:
    async with standing_in() as server:
        server.refuses_channels = True
        adapter = Discord(TOKEN, paint=Painter().paint, rest_url=server.rest_url, gateway_url=server.gateway_url)
        router = Router(store, Quick(), {adapter.name: adapter}, features=FEATURES, now=time.time, random=Random(7))
        running = asyncio.create_task(adapter.run(router))
        await asyncio.wait_for(server.identified, 10)
        yield Others(server, store, KINDS[request.param])
        await router.wait_until_idle()
        running.cancel()
        await asyncio.wait([running])
        await router.close()
    assert [call.path for call in server.passed if call.path.startswith("/channels/")] == []


async def test_a_game_is_played_by_answers_and_the_channel_is_never_tried(others: Others):
    await others.command("challenge", game="dots", opponent="18", options="2x2")
    assert "<@18>, Ann challenges you" in said(await others.answer())
    await others.press(f"tetradka:0:/accept {await others.code()}", BOB, under="800")
    assert "### <@17>, your move" in said(await others.answer())
    challenge = await others.server.call("PATCH", "/webhooks/1/interaction-token/messages/@original")
    assert "Bob accepts" in said(challenge.body)
    await others.command("move", move="a1-a2")
    assert "<@18>, your move" in said(await others.answer())
    await others.server.call("DELETE", "/webhooks/1/interaction-token/messages/801")
    await others.command("hint", BOB)
    hint = await others.answer()
    assert (said(hint).partition(":")[0], hint["flags"] & 64) == ("Hint", 64)


async def test_outside_servers_everyone_can_set_the_language(others: Others):
    for_all: dict[str, Any] = {"language": "uk", "for": "chat"}
    await others.command("language", **for_all)
    assert ("Only an administrator" in said(await others.answer())) is ("guild" in others.place)
