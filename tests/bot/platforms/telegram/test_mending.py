"""Typos mended by editing."""

from __future__ import annotations

import pytest

from bot.core.ports.platform import PRIVATE, Message
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.town import Town

pytestmark = pytest.mark.usefixtures("door")


async def test_a_refused_move_that_is_edited_is_offered_as_a_button(core: ScriptedCore, town: Town, ann: Human) -> None:
    friends = town.group("Friends")
    core.answers["/move d1-d9"] = (Message("No such side.", envelope=PRIVATE),)
    message = ann.says(friends, "/move d1-d9")
    await friends.post()
    ann.edits(message, "/move d1-d2")
    offered = await friends.post()
    assert (offered.buttons, offered.answers) == ({"d1-d2": "/move d1-d2"}, str(message["message_id"]))
    ann.presses(offered, "d1-d2")
    assert [(await core.hears()).text, (await core.hears()).text] == ["/move d1-d9", "/move d1-d2"]


async def test_a_move_that_was_played_stays_when_its_text_is_edited(core: ScriptedCore, town: Town, ann: Human) -> None:
    message = ann.says(ann.starts(), "d1-d2")
    assert (await core.hears()).text == "d1-d2"
    ann.edits(message, "d1-d3")
    ann.says(ann.room, "c1-c2")
    assert (await core.hears()).text == "c1-c2"
    assert ann.room.posts.empty()
