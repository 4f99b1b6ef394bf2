"""A server with two members and a channel, and the bot in it with a scripted core behind."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
import simcord

from tests.bot.platforms.discord.scripted import ScriptedCore, door_to
from tests.bot.platforms.discord.table import PATIENCE


@dataclass
class Server:
    """What a test drives: the simulated Discord, two people, a channel, the core behind the door."""

    env: simcord.Env
    core: ScriptedCore
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    ann: simcord.MemberActor
    bob: simcord.MemberActor


@pytest.fixture
def core() -> ScriptedCore:
    return ScriptedCore()


@pytest.fixture
def simcord_bot(core):
    return door_to(core).connect(core)


@pytest.fixture
def server(simcord_env, core) -> Server:
    simcord_env.settle_timeout = PATIENCE
    guild = simcord_env.create_guild()
    channel = guild.create_text_channel("games")
    ann = guild.add_member(simcord_env.create_user("ann", global_name="Ann"))
    bob = guild.add_member(simcord_env.create_user("bob", global_name="Bob"))
    return Server(simcord_env, core, guild, channel, ann, bob)
