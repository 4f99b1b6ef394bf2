"""One person's texts in one chat go one after another; nobody waits for anybody else."""

from __future__ import annotations

import asyncio

from bot.core.game.people import Chat
from bot.core.queues.user_queue import Ticket, UserQueue
from tests.bot.scripted import CHAT, person


async def _has_come(ticket: Ticket) -> bool:
    coming = asyncio.ensure_future(ticket.come())
    for _ in range(5):
        await asyncio.sleep(0)
    has_come = coming.done()
    coming.cancel()
    return has_come


async def test_texts_of_a_person_wait_in_order():
    queue = UserQueue()
    first, second, third = (queue.join(CHAT, person("ann")) for _ in range(3))
    assert await _has_come(first)
    second.leave()
    assert not await _has_come(third)
    first.leave()
    assert await _has_come(third)


async def test_other_people_and_other_chats_do_not_wait():
    queue = UserQueue()
    queue.join(CHAT, person("ann"))
    assert await _has_come(queue.join(CHAT, person("bob")))
    assert await _has_come(queue.join(Chat("stage", "2"), person("ann")))


async def test_a_cancelled_waiting_text_blocks_nobody():
    queue = UserQueue()
    first, given_up, third = (queue.join(CHAT, person("ann")) for _ in range(3))

    async def wait() -> None:
        with given_up:
            await given_up.come()

    waiting = asyncio.create_task(wait())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    assert not await _has_come(third)
    first.leave()
    assert await _has_come(third)


async def test_everybody_in_a_chat_waits_while_it_is_held_up_and_nobody_elsewhere():
    queue = UserQueue()
    before = queue.join(CHAT, person("ann"))
    holding = queue.hold_up(CHAT)
    after = [queue.join(CHAT, person("bob")), queue.join(Chat("stage", "2"), person("bob"))]
    assert [await _has_come(ticket) for ticket in (before, holding, *after)] == [True, True, False, True]
    holding.leave()
    assert await _has_come(after[0])


async def test_an_empty_queue_is_dropped():
    queue = UserQueue()
    for _ in range(3):
        with queue.join(CHAT, person("ann")):
            pass
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert vars(queue)["_last"] == {}


async def test_a_chat_that_floods_gets_every_other_slot_and_no_more():
    queue = UserQueue(at_once=1)
    flood = [queue.join(CHAT, person(f"p{number}")) for number in range(2000)]
    coming = [asyncio.create_task(ticket.come()) for ticket in flood]
    await asyncio.sleep(0)
    quiet = queue.join(Chat("stage", "2"), person("ann"))
    arrived = asyncio.create_task(quiet.come())
    await asyncio.sleep(0)
    for ticket in flood[:2]:
        ticket.leave()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert arrived.done()
    assert sum(task.done() for task in coming) == 2
    for task in coming:
        task.cancel()


async def test_a_text_that_thinks_without_its_place_gives_its_slot_away():
    queue = UserQueue(at_once=1)
    thinking = queue.join(CHAT, person("ann"))
    assert await _has_come(thinking)
    thinking.leave()
    thinking.leave()
    assert await _has_come(queue.join(CHAT, person("bob")))
