"""Games in threads of their own, on a simulated Discord with the real core behind."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import discord
import pytest
import simcord

from bot.platforms.discord.client import Client
from tests.bot.platforms.discord.seen import text_of_message
from tests.bot.platforms.discord.table import Table, forbid, house, private_texts, seat_players
from tests.bot.platforms.discord.whole_game import play_whole_game


@pytest.fixture
def reads_all() -> bool:
    return False


@pytest.fixture
def simcord_bot(empty_valkey, reads_all) -> Client:
    return house(empty_valkey, reads_all)


@pytest.fixture
def table(simcord_env) -> Table:
    return seat_players(simcord_env)


def thread_of(table: Table) -> simcord.ChannelHandle:
    [thread] = table.channel.threads
    return thread


def in_thread(table: Table) -> Table:
    return replace(table, channel=thread_of(table))


def thread_messages(channel: simcord.ChannelHandle) -> list[discord.Message]:
    """Return the messages there, except Discord's own about the new thread."""
    return [message for message in channel.history() if text_of_message(message) and not message.is_system()]


def parent(table: Table) -> list[str]:
    return [
        text_of_message(message)
        for message in thread_messages(table.channel)
        if message.type is not discord.MessageType.thread_created
    ]


async def until(table: Table, words: str) -> None:
    """Until the channel shows some words; the core tells it after the thread."""
    async with asyncio.timeout(60):
        while not any(words in line for line in parent(table)):
            await asyncio.sleep(0.01)
            await table.env.settle()


async def test_a_game_moves_to_its_thread_and_its_result_comes_back(table):
    await table.begin("2x2 thread=yes")
    assert thread_of(table).name == "Dots and Boxes, 2x2: Ann — Bob"
    assert parent(table) == [f"Dots and Boxes, 2x2 · {table.code}: Ann — Bob. The game is in its own thread."]
    greeting, board = thread_messages(thread_of(table))
    assert {user.name for user in greeting.mentions} == {"ann", "bob"}
    assert "✏️" in text_of_message(greeting)
    assert not board.mentions
    own = in_thread(table)
    await own.move(table.ann, "a1-a2")
    assert [user.name for user in own.last.mentions] == ["bob"]
    await table.bob.slash(own.channel, "resign", confirm="yes")
    await until(table, "Ann wins")
    assert len(parent(table)) == 1
    thread_settings = table.env.backend.get_channel(own.channel.id).thread_metadata
    assert thread_settings and thread_settings.auto_archive_duration == 60


@pytest.mark.parametrize("presses", [pytest.param(False, marks=pytest.mark.long), True], ids=["typed", "by presses"])
async def test_of_a_whole_game_in_a_thread_few_messages_remain(table, presses):
    game = await play_whole_game(table, presses, "3x3 thread=yes")
    assert (game.moves, len(thread_of(table).history())) == (24, 2)
    assert game.left <= 4
    assert game.pings <= 17
    assert game.calls <= 2.6 * game.moves


@pytest.mark.parametrize("reads_all", [True])
async def test_with_message_content_moves_are_typed_bare(table):
    await table.begin("2x2 thread=yes")
    own = in_thread(table)
    assert "without a command" in text_of_message(thread_messages(own.channel)[0])
    await table.ann.send(own.channel, "a1-a2")
    assert "a1-a2" in text_of_message(own.last)
    count = len(thread_messages(own.channel))
    await table.bob.send(own.channel, "well played!")
    await table.ann.send(table.channel, "a2-a3")
    assert len(thread_messages(own.channel)) == count + 1


async def test_a_reply_with_a_ping_moves_if_only_pings_are_read(table):
    await table.begin("2x2 thread=yes")
    own = in_thread(table)
    board = own.last
    await table.ann.send(own.channel, "a1-a2")
    assert len(thread_messages(own.channel)) == 3
    await table.ann.send(own.channel, "a1-a2", reply_to=board)
    assert [user.name for user in own.last.mentions] == ["bob"]


async def test_a_game_against_the_bot_gets_a_thread_too(table):
    await table.ann.slash(table.channel, "challenge", game="dots", level="easy", options="2x2 thread=yes")
    assert "The game is in its own thread" in parent(table)[0]
    assert "### Ann, your move" in text_of_message(in_thread(table).last)


async def test_a_channel_settles_that_games_get_threads(table):
    await table.keeper.slash(table.channel, "settings", change="threads=yes")
    await table.begin()
    assert len(table.channel.threads) == 1
    await table.begin("2x2 thread=no")
    assert len(table.channel.threads) == 1


async def test_a_lost_thread_leaves_the_game_where_it_began(table):
    await table.begin("2x2 thread=yes")
    own = in_thread(table)
    await table.move(table.ann, "a1-a2")
    table.env.backend.delete_channel(own.channel.id)
    await table.env.settle()
    await table.move(table.bob, "b1-b2")
    await until(table, "b1-b2")
    await table.move(table.ann, "a1-b1")
    await until(table, "a1-b1")
    assert [user.name for user in table.last.mentions] == ["bob"]


async def test_there_is_no_thread_within_a_thread_or_in_private(table):
    await table.begin("2x2 thread=yes")
    own = in_thread(table)
    interaction = await table.ann.slash(own.channel, "challenge", game="dots", level="easy", options="2x2 thread=yes")
    [why] = private_texts(interaction)
    assert "so we play right here" in why
    assert f"<@{table.ann.id}>, your move" in text_of_message(own.last)


async def test_missing_permissions_are_named_before_the_game(table):
    forbid(table, create_public_threads=True, attach_files=True)
    await table.env.settle()
    [missing] = private_texts(await table.challenge("2x2 thread=yes"))
    here, in_threads = missing.splitlines()
    assert "Attach Files" in here
    assert "Create Public Threads" in in_threads
    await table.bob.click(table.last, label="Accept")
    assert f"<@{table.ann.id}>, your move" in text_of_message(table.last)


async def test_a_thread_outlives_a_restart(table, empty_valkey):
    await table.begin("2x2 thread=yes")
    own = in_thread(table)
    await table.env.restart_bot(house(empty_valkey))
    await own.move(table.ann, "a1-a2")
    assert [user.name for user in own.last.mentions] == ["bob"]
    assert len(parent(table)) == 1


async def test_its_rematch_is_played_in_the_same_thread(table):
    await table.begin("2x2 thread=yes")
    own = in_thread(table)
    await table.bob.slash(own.channel, "resign", confirm="yes")
    await table.ann.click(own.last, label="Rematch")
    await table.bob.click(own.last, label="Accept")
    assert "your move" in text_of_message(own.last)
    assert len(table.channel.threads) == 1


async def test_a_player_who_accepts_elsewhere_plays_there_and_the_opponent_in_the_thread(table):
    await table.ann.slash(table.channel, "challenge", game="dots", options="2x2 thread=yes")
    kim = table.env.create_user("kim", global_name="Kim")
    await kim.slash("accept", code=table.code)
    await until(table, "Ann — Kim. The game is in its own thread")
    assert len(parent(table)) == 1
    greeting, board = thread_messages(thread_of(table))
    assert [user.name for user in greeting.mentions] == ["ann"]
    assert "### Ann, your move" in text_of_message(board)
    assert "Ann plays from another chat" in text_of_message(kim.dm_channel.last_message)


async def test_a_thread_calls_nobody_in_a_chat_without_mentions(table):
    await table.keeper.slash(table.channel, "settings", change="threads=yes mentions=no")
    await table.begin()
    assert [user for message in thread_messages(thread_of(table)) for user in message.mentions] == []


async def test_a_game_that_is_ended_in_its_thread_leaves_no_line_of_play(table):
    await table.begin("2x2 thread=yes")
    await table.move(table.ann, "a1-a2")
    assert "a1-a2" in text_of_message(in_thread(table).last)
    await table.bob.slash(thread_of(table), "abort")
    await until(table, "ends the game without a result")
    assert len(parent(table)) == 1


async def test_a_thread_that_discord_does_not_open_now_is_opened_later_under_the_same_line(table, monkeypatch):
    monkeypatch.setattr("bot.platforms.discord.adapter._SOON", 0.05)
    table.env.inject_error("POST", "/channels/*/messages/*/threads", status=503)
    await table.ann.slash(table.channel, "challenge", game="dots", level="easy", options="2x2 thread=yes")
    async with asyncio.timeout(60):
        while not table.channel.threads or len(thread_messages(thread_of(table))) < 2:
            await asyncio.sleep(0.01)
            await table.env.settle()
    assert len(parent(table)) == 1


async def test_against_the_bot_it_is_named_in_the_place_of_the_game_and_once(table):
    forbid(table, attach_files=True)
    await table.env.settle()
    interaction = await table.ann.slash(table.channel, "challenge", game="dots", level="easy", options="2x2")
    [missing] = private_texts(interaction)
    assert "Attach Files" in missing
    assert table.seen == []
    assert (await table.ann.click(interaction.response, label="Play anyway")).followups == []
    assert f"<@{table.ann.id}>, your move" in text_of_message(table.last)
    assert private_texts(await table.ann.slash(table.channel, "challenge", game="dots", level="easy")) == []
