"""After a week without updates Telegram numbers them from another number on."""

from __future__ import annotations

import asyncio

from bot.platforms.telegram.bot_api import Json
from bot.platforms.telegram.updates import Inbox
from tests.bot.platforms.telegram.scripted import ScriptedCore


async def test_updates_with_a_new_numbering_are_confirmed_and_not_fetched_for_ever():
    handled: list[int] = []

    async def receive(update: Json) -> None:
        handled.append(update["update_id"])

    inbox = Inbox(receive, ScriptedCore().updates, lambda update: False)
    for number in (5000, 17, 18, 17):
        inbox.accept({"update_id": number})
        await inbox.wait_all_acknowledged(1)
    assert handled == [5000, 17, 18]
    assert inbox.offset == 19


async def test_an_update_that_comes_again_changes_no_offset():
    gate = asyncio.Event()

    async def receive(update: Json) -> None:
        await gate.wait()

    inbox = Inbox(receive, ScriptedCore().updates, lambda update: False, patience=60)
    for number in (10, 11, 10):
        inbox.accept({"update_id": number})
    assert inbox.offset == 10
    gate.set()
    await inbox.wait_all_acknowledged(1)
    assert inbox.offset == 12
