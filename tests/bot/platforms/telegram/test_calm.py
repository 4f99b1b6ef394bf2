"""What is left of a whole game in a group: few messages, one ping a turn, few requests."""

from __future__ import annotations

import asyncio

import pytest

from bot.platforms.telegram import flood_control
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import PATIENCE, Room, Town
from tests.bot.platforms.telegram.whole_game import play_whole_game


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize("presses", [False, True], ids=["typed", "by presses"])
async def test_few_messages_remain_of_a_game_between_two_people(
    api: BotApi, town: Town, friends: Room, monkeypatch: pytest.MonkeyPatch, presses: bool
) -> None:
    monkeypatch.setattr(flood_control, "_GROUP_PACE", 0.01)
    game = await play_whole_game(api, town, friends, presses)
    assert game.moves == 24
    assert game.left <= 4
    assert game.pings <= 17
    assert game.calls <= 2.2 * game.moves
    assert game.toasts == (game.moves if presses else 0)


@pytest.mark.usefixtures("house")
async def test_the_line_about_an_offer_is_deleted_with_its_answer(town: Town, friends: Room) -> None:
    ann, bob = Human(town, "Ann", username="ann"), Human(town, "Bob", username="bob_the_b")
    ann.says(friends, "/challenge @bob_the_b dots 3x3")
    bob.presses(await friends.post(), "Accept")
    await friends.post(), await friends.post()
    ann.says(friends, "/draw")
    await friends.post()
    line = await friends.news()
    assert list(line.pinged) == ["Bob"]
    bob.says(friends, "/draw no")
    while "Bob declines the draw" not in (await friends.post()).text:
        pass
    async with asyncio.timeout(PATIENCE):
        while line.id not in friends.gone:
            await asyncio.sleep(0.005)
