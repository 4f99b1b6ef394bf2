"""After a long absence the channels where somebody is to move are told of it, each once."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from bot.core.game.people import Person
from bot.core.ports.platform import Message
from bot.platforms.discord.recovery import LONG_DOWNTIME, RECENTLY_ASKED, Downtime
from tests.bot.platforms.discord.scripted import words
from tests.bot.platforms.discord.standin import CHANNEL, standing_in
from tests.bot.platforms.discord.test_left import addresses
from tests.bot.platforms.discord.test_wire import open_door
from tests.bot.unfinished import Unfinished

__all__ = ["addresses"]
ANN = Person("discord", "17", "Ann", "ann", "uk")


@dataclass
class Clock:
    """A clock that moves when told, and the bots that look at it."""

    time: float = 1000.0
    kept: Unfinished = field(default_factory=Unfinished)

    def process(self) -> Downtime:
        return Downtime(self.kept, words, lambda: self.time)


@pytest.fixture
async def clock() -> Clock:
    """A bot that asked Ann in channel 7, showed a result in channel 8, and died."""
    clock = Clock()
    bot = clock.process()
    await bot.reconnected()
    await bot.note_shown(7, Message("Ann, your move", mention=ANN))
    await bot.note_shown(8, Message("Bob, your move", mention=ANN))
    await bot.note_shown(8, Message("The game is over"))
    await bot.note_alive()
    return clock


async def test_where_somebody_is_to_move_it_is_told_in_their_language(clock: Clock):
    clock.time += 3 * 60
    told = await clock.process().reconnected()
    assert {channel: message.text for channel, message in told.items()} == {7: "was-away in uk"}
    assert [button.types for row in told[7].buttons for button in row] == ["/board"]


async def test_it_is_told_once(clock: Clock):
    clock.time += 3 * 60
    assert await clock.process().reconnected()
    clock.time += 3 * 60
    assert await clock.process().reconnected() == {}


async def test_a_short_absence_is_not_worth_a_word(clock: Clock):
    clock.time += LONG_DOWNTIME - 1
    assert await clock.process().reconnected() == {}


async def test_who_was_asked_long_before_waits_no_more(clock: Clock):
    clock.time += RECENTLY_ASKED + 1
    await clock.process().note_alive()
    bot = clock.process()
    bot.connected()
    await bot.note_alive()
    clock.time += LONG_DOWNTIME + 1
    assert await clock.process().reconnected() == {}


async def test_a_lost_connection_that_goes_on_is_no_absence(clock: Clock):
    bot = clock.process()
    await bot.reconnected()
    bot.disconnected()
    clock.time += LONG_DOWNTIME + 1
    bot.connected()
    await bot.note_alive()
    assert await clock.process().reconnected() == {}


async def test_the_door_says_it_once_it_is_connected(core):
    await Downtime(core.updates, words, lambda: 1000.0).reconnected()
    gone = Downtime(core.updates, words, lambda: 1000.0)
    await gone.reconnected()
    await gone.note_alive()
    await gone.note_shown(int(CHANNEL), Message("Ann, your move", mention=ANN))
    async with standing_in() as server, open_door(server, core):
        told = await server.call("POST", f"/channels/{CHANNEL}/messages")
        assert told.body["content"] == "was-away in uk"
        while ("discord-asked", CHANNEL) in core.updates.kept:
            await asyncio.sleep(0.01)
