"""Two people at a simulated Discord with everything behind the adapter: what they do, and what they see."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from random import Random

import discord
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.core.game.instants import Now
from bot.core.router import Router
from bot.features import FEATURES
from bot.platform_adapters import Painter
from bot.platforms.discord import Discord
from bot.platforms.discord.client import Client
from bot.store.connection import connect
from bot.store.redis import RedisStore
from bot.thinking.threads import Threads
from tests.bot.platforms.discord.seen import text_of_message

PATIENCE = 30.0
"""Seconds after which a test that waits in vain fails."""


def house(url: str, reads_all: bool = False, now: Now = time.time) -> Client:
    """A client with everything behind it, as in a process that has just started."""
    adapter = Discord("token", paint=Painter().paint, reads_all=reads_all, now=now)
    store = RedisStore(connect(url))
    adapter.temporary = store.temporary
    router = Router(store, Threads(1, Random(1)), {adapter.name: adapter}, features=FEATURES, now=now, random=Random())
    return adapter.connect(router)


@dataclass
class Table:
    """Ann and Bob in a channel, and what stands there; a keeper manages the server."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    ann: simcord.MemberActor
    bob: simcord.MemberActor
    keeper: simcord.MemberActor

    @property
    def seen(self) -> list[discord.Message]:
        """Return the public messages, oldest first."""
        return [message for message in self.channel.history() if not message.flags.ephemeral]

    @property
    def last(self) -> discord.Message:
        return self.seen[-1]

    @property
    def code(self) -> str:
        match = re.findall(r"\b[B-Z]{6}\b", " ".join(text_of_message(message) for message in self.seen))
        return str(match[-1])

    async def challenge(self, options: str = "2x2") -> simcord.InteractionResult:
        return await self.ann.slash(self.channel, "challenge", game="dots", opponent=self.bob, options=options)

    async def begin(self, options: str = "2x2") -> None:
        await self.challenge(options)
        await self.bob.click(self.last, custom_id=f"tetradka:0:/accept {self.code}")

    async def move(self, who: simcord.MemberActor, text: str) -> simcord.InteractionResult:
        return await who.slash(self.channel, "move", move=text)


def forbid(table: Table, **denied: bool) -> None:
    """The bot may not do that in the channel."""
    deny = discord.Permissions(**denied).value
    me = table.env.backend.bot_user.id
    table.env.backend.set_overwrite(table.channel.id, Overwrite(me, OverwriteType.MEMBER, allow=0, deny=deny))


def private_texts(interaction: simcord.InteractionResult) -> list[str]:
    """Return the text of an answer that only its asker sees."""
    answers = [*filter(None, [interaction.response]), *interaction.followups]
    return [answer.content for answer in answers if answer.ephemeral]


def seat_players(env: simcord.Env) -> Table:
    """A table in a server with a text channel."""
    env.settle_timeout = PATIENCE
    guild = env.create_guild()
    ann = guild.add_member(env.create_user("ann", global_name="Ann"))
    bob = guild.add_member(env.create_user("bob", global_name="Bob"))
    keeps = guild.create_role("keeper", permissions=discord.Permissions(manage_guild=True))
    keeper = guild.add_member(env.create_user("eve", global_name="Eve"), roles=[keeps])
    return Table(env, guild.create_text_channel("games"), ann, bob, keeper)
