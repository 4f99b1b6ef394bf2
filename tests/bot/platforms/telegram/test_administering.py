"""Who decides for everybody in a chat."""

from __future__ import annotations

from bot.core.game.people import Chat, Person
from bot.platforms.telegram import Telegram
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Town


def person(number: int) -> Person:
    return Person("telegram", str(number), "Somebody")


async def test_the_owner_of_a_group_does_and_a_member_does_not(door: Telegram, town: Town):
    friends = town.group("Friends")
    friends.owner = 17
    chat = Chat("telegram", str(friends.id))
    assert [await door.administers(chat, person(number)) for number in (17, 18)] == [True, False]


async def test_an_administrator_who_speaks_in_the_groups_name_does(door: Telegram, town: Town):
    friends = town.group("Friends")
    assert await door.administers(Chat("telegram", str(friends.id)), person(friends.id))


async def test_everybody_does_alone_with_the_bot(door: Telegram):
    assert await door.administers(Chat("telegram", "17", direct=True), person(17))


async def test_who_cannot_be_asked_about_does_not(door: Telegram, api: BotApi, town: Town):
    friends = town.group("Friends")
    friends.owner = 17
    api.hiccups["getChatMember"] = 1
    assert not await door.administers(Chat("telegram", str(friends.id)), person(17))
