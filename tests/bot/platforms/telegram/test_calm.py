"""What is left of a whole game in a group: few messages, one ping a turn, few requests."""

from __future__ import annotations

import pytest

from bot.platforms.telegram import flood_control
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Room, Town
from tests.bot.platforms.telegram.whole_game import played


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize("presses", [False, True], ids=["typed", "by presses"])
async def test_of_a_whole_game_between_two_people_few_messages_remain(
    api: BotApi, town: Town, friends: Room, monkeypatch: pytest.MonkeyPatch, presses: bool
) -> None:
    monkeypatch.setattr(flood_control, "_GROUP_PACE", 0.01)
    game = await played(api, town, friends, presses)
    assert game.moves == 24
    assert game.left <= 4
    assert game.pings <= 17
    assert game.calls <= (5.2 if presses else 2.2) * game.moves  # two presses are answered, a menu comes and goes
