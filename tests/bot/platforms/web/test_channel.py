"""Channels and their history: stamps, order, forgetting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from bot.core.game.people import Person
from bot.core.ports.page import ChannelNews, ChannelState
from bot.core.ports.platform import Envelope, Message
from bot.core.ports.store import Store
from bot.core.queues.caches import Memory
from bot.platforms.web.channel import MOST_IDLE, Channel, Channels
from bot.platforms.web.history import Entry, History
from bot.platforms.web.presence import visitor
from bot.store.redis import RedisStore

ANN = Person("web", "1", "Ann")
BOB = Person("web", "2", "Bob")


def entry(entry_id: str, text: str = "", audience: Person | None = None) -> Entry:
    return Entry(entry_id, 0.0, Message(text, envelope=Envelope(private=audience is not None)), audience=audience)


@pytest.fixture
def channels(store: Store) -> Channels:
    assert isinstance(store, RedisStore)
    return Channels(store.archive, lambda: 0.0)


@pytest.fixture
async def channel(channels: Channels) -> AsyncIterator[Channel]:
    async with channels.open("lobby") as channel:
        yield channel


def test_a_changed_entry_keeps_its_place_and_is_news_again():
    history = History()
    history.put(entry("a", "old"))
    history.put(entry("b"))
    change_count = history.changes
    history.put(entry("a", "new"))
    assert [one.message.text for one in history.since(change_count, ANN)] == ["new"]
    assert [one.id for one in history.since(0, ANN)] == ["a", "b"]


def test_only_its_audience_gets_a_private_entry():
    history = History()
    history.put(entry("a", audience=ANN))
    assert [one.id for one in history.since(0, ANN)] == ["a"]
    assert history.since(0, BOB) == []


@pytest.mark.parametrize("stamp", ["", "7", "other.7", "-", "1-", "\u0663-1", "9" * 5000 + "-1"])
async def test_an_unknown_stamp_means_the_beginning(channel: Channel, stamp: str):
    await channel.put(entry("a"))
    assert channel.history.changes_at(stamp) == 0
    assert channel.history.changes_at(channel.stamp) == 1


async def test_every_change_wakes_the_listeners(channel: Channel):
    bell = channel.bell
    await channel.put(entry("a"))
    assert bell.is_set()
    assert not channel.bell.is_set()
    await asyncio.wait_for(bell.wait(), 1)


async def test_another_process_reads_a_channel_unchanged(channel: Channel, store: Store):
    assert isinstance(store, RedisStore)
    await channel.put(entry("a", "old"))
    await channel.put(entry("b", "for Ann", audience=ANN))
    await channel.put(entry("a", "new"))
    async with Channels(store.archive, lambda: 0.0).open("lobby") as another:
        assert list(another.history.since(0, ANN)) == list(channel.history.since(0, ANN))
        assert [one.message.text for one in another.history.since(0, BOB)] == ["new"]


async def test_an_own_entry_is_not_parsed_again(channel: Channel):
    put = entry("a", "hello")
    await channel.put(put)
    assert channel.history.get("a") is put


async def is_in_history(channels: Channels, entry_id: str) -> bool:
    async with channels.open("lobby") as channel:
        return channel.history.get(entry_id) is not None


async def test_opening_a_channel_that_is_being_read_waits_for_it(channel: Channel, store: Store):
    assert isinstance(store, RedisStore)
    await channel.put(entry("a", "hello"))
    others = Channels(store.archive, lambda: 0.0)
    async with asyncio.TaskGroup() as together:
        opening = [together.create_task(is_in_history(others, "a")) for _ in range(2)]
    assert [result.result() for result in opening] == [True, True]


async def test_a_forgotten_person_leaves_the_memory_of_every_process(channel: Channel, store: Store):
    assert isinstance(store, RedisStore)
    others = Channels(store.archive, lambda: 0.0)
    async with others.open("lobby") as another:
        ann = await channel.enter(visitor("a-token", "Ann", ""))
        await channel.put(Entry("a", 0.0, Message("hello"), author=ann.person))
        following = asyncio.create_task(others.follow())
        while not another.history.get("b"):
            await channel.put(entry("b", "for everybody"))
        assert another.presence.person(ann.person.id)
        await channel.leave(ann)
        await channel.forget(ann.person, "somebody", plays_here=False)
        async with asyncio.timeout(60):
            while another.presence.person(ann.person.id) or another.history.get("a") or not another.history.get("b"):
                await asyncio.sleep(0.01)
        following.cancel()


async def visit(channels: Channels, name: str) -> Channel:
    async with channels.open(name) as channel:
        return channel


async def test_channels_that_are_not_held_open_are_forgotten_when_there_are_too_many(channels: Channels):
    first = await visit(channels, "first")
    async with channels.open("held") as held:
        for number in range(MOST_IDLE):
            await visit(channels, f"c{number}")
        assert await visit(channels, "held") is held
        assert await visit(channels, "first") is not first


async def test_large_histories_are_dropped_and_reloaded_when_a_reader_comes(store: Store):
    assert isinstance(store, RedisStore)
    memory = Memory(200_000)
    channels = Channels(store.archive, lambda: 0.0, memory)
    async with AsyncExitStack() as held:
        rooms = [await held.enter_async_context(channels.open(f"room{number}")) for number in range(4)]
        for room in rooms:
            for number in range(5):
                await room.put(entry(str(number), "hello"))
            await visit(channels, room.name)
        assert [room.history.rests for room in rooms] == [True, True, True, False]
        assert memory.caches["rooms"].bytes <= memory.caches["rooms"].most
        change_count = rooms[0].history.changes
        await rooms[0].put(entry("new"))
        assert [one.id for one in rooms[0].history.since(change_count, ANN)] == ["new"]
        await visit(channels, rooms[0].name)
        assert [one.id for one in rooms[0].history.since(0, ANN)] == ["0", "1", "2", "3", "4", "new"]
        assert [one.id for one in rooms[0].history.since(change_count, ANN)] == ["new"]


async def test_dropping_a_channel_while_another_is_read_fails_nothing(
    channels: Channels, monkeypatch: pytest.MonkeyPatch
):
    archive, asked_again = channels._archive, asyncio.Event()
    read = archive.read
    for name in ("one", "two"):
        await visit(channels, name)

    async def news(since: str) -> ChannelNews:
        if since:
            asked_again.set()
            await asyncio.Future()
        return ChannelNews(frozenset({"one", "two"}), "1-0")

    async def reading(name: str, since: str, now: float) -> ChannelState:
        if name in {"one", "two"}:
            for number in range(MOST_IDLE):
                await visit(channels, f"c{number}")
        return await read(name, since, now)

    monkeypatch.setattr(archive, "follow", news)
    monkeypatch.setattr(archive, "read", reading)
    following = asyncio.create_task(channels.follow())
    waiting = asyncio.create_task(asked_again.wait())
    ended, going_on = await asyncio.wait({following, waiting}, return_when=asyncio.FIRST_COMPLETED)
    for task in going_on:
        task.cancel()
    assert ended == {waiting}


async def test_concurrent_reads_are_combined(channel: Channel, monkeypatch: pytest.MonkeyPatch):
    readings = count_of(channel, "read", monkeypatch)
    await asyncio.gather(*(channel.catch_up() for _ in range(100)))
    assert len(readings) <= 2


def count_of(channel: Channel, method: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    archive, calls = channel._archive, list[str]()
    ask = getattr(archive, method)

    async def counted(name: str, *more: object) -> object:
        calls.append(name)
        return await ask(name, *more)

    monkeypatch.setattr(archive, method, counted)
    return calls
