"""A server with two members and a channel, and the bot in it with a scripted core behind."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
import simcord
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.core.game.people import Chat
from tests.bot.platforms.discord.scripted import ScriptedCore, adapter_to
from tests.bot.platforms.discord.table import PATIENCE


@dataclass
class Server:
    """What a test drives: the simulated Discord, two people, a channel, the core behind the adapter."""

    env: simcord.Env
    core: ScriptedCore
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    ann: simcord.MemberActor
    bob: simcord.MemberActor

    @property
    def chat(self) -> Chat:
        """The channel as the core knows it."""
        return Chat("discord", str(self.channel.id))

    @property
    def me(self) -> str:
        """The bot's mention."""
        return f"<@{self.env.backend.bot_user.id}>"


@pytest.fixture(autouse=True)
def addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py's own addresses come back after each test."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


@pytest.fixture
def time() -> list[float]:
    """The times so far; the last one is now."""
    return [1_800_000_000.0]


@pytest.fixture
def core() -> ScriptedCore:
    return ScriptedCore()


@pytest.fixture
def simcord_bot(core):
    return adapter_to(core).connect(core)


@pytest.fixture
def server(simcord_env, core, monkeypatch) -> Server:
    """A scripted core answers at once, so what it leaves unanswered is answered soon."""
    monkeypatch.setattr("bot.platforms.discord.interaction_answers._ACKNOWLEDGED_AFTER", 0.2)
    simcord_env.settle_timeout = PATIENCE
    guild = simcord_env.create_guild()
    channel = guild.create_text_channel("games")
    ann = guild.add_member(simcord_env.create_user("ann", global_name="Ann"))
    bob = guild.add_member(simcord_env.create_user("bob", global_name="Bob"))
    return Server(simcord_env, core, guild, channel, ann, bob)
