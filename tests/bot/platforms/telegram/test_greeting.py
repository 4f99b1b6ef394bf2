"""What the bot says when it is added to a group."""

from __future__ import annotations

import pytest

from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.town import Town

pytestmark = pytest.mark.usefixtures("door")


@pytest.fixture
def ann(town: Town) -> Human:
    return Human(town, "Ann", language="uk")


async def test_it_greets_in_the_language_of_who_added_it_with_two_ways_to_play(town: Town, ann: Human) -> None:
    friends = town.group("Friends")
    town.add_bot(friends, ann.as_json())
    said = await friends.post()
    assert said.text == "uk greeting"
    assert said.buttons == {
        "uk button-play-bot": "/challenge bot easy dots 3x3",
        "uk button-challenge-somebody": "/setup",
    }


async def test_it_says_that_it_may_not_send_pictures(town: Town, ann: Human) -> None:
    friends = town.group("Friends")
    friends.photos = False
    town.add_bot(friends, ann.as_json())
    assert (await friends.post()).text == "uk greeting\nuk photos-forbidden"


async def test_a_change_of_its_rights_is_no_news(core: ScriptedCore, town: Town, ann: Human) -> None:
    friends = town.group("Friends")
    town.add_bot(friends, ann.as_json(), was="member")
    ann.says(friends, "/help")
    await core.hears()
    assert [chat.id for chat in core.retried] == [str(friends.id)]
    assert friends.posts.empty()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann /resign", "Ann /\u2060resign"),
        ("@bob", "@\u2060bob"),
        ("http://e.vil", "http:\u2060/\u2060/\u2060e.\u2060vil"),
        ("Dr. Ann", "Dr. Ann"),
    ],
)
async def test_no_name_becomes_a_link(core: ScriptedCore, town: Town, name: str, shown: str) -> None:
    human = Human(town, name)
    human.says(human.starts(), "/help")
    assert (await core.hears()).person.name == shown
