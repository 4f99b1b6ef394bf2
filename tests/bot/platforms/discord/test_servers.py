"""Who decides for everybody in a channel."""

from __future__ import annotations

import discord
import pytest

from bot.core.game.people import Chat, Person
from bot.platforms.discord import Discord
from tests.bot.platforms.discord.conftest import Server
from tests.bot.platforms.discord.scripted import paint


def person(number: int) -> Person:
    return Person("discord", str(number), "Somebody")


def adapter_of(server: Server) -> Discord:
    assert server.core.adapter is not None
    return server.core.adapter


@pytest.mark.parametrize("manages", [True, False])
async def test_people_who_manage_the_server_are_administrators_there(server: Server, manages: bool):
    role = server.guild.create_role("keeper", permissions=discord.Permissions(manage_guild=manages))
    eve = server.guild.add_member(server.env.create_user("eve"), roles=[role])
    await server.env.settle()
    assert await adapter_of(server).administers(server.chat, person(eve.id)) is manages


async def test_nobody_does_where_the_bot_is_not(server: Server):
    assert not await adapter_of(server).administers(Chat("discord", "123456"), person(server.ann.id))


async def test_everyone_administers_their_private_chat(server: Server):
    assert await adapter_of(server).administers(Chat("discord", "123456", direct=True), person(server.ann.id))


async def test_boards_have_addresses_where_the_bot_is(server: Server):
    here, channel = server.guild, server.channel
    assert adapter_of(server).link(Chat("discord", str(channel.id)), "7") == (
        f"https://discord.com/channels/{here.id}/{channel.id}/7"
    )
    assert adapter_of(server).link(Chat("discord", "123456"), "7") == ""


async def test_nobody_is_an_administrator_while_the_adapter_is_closed():
    closed = Discord("token", paint=paint)
    assert not await closed.administers(Chat("discord", "123456"), person(1))
