"""A server to which the bot is added is greeted."""

from __future__ import annotations

import discord
import pytest

from tests.bot.platforms.discord.seen import rows_of, text_of_message
from tests.bot.platforms.discord.table import Table, forbid, house, seat_players


@pytest.fixture
def simcord_bot(empty_valkey):
    return house(empty_valkey)


@pytest.fixture
def table(simcord_env) -> Table:
    return seat_players(simcord_env)


async def join(table: Table, bot: discord.Client) -> None:
    await table.env.settle()
    bot.dispatch("guild_join", bot.guilds[0])
    await table.env.settle()


async def test_one_press_on_it_begins_a_first_game(table, simcord_bot):
    await join(table, simcord_bot)
    [greeting] = table.seen
    assert [[button.label for button in row] for row in rows_of(greeting)] == [["Play now", "Challenge a friend"]]
    await table.ann.click(greeting, label="Play now")
    await table.env.settle()
    assert [user.name for user in table.last.mentions] == ["ann"]


async def test_it_names_what_it_may_not_do(table, simcord_bot):
    forbid(table, attach_files=True)
    await join(table, simcord_bot)
    assert "Attach Files" in table.last.content


async def test_it_is_silent_where_it_may_not_write(table, simcord_bot):
    forbid(table, send_messages=True)
    await join(table, simcord_bot)
    assert table.seen == []


async def come_back(table: Table, url: str, seconds: float) -> None:
    """The bot was connected last so many seconds after it was added to the server."""
    added = table.env.bot.guilds[0].me.joined_at
    assert added
    await table.env.restart_bot(house(url, now=lambda: added.timestamp() + seconds))
    await table.env.settle()
    await table.env.restart_bot(house(url))
    await table.env.settle()


async def test_it_is_greeted_once_if_the_bot_was_added_while_it_was_away(table, empty_valkey):
    await come_back(table, empty_valkey, -60)
    assert ["Play now" in text_of_message(message) for message in table.seen] == [True]
    await table.env.restart_bot(house(empty_valkey))
    await table.env.settle()
    assert len(table.seen) == 1


async def test_it_is_not_if_the_bot_was_there_before_or_remembers_nothing(table, empty_valkey):
    assert table.seen == []
    await come_back(table, empty_valkey, 60)
    assert table.seen == []


async def test_a_command_where_the_bot_cannot_write_is_explained_once(table, simcord_bot):
    await table.begin()
    forbid(table, send_messages=True)
    await table.env.settle()
    await table.ann.send(table.channel, f"{simcord_bot.user.mention} a1-a2")
    await table.bob.send(table.channel, f"{simcord_bot.user.mention} b1-b2")
    await table.ann.send(table.channel, f"{simcord_bot.user.mention} a1-b1")
    [answer] = table.ann.user.dm_channel.history()
    assert "Send Messages" in answer.content
