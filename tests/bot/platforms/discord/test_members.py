"""People who have left a Discord server, a hundred in a request; all are members while Discord does not answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from bot.core.game.people import Chat, Person
from bot.platforms.discord import Discord
from tests.bot.platforms.discord.conftest import Server
from tests.bot.platforms.discord.scripted import ScriptedCore, open_adapter
from tests.bot.platforms.discord.standin import ME, StandIn, standing_in

_GUILD, _CHANNEL = "40", "41"
_CHAT = Chat("discord", _CHANNEL)


def people(numbers: Iterable[int]) -> list[Person]:
    return [Person("discord", str(number), "Somebody") for number in numbers]


def guild() -> dict[str, Any]:
    channel = {"id": _CHANNEL, "type": 0, "name": "games", "position": 0, "permission_overwrites": []}
    everyone = {"id": _GUILD, "name": "@everyone", "permissions": "0", "position": 0, "color": 0, "hoist": False}
    everyone |= {"managed": False, "mentionable": False, "colors": {"primary_color": 0}}
    return {"id": _GUILD, "name": "Friends", "channels": [channel], "roles": [everyone], "members": [], "threads": []}


async def ask(server: StandIn, core: ScriptedCore, persons: list[Person]) -> list[Person]:
    """Return the former members of the stand-in's server, once it is known."""
    server.guilds = [guild()]
    async with open_adapter(server, core) as adapter:
        assert adapter.client
        await adapter.client.wait_until_ready()
        return list(await adapter.former_members(_CHAT, persons))


async def test_a_person_who_left_the_server_is_a_former_member(server: Server):
    adapter, (ann, bob) = server.core.adapter, people((server.ann.id, server.bob.id))
    assert isinstance(adapter, Discord)
    server.guild.remove_member(server.bob)
    await server.env.settle()
    assert await adapter.former_members(server.chat, (ann, bob)) == [bob]


async def test_a_request_asks_about_99_people_and_the_bot(core: ScriptedCore):
    async with standing_in() as server:
        server.outside = {"1050", "1150"}
        assert await ask(server, core, people(range(1000, 1200))) == people((1050, 1150))
    sizes = [len(request["user_ids"]) for request in server.member_requests]
    assert sizes == [100, 100, 3]
    assert {str(request["user_ids"][0]) for request in server.member_requests} == {ME["id"]}


async def test_an_unanswered_request_makes_nobody_a_former_member(core: ScriptedCore, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.platforms.discord.replies._LONGEST_WAIT", 0.05)
    async with standing_in() as server:
        server.outside, server.answers_member_requests = {"1050"}, False
        assert await ask(server, core, people((1050, 1051))) == []
    assert len(server.member_requests) == 1


async def test_an_answer_without_the_bot_makes_nobody_a_former_member(core: ScriptedCore):
    async with standing_in() as server:
        server.outside = {str(ME["id"]), "1050"}
        assert await ask(server, core, people((1050, 1051))) == []


@pytest.mark.parametrize("chat", [Chat("discord", "123456"), Chat("discord", "123456", direct=True)])
async def test_a_chat_outside_the_bots_servers_has_no_former_members(core: ScriptedCore, chat: Chat):
    async with standing_in() as server:
        server.guilds = [guild()]
        async with open_adapter(server, core) as adapter:
            assert adapter.client
            await adapter.client.wait_until_ready()
            assert not await adapter.former_members(chat, people((1050,)))
    assert server.member_requests == []


async def test_a_process_without_the_servers_shard_asks_about_twenty_people(core: ScriptedCore):
    async with standing_in() as server:
        server.channels = {_CHANNEL: guild()["channels"][0] | {"guild_id": _GUILD}}
        server.outside = {"1003", "1024"}
        async with open_adapter(server, core) as adapter:
            adapter.shards = ((0,), 2)
            assert await adapter.former_members(_CHAT, people(range(1000, 1025))) == people((1003,))
            assert not await adapter.former_members(Chat("discord", "123456"), people((1003,)))
    assert server.member_requests == []
