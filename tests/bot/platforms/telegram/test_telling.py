"""One person is told alone, if they have started the bot."""

from __future__ import annotations

import pytest

from bot.core.game.people import Person
from bot.core.ports.platform import Message, Unshown
from bot.platforms.telegram import Telegram
from tests.bot.platforms.telegram.town import Town


async def test_it_stands_in_their_private_chat(door: Telegram, town: Town):
    private = town.private(17, "Ann")
    private.open = True
    await door.tell(Person("telegram", "17", "Ann"), Message("Your move."))
    assert (await private.news()).text == "Your move."


async def test_who_has_not_started_the_bot_is_not_tried_again(door: Telegram, town: Town):
    town.private(18, "Bob")
    with pytest.raises(Unshown) as failed:
        await door.tell(Person("telegram", "18", "Bob"), Message("Your move."))
    assert failed.value.retry_after is None
