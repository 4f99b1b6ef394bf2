"""A group that becomes a supergroup keeps its games."""

from __future__ import annotations

import pytest

from bot.core.game.people import Chat
from bot.core.ports.platform import PRIVATE, Message
from bot.platforms.telegram import Telegram
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.town import Room, Town


def chat(room: Room) -> Chat:
    return Chat("telegram", str(room.id))


@pytest.mark.usefixtures("door")
async def test_both_chats_announce_the_move(core: ScriptedCore, town: Town) -> None:
    old = town.group("Friends")
    new = town.upgrade(old)
    assert [await core.moved(), await core.moved()] == [(chat(old), chat(new))] * 2


async def test_a_board_for_the_old_chat_is_shown_in_the_new_one(core: ScriptedCore, town: Town, door: Telegram) -> None:
    old = town.group("Friends")
    new = town.upgrade(old)
    town.updates.clear()
    shown = await door.show(chat(old), Message("a board"))
    assert (await new.post()).id == shown
    assert await core.moved() == (chat(old), chat(new))


@pytest.mark.usefixtures("door")
async def test_an_answer_to_the_old_chat_is_given_in_the_new_one(core: ScriptedCore, town: Town) -> None:
    old = town.group("Friends")
    core.answers["/help"] = (Message("Help.", envelope=PRIVATE),)
    new = town.upgrade(old)
    Human(town, "Ann").says(old, "/help")
    assert (await new.post()).text == "Help."
