"""A game is played wherever one can write: in announcements, beside a voice or stage channel, in a post of a forum; and
what is settled for a server holds in all of them."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest
import simcord

from bot.platforms.discord.client import Client
from tests.bot.platforms.discord.seen import text_of_message
from tests.bot.platforms.discord.table import Table, forbid, house, private_texts, seat_players


@pytest.fixture
def simcord_bot(empty_valkey) -> Client:
    return house(empty_valkey)


@pytest.fixture
def table(simcord_env) -> Table:
    return seat_players(simcord_env)


async def channel_of(table: Table, kind: str) -> simcord.ChannelHandle:
    """A new channel of that kind; of a forum a post, whose parent takes no messages."""
    guild = table.channel.guild
    assert guild
    if kind != "forum":
        make = {"news": guild.create_news_channel, "voice": guild.create_voice_channel}
        return make.get(kind, guild.create_stage_channel)(kind)
    forum = guild.create_forum_channel("games")
    await table.env.settle()
    channel_known = table.env.bot.get_channel(forum.id)
    assert isinstance(channel_known, discord.ForumChannel)
    await channel_known.create_thread(name="Who plays?", content="I do")
    await table.env.settle()
    [post] = forum.threads
    return post


@pytest.mark.parametrize("kind", ["news", "voice", "stage", "forum"])
async def test_a_game_is_asked_for_played_and_advised_there(table, kind):
    here = replace(table, channel=await channel_of(table, kind))
    await here.begin()
    await here.ann.send(here.channel, f"<@{table.env.bot.user.id}> a1-a2")
    assert f"<@{here.bob.id}>, your move" in text_of_message(here.last)
    await here.move(here.bob, "b1-b2")
    hint = await here.ann.slash(here.channel, "hint")
    assert hint.ephemeral
    await here.ann.click(hint.response, label=hint.response.components[0]["components"][0]["label"])
    assert f"<@{here.bob.id}>, your move" in text_of_message(here.last)
    answer = private_texts(await here.challenge("2x2 thread=yes"))
    assert [text.partition(" only")[0] for text in answer] == ([] if kind == "news" else ["I can open threads"])


async def test_beside_a_voice_channel_the_right_to_connect_is_needed(table):
    here = replace(table, channel=await channel_of(table, "voice"))
    forbid(here, connect=True)
    await table.env.settle()
    [missing] = private_texts(await here.challenge())
    assert "I’m missing permissions in this channel: Connect." in missing


@pytest.mark.parametrize("kind", ["text", "forum"])
async def test_the_server_s_settings_apply_there(table, kind):
    guild = table.channel.guild
    assert guild
    there = guild.create_text_channel("there") if kind == "text" else await channel_of(table, kind)
    await table.env.settle()
    settled = await table.keeper.slash(table.channel, "settings", change="games=lgame", where="server")
    assert "Server-wide settings" in private_texts(settled)[0]
    [refusal] = private_texts(await replace(table, channel=there).challenge())
    assert "This chat doesn’t play that" in refusal
