"""What one member of a group sees alone, on servers that have ephemeral messages and on those that have not."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.game.people import Chat
from bot.core.language.speech import say
from bot.core.ports.platform import PRIVATE, Button, DeliveryError, Envelope, Message, Picture
from bot.platforms.telegram import Telegram
from renderers.scene import Scene
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Post, Room, Town

HINT = Message("Play a1-a2.", Picture(Scene(90, 60, (), ())), envelope=Envelope(private=True, secret=True))
REFUSAL = Message("No such side.", envelope=PRIVATE)
DRAWN = Message("No such side.", Picture(Scene(90, 60, (), ())), envelope=Envelope(private=True, refuses=True))
BOARD = Message("a board", buttons=((Button("Hint", "/hint A"),),))


@pytest.fixture
async def board(adapter: Telegram, town: Town, friends: Room) -> Post:
    town.has_ephemeral = True
    await adapter.show(Chat("telegram", str(friends.id)), BOARD)
    return await friends.post()


async def test_a_pressed_hint_is_visible_only_to_the_person_who_pressed(
    core: ScriptedCore, ann: Human, friends: Room, board: Post
) -> None:
    core.answers["/hint A"] = (HINT,)
    press = ann.presses(board, "Hint")
    hint = await friends.post()
    assert (hint.text, len(hint.pictures), hint.seen_by) == ("Play a1-a2.", 1, ann.id)
    assert (await press.toast()).text == ""


async def test_a_pressed_hint_does_not_wait_for_boards_of_a_flooded_group(
    core: ScriptedCore, adapter: Telegram, ann: Human, friends: Room, board: Post
) -> None:
    group = Chat("telegram", str(friends.id))
    with pytest.raises(DeliveryError):
        for _ in range(30):
            await adapter.show(group, BOARD)
    while not friends.posts.empty():
        await friends.post()
    core.answers["/hint A"] = (HINT,)
    ann.presses(board, "Hint")
    assert (await friends.post()).seen_by == ann.id


async def test_a_typed_command_is_answered_ephemerally_where_the_bot_is_an_administrator(
    core: ScriptedCore, ann: Human, friends: Room, board: Post
) -> None:
    friends.is_run_by_bot = True
    core.answers["/move a1-c1"] = (REFUSAL,)
    ann.says(friends, "/move a1-c1")
    assert (await friends.post()).seen_by == ann.id


async def test_a_refusal_is_a_public_reply_if_the_bot_is_no_administrator(
    api: BotApi, core: ScriptedCore, ann: Human, friends: Room, board: Post
) -> None:
    core.answers["/move a1-c1"] = (REFUSAL,)
    for tries in (3, 4):
        message = ann.says(friends, "/move a1-c1")
        answer = await friends.post()
        assert (answer.seen_by, answer.answers) == (None, str(message["message_id"]))
        await api.until_asked("sendMessage", tries)
    assert api.asked.count("sendMessage") == 4
    assert api.asked.count("getChatMember") == 1


async def test_an_ephemeral_command_is_answered_ephemerally(
    core: ScriptedCore, town: Town, ann: Human, friends: Room, board: Post
) -> None:
    core.answers["/hint"] = (HINT,)
    town.tell(town.write(friends, ann.as_json(), {"text": "/hint", "ephemeral_message_id": 5}))
    assert (await friends.post()).seen_by == ann.id
    assert not (await core.hears()).overheard
    ann.says(friends, "/hint")
    assert (await core.hears()).overheard


async def test_a_private_answer_does_not_wait_for_public_ones(
    core: ScriptedCore, town: Town, ann: Human, friends: Room, board: Post
) -> None:
    core.answers |= {"/help": (Message("Help."),), "/hint": (HINT,)}
    friends.floods = [25]
    ann.says(friends, "/help")
    await core.hears()
    while friends.floods:
        await asyncio.sleep(0)
    bob = Human(town, "Bob")
    for asker in (bob, ann):
        town.tell(town.write(friends, asker.as_json(), {"text": "/hint", "ephemeral_message_id": 5}))
        assert (await friends.post()).seen_by == asker.id


async def test_a_server_that_ignores_the_receiver_is_not_trusted_again(
    core: ScriptedCore, town: Town, ann: Human, friends: Room, board: Post
) -> None:
    core.answers["/hint A"] = (HINT,)
    town.forgets_whispers = True
    press = ann.presses(board, "Hint")
    seen = await friends.post()
    assert (await press.toast()).text == say("en", "private-needed")
    assert friends.gone == [seen.id]
    assert (await ann.presses(board, "Hint").toast()).text == say("en", "private-needed")
    assert friends.posts.empty()


async def test_the_picture_of_a_refused_move_is_ephemeral_or_left_out(
    core: ScriptedCore, ann: Human, friends: Room, board: Post
) -> None:
    core.answers["/move a1-c1"] = (DRAWN,)
    ann.says(friends, "/move a1-c1")
    answer = await friends.post()
    assert (answer.text, len(answer.pictures), answer.seen_by) == ("No such side.", 0, None)
    friends.is_run_by_bot = True
    core.answers["/hint A"] = (DRAWN,)
    ann.presses(board, "Hint")
    answer = await friends.post()
    assert (len(answer.pictures), answer.seen_by) == (1, ann.id)


async def test_an_ephemeral_menu_is_deleted_once_it_is_used(
    api: BotApi, core: ScriptedCore, ann: Human, friends: Room, board: Post
) -> None:
    core.answers["/hint A"] = (
        Message("Which side?", buttons=((Button("a1-a2", "/move A a1-a2"),),), envelope=PRIVATE),
    )
    core.answers["/move A a1-a2"] = (
        Message("Ann: a1-a2.", envelope=Envelope(private=True, update=True, fleeting=True)),
    )
    ann.presses(board, "Hint")
    menu = await friends.post()
    assert (await ann.presses(menu, "a1-a2").toast()).text == "Ann: a1-a2."
    await api.until_asked("deleteEphemeralMessage", 2)  # the first finds out whether the server has such messages
    assert friends.gone == [menu.id]
    assert friends.posts.empty()
