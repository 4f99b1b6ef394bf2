"""What is left of a whole game in a group: few messages, one ping a turn, few requests."""

from __future__ import annotations

import pytest

from bot.platforms.telegram import flood_control
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Room, Town
from tests.bot.platforms.telegram.whole_game import played


@pytest.mark.usefixtures("house")
async def test_of_a_whole_game_between_two_people_few_messages_remain(
    api: BotApi, town: Town, friends: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flood_control, "_GROUP_PACE", 0.01)
    game = await played(api, town, friends)
    assert game.moves == 24
    assert game.left <= 4
    assert game.pings <= 17
    assert game.calls <= 2.2 * game.moves
