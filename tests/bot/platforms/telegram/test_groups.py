"""The bot in a group: what it says when it is added, and who decides there."""

from __future__ import annotations

import pytest

from bot.core.game.people import Chat, Person
from bot.core.language.speech import say
from bot.platforms.telegram import Telegram, groups
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Town

pytestmark = pytest.mark.usefixtures("adapter")


@pytest.fixture
def ann(town: Town) -> Human:
    return Human(town, "Ann", language="uk")


async def test_the_greeting_is_in_the_language_of_the_person_who_added_the_bot(town: Town, ann: Human) -> None:
    friends = town.group("Friends")
    town.add_bot(friends, ann.as_json())
    post = await friends.post()
    assert post.text == say("uk", "greeting")
    assert post.buttons == {
        say("uk", "button-play"): "/challenge bot easy dots 3x3 second",
        say("uk", "button-challenge-somebody"): "/setup",
    }


async def test_it_says_that_it_may_not_send_pictures(town: Town, ann: Human) -> None:
    friends = town.group("Friends")
    friends.photos = False
    town.add_bot(friends, ann.as_json())
    assert (await friends.post()).text == f"{say('uk', 'greeting')}\n{say('uk', 'photos-forbidden')}"


async def test_a_change_of_its_rights_is_no_news(core: ScriptedCore, town: Town, ann: Human) -> None:
    friends = town.group("Friends")
    town.add_bot(friends, ann.as_json(), was="member")
    ann.says(friends, "/help")
    await core.hears()
    assert [chat.id for chat in core.retried] == [str(friends.id)]
    assert friends.posts.empty()


def person(number: int) -> Person:
    return Person("telegram", str(number), "Somebody")


async def test_the_owner_of_a_group_administers_it_and_a_member_does_not(adapter: Telegram, town: Town):
    friends = town.group("Friends")
    friends.owner = 17
    chat = Chat("telegram", str(friends.id))
    assert [await adapter.administers(chat, person(number)) for number in (17, 18)] == [True, False]


async def test_an_anonymous_administrator_administers_the_group(adapter: Telegram, town: Town):
    friends = town.group("Friends")
    assert await adapter.administers(Chat("telegram", str(friends.id)), person(friends.id))


async def test_everyone_administers_their_private_chat(adapter: Telegram):
    assert await adapter.administers(Chat("telegram", "17", direct=True), person(17))


async def test_an_unknown_person_administers_nothing(adapter: Telegram, api: BotApi, town: Town):
    friends = town.group("Friends")
    friends.owner = 17
    api.hiccups["getChatMember"] = 1
    assert not await adapter.administers(Chat("telegram", str(friends.id)), person(17))


@pytest.mark.parametrize(("is_run_by_bot", "outside", "requests"), [(False, {103, 299}, 201), (True, {103}, 21)])
async def test_an_administrator_asks_only_about_the_first_people(
    adapter: Telegram,
    api: BotApi,
    town: Town,
    monkeypatch: pytest.MonkeyPatch,
    is_run_by_bot: bool,
    outside: set[int],
    requests: int,
):
    monkeypatch.setattr(groups, "PAUSE", 0.0)
    await api.until_asked("getUpdates")
    friends = town.group("Friends")
    friends.outside, friends.is_run_by_bot = {103, 299, 300}, is_run_by_bot
    people = [person(number) for number in range(100, 301)]
    for _ in range(2):
        former_members = await adapter.former_members(Chat("telegram", str(friends.id)), people)
        assert {int(each.id) for each in former_members} == outside
    assert api.asked.count("getChatMember") == requests, "one of them about the bot itself"


async def test_people_whom_telegram_does_not_know_are_no_former_members(adapter: Telegram, api: BotApi, town: Town):
    friends = town.group("Friends")
    friends.outside = {103}
    api.hiccups["getChatMember"] = 1
    assert await adapter.former_members(Chat("telegram", str(friends.id)), [person(103)]) == []
