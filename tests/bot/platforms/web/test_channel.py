"""Channels and their history without a server: stamps, order, forgetting."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.ports import Message, Person
from bot.platforms.web.channel import MOST_IDLE, Channel, Channels
from bot.platforms.web.history import Entry, History

ANN = Person("web", "1", "Ann")
BOB = Person("web", "2", "Bob")


def entry(entry_id: str, text: str = "", audience: Person | None = None) -> Entry:
    return Entry(entry_id, 0.0, Message(text), audience=audience)


def test_a_changed_entry_keeps_its_place_and_is_news_again():
    history = History()
    history.put(entry("a", "old"))
    history.put(entry("b"))
    seen = history.changes
    history.put(entry("a", "new"))
    assert [one.message.text for one in history.since(seen, ANN)] == ["new"]
    assert [one.id for one in history.since(0, ANN)] == ["a", "b"]


def test_only_its_audience_gets_a_private_entry():
    history = History()
    history.put(entry("a", audience=ANN))
    assert [one.id for one in history.since(0, ANN)] == ["a"]
    assert history.since(0, BOB) == []


@pytest.mark.parametrize("stamp", ["", "7", "other.7", "other.", "."])
def test_a_strange_stamp_stands_for_the_beginning(stamp: str):
    channel = Channel("lobby", lambda: 0.0)
    channel.put(entry("a"))
    assert channel.changes_at(stamp) == 0
    assert channel.changes_at(channel.stamp) == 1


async def test_every_change_rings_the_bell_of_those_who_wait():
    channel = Channel("lobby", lambda: 0.0)
    bell = channel.bell
    channel.put(entry("a"))
    assert bell.is_set()
    assert not channel.bell.is_set()
    await asyncio.wait_for(bell.wait(), 1)


def test_empty_channels_are_forgotten_when_there_are_too_many():
    channels = Channels(lambda: 0.0)
    first = channels.open("first")
    kept = channels.open("kept")
    kept.crowd.enter("a-token", "Ann", "")
    for number in range(MOST_IDLE):
        channels.open(f"c{number}")
    assert channels.open("kept") is kept
    assert channels.open("first") is not first
