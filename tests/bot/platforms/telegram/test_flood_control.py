"""Flood control: each chat has a burst and then a pace, all have a rate, and answers go first."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import randoms
from telegram.error import RetryAfter

from bot.core.game.people import Chat
from bot.core.ports.platform import Message, Unshown
from bot.core.ports.store import MessageRate
from bot.platforms.telegram import Telegram, flood_control
from bot.platforms.telegram.flood_control import BURST, Answer, FloodControl, Priority, SendQueue, TokenBuckets
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.clocked import at_once
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import PATIENCE, Room, Town

BOARD = Message("a board")
GROUP, PERSON = -1, 1
pauses = st.lists(st.floats(0, 10), min_size=30, max_size=120)
RATE = 10
SHARED_RATE = 30


def chat(room: Room) -> Chat:
    return Chat("telegram", str(room.id))


async def test_a_flooded_chat_says_when_to_come_again(door: Telegram, friends: Room) -> None:
    friends.floods = [17]
    with pytest.raises(Unshown) as unshown:
        await door.show(chat(friends), BOARD)
    assert unshown.value.retry_after == 17


async def test_a_flooded_chat_is_not_asked_again_before_its_time(api: BotApi, door: Telegram, friends: Room) -> None:
    friends.floods = [17]
    for _ in range(3):
        with pytest.raises(Unshown):
            await door.show(chat(friends), BOARD)
    assert api.asked.count("sendMessage") == 1


async def test_other_chats_do_not_wait_for_a_flooded_one(town: Town, door: Telegram, friends: Room) -> None:
    friends.floods = [17]
    with pytest.raises(Unshown):
        await door.show(chat(friends), BOARD)
    others = town.group("Others")
    await door.show(chat(others), BOARD)
    assert (await others.post()).text == "a board"


async def test_a_group_takes_twenty_boards_at_once_and_then_a_pause(door: Telegram, friends: Room) -> None:
    for _ in range(20):
        await door.show(chat(friends), BOARD)
    with pytest.raises(Unshown) as unshown:
        await door.show(chat(friends), BOARD)
    assert 0 < (unshown.value.retry_after or 0) <= 3


async def test_an_answer_waits_for_a_short_flood_to_end(
    core: ScriptedCore, town: Town, friends: Room, door: Telegram
) -> None:
    core.answers["/help"] = (Message("Help."),)
    friends.floods = [0.01]
    Human(town, "Ann").says(friends, "/help")
    assert (await friends.post()).text == "Help."


async def test_an_answer_is_sent_again_while_telegram_is_in_trouble(
    api: BotApi, core: ScriptedCore, town: Town, friends: Room, door: Telegram
) -> None:
    core.answers["/help"] = (Message("Help."),)
    api.hiccups.update(["sendMessage", "sendMessage"])
    Human(town, "Ann").says(friends, "/help")
    assert (await friends.post()).text == "Help."


async def test_who_has_been_asked_to_wait_is_not_listened_to_and_holds_nobody_up(
    core: ScriptedCore, town: Town, friends: Room, door: Telegram
) -> None:
    ann, bob = Human(town, "Ann"), Human(town, "Bob")
    core.ignored = {f"telegram:{ann.id}"}
    for _ in range(300):
        ann.says(friends, "/help")
    bob.says(friends, "/games")
    assert (await core.hears()).text == "/games"
    assert core.has_heard_all()
    async with asyncio.timeout(PATIENCE):
        while town.updates:
            await asyncio.sleep(0)


async def test_what_is_not_answered_waits_for_no_answer_in_its_chat(
    core: ScriptedCore, town: Town, friends: Room, door: Telegram
) -> None:
    core.answers["/help"] = (Message("Help."),)
    friends.floods = [25]
    ann = Human(town, "Ann")
    ann.says(friends, "/help")
    ann.says(friends, "/move a1-a2")
    assert [(await core.hears()).text, (await core.hears()).text] == ["/help", "/move a1-a2"]
    async with asyncio.timeout(PATIENCE):
        while town.updates:
            await asyncio.sleep(0)
    [kept] = core.updates.kept.values()
    assert "/help" in kept


@pytest.mark.parametrize("what", ["kicked", "never started", "unknown"])
async def test_where_the_bot_may_not_write_no_board_is_tried_again(
    town: Town, door: Telegram, friends: Room, what: str
) -> None:
    friends.open = False
    ann = Human(town, "Ann")
    where = {"kicked": chat(friends), "never started": chat(ann.room), "unknown": Chat("telegram", "-12345")}[what]
    with pytest.raises(Unshown) as unshown:
        await door.show(where, BOARD)
    assert unshown.value.retry_after is None


async def test_a_server_in_trouble_is_worth_another_try(api: BotApi, door: Telegram, friends: Room) -> None:
    api.hiccups.update(["sendMessage"])
    with pytest.raises(Unshown) as unshown:
        await door.show(chat(friends), BOARD)
    assert unshown.value.retry_after is not None


async def test_a_board_that_waits_for_its_chat_is_next_and_no_answer_takes_its_place() -> None:
    times = iter((*[0.0] * (BURST + 1), 3.0, 3.0, 6.0))
    with patch.object(flood_control, "time", SimpleNamespace(monotonic=lambda: next(times))):
        limits, sent = FloodControl(), list[str]()

        async def answered() -> bool:
            sent.append("answer")
            return True

        async def answer() -> Answer:
            return await limits.process_request(answered, (), {}, "sendMessage", {"chat_id": -5}, None)

        for _ in range(BURST):
            await answer()
        with pytest.raises(RetryAfter):
            await limits.reserve(-5)
        with pytest.raises(RetryAfter):
            await answer()
        await limits.reserve(-5)
        await answer()
        assert await answer()
        assert len(sent) == BURST + 2


async def test_a_slot_is_for_one_message_which_does_not_wait_again(door: Telegram, friends: Room) -> None:
    for _ in range(19):
        await door.show(chat(friends), BOARD)
    await door.slot(chat(friends))
    with pytest.raises(Unshown):
        await door.slot(chat(friends))
    await door.show(chat(friends), BOARD)
    with pytest.raises(Unshown):
        await door.show(chat(friends), BOARD)


@settings(max_examples=50)
@given(pauses)
def test_no_minute_of_a_group_has_more_than_the_burst_and_the_pace(pauses: list[float]) -> None:
    buckets, now, sent = TokenBuckets(), 0.0, list[float]()
    for pause in pauses:
        now += pause
        if not buckets.spend(GROUP, now):
            sent.append(now)
    assert all(sum(start <= moment < start + 60 for moment in sent) <= BURST + 20 for start in sent)


@settings(max_examples=50)
@given(pauses)
def test_whoever_waits_as_long_as_they_are_told_may_write(pauses: list[float]) -> None:
    buckets, now = TokenBuckets(), 0.0
    for pause in pauses:
        now += pause
        if wait := buckets.spend(GROUP, now):
            now += wait
            assert buckets.spend(GROUP, now) == 0


def test_a_person_is_written_to_every_second() -> None:
    buckets = TokenBuckets()
    assert not any(buckets.spend(PERSON, 0) for _ in range(BURST))
    assert buckets.spend(PERSON, 0) == 1


def test_chats_do_not_share_their_allowance() -> None:
    buckets = TokenBuckets()
    assert not any(buckets.spend(GROUP, 0) for _ in range(BURST))
    assert buckets.spend(PERSON, 0) == 0


def test_a_denied_chat_takes_nothing_for_its_time_and_then_one_at_a_time() -> None:
    buckets = TokenBuckets()
    buckets.drain(GROUP, 0, 17)
    assert buckets.spend(GROUP, 0) == 17
    assert buckets.spend(GROUP, 17) == 0
    assert buckets.spend(GROUP, 17) == 3


def test_many_chats_at_rest_are_forgotten() -> None:
    buckets = TokenBuckets()
    for chat in range(1, 15_000):
        buckets.spend(chat, 10 * chat)
    assert len(buckets._full_at) <= 10_000


async def standing(queue: SendQueue, priority: Priority, done: list[Priority]) -> asyncio.Task[None]:
    async def come() -> None:
        await queue.pass_through(priority)
        done.append(priority)

    task = asyncio.create_task(come())
    await asyncio.sleep(0)
    return task


def test_as_many_as_a_second_takes_pass_at_once():
    async def passed() -> int:
        queue, done = SendQueue(30), list[Priority]()
        tasks = [await standing(queue, Priority.BOARD, done) for _ in range(31)]
        await asyncio.sleep(0)
        tasks[-1].cancel()
        return len(done)

    assert at_once(passed()) == 30


def test_what_somebody_waits_for_goes_first():
    assert at_once(_order(Priority.BOARD, Priority.ANSWER)).index(Priority.ANSWER) < 104


def test_a_newest_board_does_not_wait_for_older_ones_to_be_tidied_up():
    assert at_once(_order(Priority.TIDYING, *[Priority.BOARD] * 4))[2:6] == [Priority.BOARD] * 4


async def test_who_gives_up_takes_no_place():
    queue, done = SendQueue(100), list[Priority]()
    tasks = [await standing(queue, Priority.BOARD, done) for _ in range(200)]
    for task in tasks[100:199]:
        task.cancel()
    await tasks[199]
    assert len(done) == 200 - sum(task.cancelled() for task in tasks)


@given(chances=randoms(use_true_random=False))
def test_nobody_is_forgotten_and_a_second_takes_no_more_than_its_rate(chances: Random):
    passed = at_once(_crowd(chances))
    for begin in passed:
        within = [time for time in passed if begin <= time < begin + 1]
        assert len(within) <= 2 * RATE


@pytest.mark.parametrize("priority", [Priority.ANSWER, Priority.BOARD])
def test_each_passes_in_its_slot_whatever_there_is_to_tidy_up(priority: Priority):
    late = at_once(_burst(priority))
    assert max(late) <= 0.01


async def _order(many: Priority, *few: Priority) -> list[Priority]:
    """In which order many of one priority pass, and a few that come right after them."""
    queue, done = SendQueue(100), list[Priority]()
    await asyncio.gather(*[await standing(queue, priority, done) for priority in [many] * 104 + [*few]])
    return done


async def _crowd(chances: Random) -> list[float]:
    """When each passed, of many who come at any time and some of whom give up; returns when none waits any more."""
    queue, passed, loop = SendQueue(RATE), list[float](), asyncio.get_running_loop()

    async def come() -> None:
        await asyncio.sleep(chances.uniform(0, 10))
        with suppress(TimeoutError):
            async with asyncio.timeout(chances.choice((0.0, 0.5, 5.0, None))):
                await queue.pass_through(chances.choice(list(Priority)))
                passed.append(loop.time())

    await asyncio.gather(*(come() for _ in range(chances.randint(1, 120))))
    return passed


async def _burst(priority: Priority) -> list[float]:
    """How late each passed of those who come twice as fast as they may, while there is always something to tidy up."""
    queue, late, loop = SendQueue(RATE), list[float](), asyncio.get_running_loop()
    tidying = [asyncio.create_task(queue.pass_through(Priority.TIDYING)) for _ in range(400)]

    async def come(number: int) -> None:
        await asyncio.sleep(number / (2 * RATE))
        await queue.pass_through(priority)
        late.append(loop.time() - max(number / (2 * RATE), (number - RATE + 3) / RATE))

    await asyncio.gather(*(come(number) for number in range(200)), *tidying)
    return late


@dataclass
class Counted:
    """Slots of which is known how many were taken, and when there were none, by a clock."""

    slots: MessageRate
    now: list[float]
    taken: int = 0
    none_there: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def are_shared(self) -> bool:
        return self.slots.are_shared

    async def take(self, rate: float, wanted: int, left: float) -> tuple[int, float]:
        begun = self.now[0]
        taken, wait = await self.slots.take(rate, wanted, left)
        self.taken += taken
        if not taken and begun == self.now[0]:
            self.none_there.set()
        return taken, wait


async def all_taken(*sources: Counted) -> int:
    """How many were taken by the time when there were none for anybody."""
    for source in sources:
        source.none_there.clear()
    for source in sources:
        await source.none_there.wait()
    return sum(source.taken for source in sources)


async def test_two_processes_send_no_more_together_than_one_may(valkey: str):
    now = [1e6]
    stores = [RedisStore(connect(valkey)) for _ in range(2)]
    for store in stores:
        store.leases.living = ("one", "two")
    sources = [Counted(store.message_slots("telegram:7", lambda: now[0]), now) for store in stores]
    queues = [SendQueue(SHARED_RATE, source) for source in sources]
    boards = [
        asyncio.create_task(queue.pass_through(Priority.BOARD)) for queue in queues for _ in range(2 * SHARED_RATE + 10)
    ]
    assert await all_taken(*sources) == SHARED_RATE
    now[0] += 1
    assert await all_taken(*sources) == 2 * SHARED_RATE
    assert sum(task.done() for task in boards) == 2 * SHARED_RATE
    for board in boards:
        board.cancel()
    for store in stores:
        await store.close()


async def test_what_nobody_would_miss_passes_only_where_there_is_plenty(valkey: str):
    store = RedisStore(connect(valkey))
    store.leases.living = ("one", "two")
    now = [2e6]
    source = Counted(store.message_slots("telegram:8", lambda: now[0]), now)
    queue = SendQueue(SHARED_RATE, source)
    await queue.pass_through(Priority.TIDYING)
    await queue.pass_through(Priority.BOARD)
    tidying = asyncio.create_task(queue.pass_through(Priority.TIDYING))
    await source.none_there.wait()
    await queue.pass_through(Priority.ANSWER)
    assert not tidying.done()
    now[0] += 1
    await tidying
    await store.close()


async def test_a_server_that_does_not_answer_holds_up_no_message():
    store = RedisStore(connect("redis://127.0.0.1:1"))
    store.leases.living = ("one", "two")
    queue = SendQueue(SHARED_RATE, store.message_slots("telegram:9"))
    await asyncio.gather(*(queue.pass_through(Priority.BOARD) for _ in range(SHARED_RATE)))
    await store.close()


def test_when_so_much_of_a_burst_is_there_again_is_counted() -> None:
    buckets = TokenBuckets()
    assert buckets.seconds_until(-5, BURST, now=0) == 0
    for _ in range(3):
        buckets.spend(-5, now=0)
    assert buckets.seconds_until(-5, BURST - 3, now=0) == 0
    assert buckets.seconds_until(-5, BURST, now=0) == 9
