"""Older boards lose their buttons when a newer one stands, if the chat has messages to spare."""

from __future__ import annotations

from bot.core.ports import Button, Chat, Message
from bot.platforms.telegram import Telegram
from bot.platforms.telegram.allowance import BURST, Allowance
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Town

BOARD = Message("a board", buttons=((Button("Hint", "/hint A"),),))


async def test_the_board_before_loses_its_buttons(api: BotApi, town: Town, door: Telegram) -> None:
    friends = town.group("Friends")
    chat = Chat("telegram", str(friends.id))
    first = await door.show(chat, BOARD)
    second = await door.show(chat, Message("another", buttons=BOARD.buttons, after=first))
    await api.until_asked("editMessageReplyMarkup")
    assert "reply_markup" not in friends.messages[int(first)]
    assert "reply_markup" in friends.messages[int(second)]


def test_what_is_left_of_a_burst_is_counted() -> None:
    allowance = Allowance()
    assert allowance.left(-5, now=0) == BURST
    for _ in range(3):
        allowance.take(-5, now=0)
    assert allowance.left(-5, now=0) == BURST - 3
