"""A press types its text and is always answered; an edited typo is offered again."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.game.people import Chat
from bot.core.language.speech import say
from bot.core.ports.platform import PRIVATE, Button, Envelope, Message, Picture
from bot.platforms.telegram import Telegram
from renderers.scene import Scene
from tests.bot.platforms.telegram.opening import adapter_to, serving
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.pressed import Toast
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Post, Room, Town

ACCEPT = ((Button("Accept", "/accept ABCDEF"),),)
SCENE = Scene(90, 60, (), ())


async def show_board(adapter: Telegram, room: Room, message: Message) -> Post:
    await adapter.show(Chat("telegram", str(room.id)), message)
    return await room.post()


@pytest.fixture
async def question(adapter: Telegram, friends: Room) -> Post:
    return await show_board(adapter, friends, Message("Who plays?", buttons=ACCEPT))


async def test_a_press_types_what_the_button_types(
    core: ScriptedCore, ann: Human, friends: Room, question: Post
) -> None:
    ann.presses(question, "Accept")
    incoming_text = await core.hears()
    assert (incoming_text.text, incoming_text.pressed, incoming_text.replies_to) == (
        "/accept ABCDEF",
        True,
        question.id,
    )
    assert (incoming_text.chat.id, incoming_text.person.name) == (str(friends.id), "Ann")


async def test_a_press_in_a_topic_is_in_that_topic(
    core: ScriptedCore, town: Town, adapter: Telegram, ann: Human
) -> None:
    forum = town.group("Forum", topics=(5,))
    await adapter.show(Chat("telegram", str(forum.id), "5"), Message("Who plays?", buttons=ACCEPT))
    ann.presses(await forum.post(), "Accept")
    assert (await core.hears()).chat.thread == "5"


async def test_a_press_without_an_answer_is_answered_all_the_same(ann: Human, question: Post) -> None:
    assert await ann.presses(question, "Accept").toast() == Toast("", alert=False)


async def test_a_press_under_an_inaccessible_message_is_answered(
    core: ScriptedCore, ann: Human, friends: Room, question: Post
) -> None:
    core.answers["/accept ABCDEF"] = (Message("Ann accepts", envelope=Envelope(update=True)),)
    press = ann.presses(question, "Accept", is_forgotten=True)
    assert (await core.hears()).replies_to == question.id
    assert await press.toast() == Toast("", alert=False)
    assert not (await friends.post()).edited


async def test_a_short_private_answer_is_the_toast(core: ScriptedCore, ann: Human, question: Post) -> None:
    core.answers["/accept ABCDEF"] = (Message("Not for you.", envelope=PRIVATE),)
    assert await ann.presses(question, "Accept").toast() == Toast("Not for you.", alert=False)


async def test_a_toast_too_long_for_a_glance_stays(core: ScriptedCore, ann: Human, question: Post) -> None:
    core.answers["/accept ABCDEF"] = (Message("no " * 60, envelope=PRIVATE),)
    assert (await ann.presses(question, "Accept").toast()).alert


async def test_a_private_answer_too_long_for_a_toast_goes_to_the_private_chat(
    core: ScriptedCore, ann: Human, friends: Room, question: Post
) -> None:
    core.answers["/accept ABCDEF"] = (Message("no " * 90, envelope=PRIVATE),)
    ann.presses(question, "Accept")
    assert (await friends.post()).text.startswith("Ann: no no")
    core.answers["/help"] = (Message("Help."),)
    ann.says(ann.starts(), "/help")
    await ann.room.post()
    assert (await ann.presses(question, "Accept").toast()).text == say("en", "look-in-private")
    assert (await ann.room.post()).text.startswith("Friends\nno no")
    assert friends.posts.empty()


async def test_slow_thinking_does_not_leave_a_button_waiting(api: BotApi, core: ScriptedCore, friends: Room) -> None:
    ann = Human(api.town, "Ann")
    core.gates["/accept ABCDEF"] = asyncio.Event()
    core.answers["/accept ABCDEF"] = (Message("thought over", envelope=PRIVATE),)
    async with serving(adapter := adapter_to(api, patience=0.01), core):
        press = ann.presses(await show_board(adapter, friends, Message("Who plays?", buttons=ACCEPT)), "Accept")
        assert await press.toast() == Toast(say("en", "thinking"), alert=False)
        core.gates["/accept ABCDEF"].set()
        assert (await friends.post()).text == "Ann: thought over"


async def test_a_slow_delivery_does_not_leave_a_button_waiting(api: BotApi, core: ScriptedCore, friends: Room) -> None:
    ann = Human(api.town, "Ann")
    core.answers["/accept ABCDEF"] = (Message("no " * 90, envelope=PRIVATE),)
    async with serving(adapter := adapter_to(api, patience=0.01), core):
        question = await show_board(adapter, friends, Message("Who plays?", buttons=ACCEPT))
        friends.floods = [0.3]
        assert await ann.presses(question, "Accept").toast() == Toast(say("en", "thinking"), alert=False)
        assert (await friends.post()).text.startswith("Ann: no no")


async def test_a_toast_that_does_not_arrive_is_sent_again(
    api: BotApi, core: ScriptedCore, ann: Human, question: Post
) -> None:
    core.answers["/accept ABCDEF"] = (Message("Not your turn.", envelope=PRIVATE),)
    api.hiccups["answerCallbackQuery"] = 2
    api.losses["answerCallbackQuery"] = 3
    assert (await ann.presses(question, "Accept").toast()).text == "Not your turn."
    await api.until_asked("answerCallbackQuery", 4)


async def test_a_press_too_old_to_be_answered_still_counts(
    core: ScriptedCore, town: Town, ann: Human, friends: Room, question: Post
) -> None:
    core.answers["/accept ABCDEF"] = (Message("Ann accepts"),)
    ann.presses(question, "Accept")
    town.presses.grow_old()
    assert (await friends.post()).text == "Ann accepts"


async def test_an_update_replaces_the_pressed_text(
    core: ScriptedCore, ann: Human, friends: Room, question: Post
) -> None:
    core.answers["/accept ABCDEF"] = (Message("Ann accepts", envelope=Envelope(update=True)),)
    ann.presses(question, "Accept")
    post = await friends.post()
    assert (post.edited, post.id, post.text, post.buttons) == (True, question.id, "Ann accepts", {})


async def test_an_update_gives_a_text_a_picture(core: ScriptedCore, ann: Human, friends: Room, question: Post) -> None:
    core.answers["/accept ABCDEF"] = (
        Message("the board", Picture(SCENE), buttons=ACCEPT, envelope=Envelope(update=True)),
    )
    ann.presses(question, "Accept")
    post = await friends.post()
    assert (post.edited, post.id, post.text, len(post.pictures)) == (True, question.id, "the board", 1)
    assert post.buttons == {"Accept": "/accept ABCDEF"}


async def test_an_update_without_a_picture_changes_the_caption(
    core: ScriptedCore, adapter: Telegram, ann: Human, friends: Room
) -> None:
    core.answers["/accept ABCDEF"] = (Message("new words", envelope=Envelope(update=True)),)
    board = await show_board(adapter, friends, Message("old words", Picture(SCENE), buttons=ACCEPT))
    ann.presses(board, "Accept")
    post = await friends.post()
    assert (post.edited, post.id, post.text) == (True, board.id, "new words")
    assert "photo" in post.json


async def test_an_update_that_changes_nothing_is_no_error(
    core: ScriptedCore, ann: Human, friends: Room, question: Post
) -> None:
    core.answers["/accept ABCDEF"] = (
        Message("Who plays?", buttons=ACCEPT, envelope=Envelope(update=True)),
        Message("next"),
    )
    ann.presses(question, "Accept")
    assert (await friends.post()).text == "next"


async def test_an_update_of_a_deleted_message_is_posted_again(
    core: ScriptedCore, ann: Human, friends: Room, question: Post
) -> None:
    core.answers["/accept ABCDEF"] = (Message("Ann accepts", envelope=Envelope(update=True)),)
    friends.messages.clear()
    ann.presses(question, "Accept")
    answer = await friends.post()
    assert (answer.edited, answer.text) == (False, "Ann accepts")


async def test_the_same_press_twice_is_handled_and_answered_twice(
    core: ScriptedCore, ann: Human, question: Post
) -> None:
    presses = [ann.presses(question, "Accept"), ann.presses(question, "Accept")]
    assert [(await press.toast()).text for press in presses] == ["", ""]
    assert [(await core.hears()).text for _ in presses] == ["/accept ABCDEF"] * 2


@pytest.mark.usefixtures("adapter")
async def test_a_refused_move_that_is_edited_is_offered_as_a_button(core: ScriptedCore, town: Town, ann: Human) -> None:
    friends = town.group("Friends")
    core.answers["/move d1-d9"] = (Message("No such side.", envelope=PRIVATE),)
    message = ann.says(friends, "/move d1-d9")
    await friends.post()
    ann.edits(message, "/move d1-d2")
    post = await friends.post()
    assert (post.buttons, post.answers) == ({"d1-d2": "/move d1-d2"}, str(message["message_id"]))
    ann.presses(post, "d1-d2")
    assert [(await core.hears()).text, (await core.hears()).text] == ["/move d1-d9", "/move d1-d2"]


@pytest.mark.usefixtures("adapter")
async def test_a_move_that_was_played_stays_when_its_text_is_edited(core: ScriptedCore, town: Town, ann: Human) -> None:
    message = ann.says(ann.starts(), "d1-d2")
    assert (await core.hears()).text == "d1-d2"
    ann.edits(message, "d1-d3")
    ann.says(ann.room, "c1-c2")
    assert (await core.hears()).text == "c1-c2"
    assert ann.room.posts.empty()
