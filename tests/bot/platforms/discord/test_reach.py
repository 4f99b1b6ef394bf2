"""Players whom no board reaches on Discord: the others are told, and games go on where they can be shown."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest
import simcord
from simcord.backend import serializers

from bot.core.router import Router
from bot.platforms.discord.client import Client
from tests.bot.platforms.discord.seen import rows_of, text_of_message
from tests.bot.platforms.discord.table import Table, forbid, house, seat_players

DAY = 86400.0
TOKEN_LIVES = 16 * 60
"""Seconds after which Discord takes no more answers to an interaction."""
UNREACHED = "isn’t getting my messages"
MOVED = "I can’t post in your game’s chat"
UNREACHED_WINS = "Ann wins: Bob couldn’t be reached for a day."


@pytest.fixture
def simcord_bot(empty_valkey, time) -> Client:
    return house(empty_valkey, now=lambda: time[-1])


@dataclass
class Tables:
    """A table in a server, and the private chats of its players."""

    here: Table
    code: str = ""
    users: dict[str, Any] = field(default_factory=dict)

    @property
    def env(self) -> simcord.Env:
        return self.here.env

    async def settle(self) -> None:
        """Wait until all that the bot was told is handled and shown."""
        assert isinstance(self.env.bot, Client)
        assert isinstance(self.env.bot.core, Router)
        await self.env.settle()
        await self.env.bot.core.wait_until_idle()
        await self.env.settle()

    async def begin(self, options: str = "2x2 pie=0") -> None:
        """Begin a game in the channel."""
        await self.here.begin(options)
        await self.settle()
        self.code = self.here.code

    async def begin_in_private(self) -> None:
        """Begin a game between two private chats."""
        ann, bob = (who.user for who in (self.here.ann, self.here.bob))
        for user in (ann, bob):
            await user.send_dm("/help")
        await self.settle()
        await ann.slash("challenge", game="dots", opponent=bob, options="2x2 pie=0")
        await self.settle()
        [*_, request] = read(bob)
        [accept] = [button.custom_id for row in rows_of(request) for button in row if button.label == "Accept"]
        self.code = re.findall(r"\b[B-Z]{6}\b", text_of_message(request))[-1]
        await bob.click(request, custom_id=accept)
        await self.settle()
        await self.env.advance_time(TOKEN_LIVES)  # else boards could answer the press

    def refuse_in(self, channel: int, code: int) -> None:
        """Let Discord refuse whatever is posted or changed in a channel."""
        status = 404 if code < 20000 else 403
        self.env.inject_error("*", f"/channels/{channel}/messages*", status=status, code=code, times=None)

    async def move_later(self, move: str) -> None:
        """Move by a message that names the bot, long after the newest command."""
        await self.env.advance_time(TOKEN_LIVES)
        await self.here.ann.send(self.here.channel, f"<@{self.env.backend.bot_user.id}> {move}")
        await self.settle()

    def private(self, who: simcord.MemberActor) -> str:
        return "\n".join(map(text_of_message, read(who.user)))

    async def claim(self, who: simcord.MemberActor) -> simcord.InteractionResult:
        interaction = await who.slash(self.here.channel, "claim", code=self.code)
        await self.settle()
        return interaction


def read(user: Any) -> list[discord.Message]:
    """Return what the bot has written to somebody in private, oldest first."""
    return [message for message in user.dm_channel.history() if message.author.bot]


@pytest.fixture
async def tables(simcord_env) -> Tables:
    return Tables(seat_players(simcord_env))


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize("code", [10003, 50001, 50007, 50013, 50278])
async def test_the_opponent_of_an_unreachable_player_is_notified_and_can_claim_after_a_day(tables, time, code):
    await tables.begin_in_private()
    ann, bob = tables.here.ann, tables.here.bob
    tables.refuse_in(bob.user.dm_channel.id, code)
    await ann.user.send_dm("a1-a2")
    await tables.settle()
    assert UNREACHED in text_of_message(read(ann.user)[-1])
    time.append(time[-1] + DAY)
    await ann.user.slash("claim")
    await tables.settle()
    assert UNREACHED_WINS in tables.private(ann)


async def test_a_deleted_message_does_not_make_the_player_unreachable(tables):
    await tables.begin_in_private()
    ann, bob = tables.here.ann, tables.here.bob
    tables.env.inject_error("*", f"/channels/{bob.user.dm_channel.id}/messages/*", status=404, code=10008, times=None)
    await ann.user.send_dm("a1-a2")
    await tables.settle()
    assert UNREACHED not in tables.private(ann)
    assert f"<@{bob.id}>, your move" in text_of_message(read(bob.user)[-1])


async def test_any_word_from_the_player_brings_the_board_back(tables):
    await tables.begin_in_private()
    ann, bob = tables.here.ann, tables.here.bob
    tables.refuse_in(bob.user.dm_channel.id, 50007)
    await ann.user.send_dm("a1-a2")
    await tables.settle()
    tables.env.backend.faults.clear()
    await bob.user.send_dm("/help")
    await tables.settle()
    assert f"<@{bob.id}>, your move" in tables.private(bob)
    assert UNREACHED not in text_of_message(read(ann.user)[-1])


async def begin_in_players_thread(tables: Tables) -> discord.Thread:
    """Begin a game in a thread that people have opened."""
    await tables.settle()
    channel = tables.env.bot.get_channel(tables.here.channel.id)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="games", type=discord.ChannelType.public_thread)
    await tables.settle()
    [tables.here.channel] = tables.here.channel.threads
    await tables.begin()
    return thread


def lock(tables: Tables, channel: int, locked: bool) -> None:
    """Lock and archive a thread, or open it; while it is locked, Discord refuses what is posted there."""
    thread = tables.env.backend.get_channel(channel)
    assert thread.thread_metadata
    thread.thread_metadata.locked = thread.thread_metadata.archived = locked
    tables.env.backend.announce_channel_update(channel)
    tables.env.backend.faults.clear()
    if locked:
        tables.env.inject_error("POST", f"/channels/{channel}/messages", status=403, code=160005, times=None)


async def test_players_in_a_locked_thread_are_notified_in_its_channel_and_the_board_returns(tables, time):
    parent = tables.here.channel
    forbid(tables.here, manage_threads=True)
    thread = await begin_in_players_thread(tables)
    lock(tables, thread.id, True)
    await tables.settle()
    assert [MOVED in text_of_message(message) for message in parent.history()].count(True) == 1
    time.append(time[-1] + 2 * 3600)
    lock(tables, thread.id, False)
    await tables.settle()
    assert f"<@{tables.here.ann.id}>, your move" in text_of_message(tables.here.last)
    assert "your move" not in text_of_message(parent.last_message)


async def test_a_bot_that_manages_threads_goes_on_in_a_locked_one(tables):
    parent = tables.here.channel
    thread = await begin_in_players_thread(tables)
    lock(tables, thread.id, True)
    tables.env.backend.faults.clear()
    await tables.settle()
    assert not any(MOVED in text_of_message(message) for message in parent.history())


async def test_players_in_a_thread_that_refuses_their_board_are_notified_in_its_channel(tables):
    parent = tables.here.channel
    thread = await begin_in_players_thread(tables)
    tables.refuse_in(thread.id, 160005)
    await tables.move_later("a1-a2")
    assert [MOVED in text_of_message(message) for message in parent.history()].count(True) == 1


async def test_players_in_a_deleted_thread_are_notified_in_its_channel(tables):
    parent = tables.here.channel
    thread = await begin_in_players_thread(tables)
    tables.env.backend.delete_channel(thread.id)
    await tables.settle()
    [answer] = [message for message in parent.history() if MOVED in text_of_message(message)]
    assert {user.id for user in answer.mentions} == {tables.here.ann.id, tables.here.bob.id}


@pytest.mark.parametrize("is_locked", [True, False], ids=["locked", "deleted"])
async def test_a_game_whose_own_thread_is_lost_goes_on_where_it_began(tables, is_locked):
    parent = tables.here
    forbid(parent, manage_threads=True)
    await tables.begin("2x2 pie=0 thread=yes")
    [thread] = parent.channel.threads
    if is_locked:
        lock(tables, thread.id, True)
    else:
        tables.env.backend.delete_channel(thread.id)
    await tables.settle()
    assert f"<@{parent.ann.id}>, your move" in text_of_message(parent.last)


async def test_players_are_notified_in_private_if_their_thread_s_channel_accepts_nothing_either(tables):
    parent = tables.here.channel
    forbid(tables.here, manage_threads=True)
    thread = await begin_in_players_thread(tables)
    tables.refuse_in(parent.id, 50013)
    tables.env.backend.delete_channel(thread.id)
    await tables.settle()
    for who in (tables.here.ann, tables.here.bob):
        assert tables.private(who).count(MOVED) == 1


async def test_the_opponent_of_a_player_who_has_left_the_server_can_claim_after_a_day(tables, time):
    await tables.begin()
    ann, bob = tables.here.ann, tables.here.bob
    await tables.claim(ann)
    assert UNREACHED not in text_of_message(tables.here.last)
    tables.here.channel.guild.remove_member(bob)
    interaction = await tables.claim(ann)
    assert "Your opponent still has" in interaction.response.content
    assert UNREACHED in text_of_message(tables.here.last)
    time.append(time[-1] + DAY)
    await tables.claim(ann)
    assert UNREACHED_WINS in text_of_message(tables.here.last)


async def test_players_in_a_deleted_channel_are_notified_in_private(tables):
    await tables.begin()
    tables.env.backend.delete_channel(tables.here.channel.id)
    await tables.settle()
    for who in (tables.here.ann, tables.here.bob):
        assert tables.private(who).count(MOVED) == 1


async def test_players_are_notified_in_private_when_the_bot_is_removed_from_the_server(tables):
    await tables.begin()
    tables.env.backend.emit("GUILD_DELETE", {"id": str(tables.here.channel.guild.id)})
    await tables.settle()
    for who in (tables.here.ann, tables.here.bob):
        assert tables.private(who).count(MOVED) == 1


async def test_the_games_of_a_server_are_shown_again_when_the_bot_comes_back(tables, time):
    await tables.begin()
    guild = tables.env.backend.get_guild(tables.here.channel.guild.id)
    tables.env.backend.emit("GUILD_DELETE", {"id": str(guild.id)})
    await tables.settle()
    time.append(time[-1] + 2 * 3600)
    before = len(tables.here.seen)
    payload = serializers.guild_create_payload(tables.env.backend, guild)
    tables.env.backend.emit("GUILD_CREATE", {key: value for key, value in payload.items() if key != "unavailable"})
    await tables.settle()
    assert f"<@{tables.here.ann.id}>, your move" in "".join(map(text_of_message, tables.here.seen[before:]))


async def test_an_outage_of_a_server_is_no_removal(tables):
    await tables.begin()
    tables.env.backend.emit("GUILD_DELETE", {"id": str(tables.here.channel.guild.id), "unavailable": True})
    await tables.settle()
    assert MOVED not in tables.private(tables.here.ann)
