"""A team in a Discord channel: the votes of people who left the server before the turn ended do not count."""

from __future__ import annotations

import pytest

from bot.platforms.discord.client import Client
from tests.bot.platforms.discord.seen import text_of_message
from tests.bot.platforms.discord.table import Table, house, seat_players


@pytest.fixture
def time() -> list[float]:
    return [1_800_000_000.0]


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
