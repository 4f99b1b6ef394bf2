"""A press can say anything, for any client may send any data: it is answered once and moves nothing of others."""

from __future__ import annotations

import re

import pytest

from bot.core.router import Router
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.town import Room, Town

FORGED = (
    *(
        "",
        "\x00",
        "hello",
        "a1-a2",
        "/",
        "/move",
        "/move CODE@-1 a1-a2",
        f"/move CODE@{'9' * 50}",
        "/move CODE@٠ a1-a2",
    ),
    *("/move CODE@0 a1-a2", "/accept CODE", "/resign CODE yes", "/draw CODE yes", "/undo CODE yes", "/pick CODE@0 a"),
    *("/see -1 /see 1 /forgetme yes", "/settings time=1m", "/tournament start CODE", "/puzzle #99999999999999999999"),
    *("/step CODE -1", "/games page=-1", "/challenge @@@ dots", "/gone CODE", "\U0001f3b2" * 16),
)
"""CODE stands for the code of somebody else's running game."""


@pytest.mark.parametrize("is_inline", [False, True])
async def test_a_forged_press_is_answered_and_moves_nothing_of_others(
    town: Town, house: Router, friends: Room, is_inline: bool
):
    ann, bob, eve = Human(town, "Ann", "ann"), Human(town, "Bob", "bob"), Human(town, "Eve", "eve")
    for human in (ann, bob, eve):
        human.starts()
    ann.says(friends, "/challenge @bob dots 2x2")
    post = await friends.news()
    await bob.presses(post, "Accept").toast()
    board = await friends.news()
    await house.wait_until_idle()
    [code] = re.findall(r"\b[B-Z]{6}\b", board.text)
    before = await house._services.games.load(code)
    under = {"inline_message_id": "AgAAx_of_another_bot"} if is_inline else {"message": board.json}
    for text in FORGED:
        await eve.presses_what_types(text.replace("CODE", code), under).toast()
    assert await house._services.games.load(code) == before


async def test_a_button_of_another_version_is_answered_in_a_group_too(town: Town, house: Router, friends: Room):
    eve = Human(town, "Eve")
    eve.says(friends, "/help")
    toast = await eve.presses_what_types("/gone CODE", {"message": (await friends.news()).json}).toast()
    assert toast.text.startswith("There’s no command /gone.")
