"""Telegram's users as the core's persons."""

from __future__ import annotations

import pytest

from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.town import Town


@pytest.mark.usefixtures("adapter")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Ann /resign", "Ann /\u2060resign"),
        ("@bob", "@\u2060bob"),
        ("http://e.vil", "http:\u2060/\u2060/\u2060e.\u2060vil"),
        ("Dr. Ann", "Dr. Ann"),
    ],
)
async def test_no_name_becomes_a_link(core: ScriptedCore, town: Town, name: str, message: str) -> None:
    human = Human(town, name)
    human.says(human.starts(), "/help")
    assert (await core.hears()).person.name == message
