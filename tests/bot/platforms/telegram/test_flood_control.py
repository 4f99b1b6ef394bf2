"""Flood control: each chat has a burst and then a pace, and a refused one is left alone."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from telegram.error import RetryAfter

from bot.core.game.people import Chat
from bot.core.ports.platform import DeliveryError, Message
from bot.platforms.telegram import Telegram, flood_control
from bot.platforms.telegram.flood_control import BURST, Answer, FloodControl, TokenBuckets
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import PATIENCE, Room, Town

BOARD = Message("a board")
GROUP, PERSON = -1, 1
pauses = st.lists(st.floats(0, 10), min_size=30, max_size=120)


def chat(room: Room) -> Chat:
    return Chat("telegram", str(room.id))


async def test_a_flooded_chat_says_when_to_come_again(adapter: Telegram, friends: Room) -> None:
    friends.floods = [17]
    with pytest.raises(DeliveryError) as unshown:
        await adapter.show(chat(friends), BOARD)
    assert unshown.value.retry_after == 17


async def test_a_flooded_chat_is_not_tried_again_too_early(api: BotApi, adapter: Telegram, friends: Room) -> None:
    friends.floods = [17]
    for _ in range(3):
        with pytest.raises(DeliveryError):
            await adapter.show(chat(friends), BOARD)
    assert api.asked.count("sendMessage") == 1


async def test_other_chats_do_not_wait_for_a_flooded_one(town: Town, adapter: Telegram, friends: Room) -> None:
    friends.floods = [17]
    with pytest.raises(DeliveryError):
        await adapter.show(chat(friends), BOARD)
    others = town.group("Others")
    await adapter.show(chat(others), BOARD)
    assert (await others.post()).text == "a board"


async def test_a_group_takes_twenty_boards_at_once_and_then_a_pause(adapter: Telegram, friends: Room) -> None:
    for _ in range(20):
        await adapter.show(chat(friends), BOARD)
    with pytest.raises(DeliveryError) as unshown:
        await adapter.show(chat(friends), BOARD)
    assert 0 < (unshown.value.retry_after or 0) <= 3


async def test_an_answer_waits_for_a_short_flood_to_end(
    core: ScriptedCore, town: Town, friends: Room, adapter: Telegram
) -> None:
    core.answers["/help"] = (Message("Help."),)
    friends.floods = [0.01]
    Human(town, "Ann").says(friends, "/help")
    assert (await friends.post()).text == "Help."


async def test_an_answer_is_sent_again_while_telegram_is_in_trouble(
    api: BotApi, core: ScriptedCore, town: Town, friends: Room, adapter: Telegram
) -> None:
    core.answers["/help"] = (Message("Help."),)
    api.hiccups.update(["sendMessage", "sendMessage"])
    Human(town, "Ann").says(friends, "/help")
    assert (await friends.post()).text == "Help."


async def test_a_flooded_persons_command_does_not_delay_others(
    core: ScriptedCore, town: Town, friends: Room, adapter: Telegram
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


async def test_a_message_without_an_answer_does_not_wait_for_answers_in_its_chat(
    core: ScriptedCore, town: Town, friends: Room, adapter: Telegram
) -> None:
    core.answers["/help"] = (Message("Help."),)
    friends.floods = [25]
    ann = Human(town, "Ann")
    ann.says(friends, "/help")
    ann.says(friends, "/move a1-a2")
    assert [(await core.hears()).text, (await core.hears()).text] == ["/help", "/move a1-a2"]
    async with asyncio.timeout(PATIENCE):
        while town.updates:
            await asyncio.sleep(0.01)
    [kept] = core.updates.kept.values()
    assert "/help" in kept


@pytest.mark.parametrize("what", ["kicked", "never started", "unknown"])
async def test_no_board_is_retried_in_a_chat_where_the_bot_cannot_write(
    town: Town, adapter: Telegram, friends: Room, what: str
) -> None:
    friends.open = False
    ann = Human(town, "Ann")
    where = {"kicked": chat(friends), "never started": chat(ann.room), "unknown": Chat("telegram", "-12345")}[what]
    with pytest.raises(DeliveryError) as unshown:
        await adapter.show(where, BOARD)
    assert unshown.value.retry_after is None


async def test_a_server_in_trouble_is_worth_another_try(api: BotApi, adapter: Telegram, friends: Room) -> None:
    api.hiccups.update(["sendMessage"])
    with pytest.raises(DeliveryError) as unshown:
        await adapter.show(chat(friends), BOARD)
    assert unshown.value.retry_after is not None


async def test_a_board_that_waits_for_its_chat_is_next_and_no_answer_takes_its_place() -> None:
    times = iter((*[0.0] * (BURST + 1), 3.0, 3.0, 6.0))
    with patch.object(flood_control, "time", SimpleNamespace(monotonic=lambda: next(times))):
        limits, sent_items = FloodControl(), list[str]()

        async def answered() -> bool:
            sent_items.append("answer")
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
        assert len(sent_items) == BURST + 2


async def test_a_spare_message_leaves_a_busy_chat_its_allowance(adapter: Telegram, friends: Room) -> None:
    for _ in range(BURST // 2 + 1):
        await adapter.show(chat(friends), BOARD)
    with pytest.raises(DeliveryError) as refusal:
        await adapter.slot(chat(friends), is_spare=True)
    assert refusal.value.retry_after
    await adapter.slot(chat(friends))


async def test_a_slot_is_for_one_message_which_does_not_wait_again(adapter: Telegram, friends: Room) -> None:
    for _ in range(19):
        await adapter.show(chat(friends), BOARD)
    await adapter.slot(chat(friends))
    with pytest.raises(DeliveryError):
        await adapter.slot(chat(friends))
    await adapter.show(chat(friends), BOARD)
    with pytest.raises(DeliveryError):
        await adapter.show(chat(friends), BOARD)


@given(pauses)
def test_no_minute_of_a_group_has_more_than_the_burst_and_the_pace(pauses: list[float]) -> None:
    buckets, now, sent_items = TokenBuckets(), 0.0, list[float]()
    for pause in pauses:
        now += pause
        if not buckets.spend(GROUP, now):
            sent_items.append(now)
    assert all(sum(start <= moment < start + 60 for moment in sent_items) <= BURST + 20 for start in sent_items)


@given(pauses)
def test_after_the_announced_wait_a_message_is_allowed(pauses: list[float]) -> None:
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


def test_a_drained_chat_accepts_nothing_for_a_while_and_then_one_message_at_a_time() -> None:
    buckets = TokenBuckets()
    buckets.drain(GROUP, 0, 17)
    assert buckets.spend(GROUP, 0) == 17
    assert buckets.spend(GROUP, 17) == 0
    assert buckets.spend(GROUP, 17) == 3


def test_many_chats_at_rest_are_forgotten() -> None:
    buckets = TokenBuckets()
    for chat in range(1, 15_000):
        buckets.spend(chat, 10 * chat)
    assert len(buckets._full_times) <= 10_000


def test_the_wait_for_part_of_a_burst_is_computed() -> None:
    buckets = TokenBuckets()
    assert buckets.seconds_until(-5, BURST, now=0) == 0
    for _ in range(3):
        buckets.spend(-5, now=0)
    assert buckets.seconds_until(-5, BURST - 3, now=0) == 0
    assert buckets.seconds_until(-5, BURST, now=0) == 9
