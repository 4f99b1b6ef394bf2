"""A process dies, or an answer is lost, while a board is on its way: what the chat looks like afterwards."""

from __future__ import annotations

import pytest

from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.house import living
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Room, Town


@pytest.mark.parametrize(("text", "said"), [("/move a1-b1", "Ann: a1-b1"), ("/resign yes", "resigned")])
async def test_the_line_about_a_board_that_may_be_missing_becomes_that_board(
    api: BotApi, store: RedisStore, town: Town, ann: Human, friends: Room, text: str, said: str
) -> None:
    bob = Human(town, "Bob", username="bob")
    async with living(api, store) as house:
        ann.says(friends, "/challenge @bob dots 1x1 pie=0")
        bob.presses(await friends.news(), "Accept")
        first = await friends.news()
        await house.idle()
        api.losses["sendPhoto"] = 1
        ann.says(friends, text)
        lost = await friends.news()
        await house.idle()
    async with living(api, store) as house:
        await house.sweep()
        line = await friends.news()
        assert list(line.buttons) == ["Show it"]
        ann.presses(line, "Show it")
        while (board := await friends.post()).id != line.id:
            assert board.id == first.id
        assert said in board.text
        assert board.buttons == lost.buttons
        await house.idle()
        assert friends.posts.empty()
