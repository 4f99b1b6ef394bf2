"""Two people play on Telegram, each in their own chat with the bot."""

from __future__ import annotations

import pytest

from bot.core.language.speech import say
from bot.core.router import Router
from bot.platforms.telegram import flood_control
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.places import until_handled
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Post, Room, Town


@pytest.fixture
def ann(town: Town) -> Human:
    return Human(town, "Ann", username="ann", language="ru")


@pytest.fixture
def bob(town: Town) -> Human:
    return Human(town, "Bob", username="bob", language="uk")


async def board(room: Room) -> Post:
    """The next board, after whatever else comes, and after a question that is now answered."""
    while (post := await room.post()).edited or not post.pictures:
        pass
    return post


@pytest.mark.usefixtures("house")
async def test_a_challenge_reaches_the_other_in_their_own_chat_and_language(ann: Human, bob: Human) -> None:
    bob.says(bob.starts(), "/help")
    await bob.room.post()
    ann.says(ann.starts(), "/challenge @bob dots 1x1")
    assert "Вызов отправлен: Bob" in (await ann.room.post()).text
    question = await bob.room.post()
    assert "Ann викликає вас" in question.text
    bob.presses(question, say("uk", "button-accept"))
    assert "Ann, ваш ход." in (await board(ann.room)).text
    assert "Ходить Ann." in (await board(bob.room)).text
    ann.says(ann.room, "a1-a2")
    assert "Ходит Bob." in (await board(ann.room)).text
    while "Bob, ваш хід." not in (changed_board := await bob.room.post()).text:
        pass
    assert changed_board.edited


async def test_a_press_is_answered_and_changes_both_boards_in_place(
    api: BotApi, town: Town, house: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flood_control, "_PRIVATE_PACE", 0.01)
    ann, bob = Human(town, "Ann", username="ann"), Human(town, "Bob", username="bob")
    bob.says(bob.starts(), "/help")
    await bob.room.post()
    ann.says(ann.starts(), "/challenge @bob dots 2x2 pie=0")
    bob.presses(await bob.room.post(), "Accept")
    for who, move in [(ann, "a1-a2"), (bob, "b1-b2"), (ann, "c1-c2"), (bob, "a2-a3")]:
        await until_handled(town, house)
        began, newest = len(api.asked), max(id_ for id_, message in who.room.messages.items() if "photo" in message)
        who.presses(Post(who.room.messages[newest]), move)
        await until_handled(town, house)
        calls = [method for method in api.asked[began:] if method != "getUpdates"]
        assert sorted(calls) == ["answerCallbackQuery", "editMessageMedia", "editMessageMedia"]


@pytest.mark.usefixtures("house")
async def test_a_person_unknown_to_the_bot_comes_by_a_link(ann: Human, bob: Human) -> None:
    ann.says(ann.starts(), "/challenge @bob dots 1x1")
    link = (await ann.room.post()).text.splitlines()[-1]
    address, _, code = link.partition("?start=")
    assert address == "https://t.me/tetradka_bot"
    bob.says(bob.starts(), f"/start {code}")
    bob.presses(await bob.room.post(), say("uk", "button-accept"))
    assert "Ann, ваш ход." in (await board(ann.room)).text
    assert "Ходить Ann." in (await board(bob.room)).text


@pytest.mark.usefixtures("house")
async def test_a_person_who_blocked_the_bot_comes_by_a_link(ann: Human, bob: Human) -> None:
    bob.says(bob.starts(), "/help")
    await bob.room.post()
    bob.room.open = False
    ann.says(ann.starts(), "/challenge @bob dots 1x1")
    post = await ann.room.post()
    answer = post if "?start=" in post.text else await ann.room.post()
    assert "https://t.me/tetradka_bot?start=" in answer.text
    assert "(1\u00a0день)" in answer.text
    bob.room.open = True
    bob.town.add_bot(bob.room, bob.as_json(), was="kicked")
    assert "Ann викликає вас" in (await bob.room.post()).text


@pytest.mark.usefixtures("house")
async def test_boards_that_were_missed_come_once_when_the_bot_is_added_again(
    town: Town, api: BotApi, ann: Human, bob: Human
) -> None:
    friends = town.group("Friends")
    ann.says(friends, "/challenge dots 1x1")
    bob.presses(await friends.post(), say("ru", "button-accept"))
    await board(friends)
    friends.open = False
    tried = api.asked.count("sendPhoto")
    ann.says(friends, "/move a1-a2")
    await api.until_asked("sendPhoto", tried + 1)
    friends.open = True
    town.add_bot(friends, ann.as_json())
    come = [await friends.news(), await friends.news()]
    assert ["a1-a2" in post.text for post in come if post.pictures] == [True]
    assert [say("ru", "greeting") in post.text for post in come if not post.pictures] == [True]
    town.add_bot(friends, ann.as_json(), was="member")
    bob.says(friends, "/help")
    assert "a1-a2" not in (await friends.news()).text
