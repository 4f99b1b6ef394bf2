"""A team in a Discord channel: the votes of people who left the server before the turn ended do not count."""

from __future__ import annotations

import pytest

from bot.platforms.discord.client import Client
from tests.bot.platforms.discord.seen import text_of_message
from tests.bot.platforms.discord.table import Table, house, private_texts, seat_players
from tests.bot.platforms.discord.whole_game import menus_of


@pytest.fixture
def simcord_bot(empty_valkey, time) -> Client:
    return house(empty_valkey, now=lambda: time[-1])


@pytest.fixture
def table(simcord_env) -> Table:
    return seat_players(simcord_env)


async def test_a_turn_goes_on_when_a_voter_has_left_the_server(table: Table, time: list[float]):
    await table.ann.slash(table.channel, "challenge", game="dots", options="bot easy 2x2 team=10m first")
    await table.move(table.ann, "a1-b1")
    await table.move(table.bob, "a1-b1")
    guild = table.channel.guild
    assert guild
    guild.remove_member(table.bob)
    await table.move(table.keeper, "a1-b1")
    assert "Team: a1-b1" not in text_of_message(table.last)
    carl = guild.add_member(table.env.create_user("carl", global_name="Carl"))
    time.append(time[-1] + 60)
    await table.move(carl, "a1-b1")
    await table.env.settle()
    assert "Team: a1-b1" in text_of_message(table.last)


async def test_votes_by_menu_form_reply_and_command_count_alike(table: Table):
    await table.ann.slash(table.channel, "challenge", game="dots", options="bot easy 3x3 team=10m first quorum=2")
    [menu] = menus_of(table.last)
    [vote] = [option.value for option in menu.options if option.label == "a1-b1"]
    menu_answer = await table.ann.select(table.last, [vote], custom_id=menu.custom_id)
    assert private_texts(menu_answer) == ["Your vote: a1-b1. 1 person has voted."]
    form = await table.bob.click(table.last, label="✏️ Type a move")
    form_answer = await table.bob.submit_modal(form, {"move": "A1 B1"})
    assert private_texts(form_answer) == ["Your vote: a1-b1. 2 people have voted."]
    await table.env.settle()
    assert "Team: a1-b1" in text_of_message(table.last)
    board = table.last
    await table.ann.send(table.channel, "c3-d3", reply_to=board)
    answer = await table.move(table.bob, "c3-d3")
    assert private_texts(answer) == ["Your vote: c3-d3. 2 people have voted."]
    answer = await table.move(table.keeper, "c3-d3")
    assert private_texts(answer) == ["Too late: the turn is over, so your vote doesn’t count."]
