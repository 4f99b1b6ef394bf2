"""Texts that speak to the bot by its name."""

from __future__ import annotations

import pytest

from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.town import Town

pytestmark = pytest.mark.usefixtures("door")


@pytest.mark.parametrize(
    ("typed", "heard"),
    [
        ("@tetradka_bot a1-a2", "a1-a2"),
        ("@Tetradka_Bot, hint", "hint"),
        ("@tetradka_bot", "/help"),
        ("a1-a2 @tetradka_bot", "a1-a2"),
        ("/move a1-a2 @tetradka_bot", "/move a1-a2"),
        ("/challenge dots @tetradka_bot", "/challenge dots bot"),
    ],
)
async def test_the_name_is_no_part_of_what_is_said(core: ScriptedCore, town: Town, typed: str, heard: str) -> None:
    friends = town.group("Friends")
    friends.hears_all = True
    Human(town, "Ann").says(friends, typed)
    said = await core.hears()
    assert (said.text, said.alone) == (heard, True)


async def test_another_bots_name_is_left_alone(core: ScriptedCore, town: Town) -> None:
    friends = town.group("Friends")
    friends.hears_all = True
    Human(town, "Ann").says(friends, "@tetradka_bot2 a1-a2")
    assert not (await core.hears()).alone
