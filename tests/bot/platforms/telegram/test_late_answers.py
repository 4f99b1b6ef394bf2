"""What is private stays private however late it is answered: in the private chat, or behind a line for the asker."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.core.game.people import Chat
from bot.core.ports.platform import PRIVATE, REFUSED, Button, Envelope, Message
from bot.platforms.telegram import Telegram
from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.house import living
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Post, Room, Town

MENU = Message("From where?", buttons=((Button("c3", "/pick A c3"),),), envelope=Envelope(private=True, stays=True))
LIST = Message("a1-a2 " * 60, envelope=PRIVATE)
SECRET = Message("Play a1-a2. " * 30, envelope=Envelope(private=True, secret=True))
READY = "Ann, your answer is ready. Press to see it."


@pytest.fixture
def town() -> Town:
    """A server with ephemeral messages."""
    town = Town()
    town.has_ephemeral = True
    return town


@pytest.fixture
async def board(adapter: Telegram, friends: Room) -> Post:
    await adapter.show(Chat("telegram", str(friends.id)), Message("a board", buttons=((Button("More", "/more A"),),)))
    return await friends.post()


@pytest.mark.parametrize("answer", [MENU, LIST, SECRET])
async def test_a_press_that_is_answered_too_late_gets_a_line_that_only_the_presser_can_use(
    core: ScriptedCore, town: Town, ann: Human, friends: Room, board: Post, answer: Message
) -> None:
    core.answers["/more A"] = (answer,)
    ann.presses(board, "More")
    town.presses.grow_old()
    line = await friends.post()
    assert (line.text, line.buttons, list(line.pinged)) == (READY, {"See it": f"/see {ann.id} /more A"}, ["Ann"])


@pytest.mark.parametrize("answer", [LIST, SECRET])
async def test_a_late_answer_goes_to_the_private_chat_if_it_is_open(
    core: ScriptedCore, town: Town, ann: Human, friends: Room, board: Post, answer: Message
) -> None:
    ann.starts()
    core.answers["/more A"] = (answer,)
    ann.presses(board, "More")
    town.presses.grow_old()
    assert answer.text.strip() in (await ann.room.post()).text
    assert friends.posts.empty()


async def test_a_short_answer_too_late_for_a_toast_is_sent_differently(
    core: ScriptedCore, town: Town, ann: Human, friends: Room, board: Post
) -> None:
    ann.starts()
    core.answers["/more A"] = (Message("Nothing more.", envelope=PRIVATE),)
    ann.presses(board, "More")
    town.presses.grow_old()
    assert (await ann.room.post()).text == "Friends\nNothing more."


async def test_a_late_refusal_is_no_secret(
    core: ScriptedCore, town: Town, ann: Human, friends: Room, board: Post
) -> None:
    core.answers["/more A"] = (Message("Not your turn.", envelope=REFUSED),)
    ann.presses(board, "More")
    town.presses.grow_old()
    assert (await friends.post()).text == "Ann: Not your turn."


async def test_an_ephemeral_command_that_is_answered_too_late_gets_such_a_line_too(
    core: ScriptedCore, town: Town, ann: Human, friends: Room, board: Post
) -> None:
    core.answers["/settings"] = (MENU,)
    town.forgets_ephemeral = True
    town.tell(town.write(friends, ann.as_json(), {"text": "/settings", "ephemeral_message_id": 5}))
    line = await friends.post()
    assert (line.text, line.buttons) == (READY, {"See it": f"/see {ann.id} /settings"})


async def test_on_a_server_without_ephemeral_messages_a_late_press_gets_such_a_line(
    api: BotApi, core: ScriptedCore, town: Town, ann: Human, friends: Room, board: Post
) -> None:
    town.has_ephemeral = False
    core.answers["/more A"] = (LIST, Message("Menu.", envelope=Envelope(private=True, stays=True)))
    ann.presses(board, "More")
    town.presses.grow_old()
    assert (await friends.post()).text == READY


@pytest.fixture
async def over(api: BotApi, store: RedisStore, ann: Human, friends: Room) -> AsyncIterator[Post]:
    """The last board of a game that Ann has lost, when the bot is gone."""
    async with living(api, store):
        ann.says(friends, "/challenge bot easy dots 2x2")
        await friends.news()
        ann.says(friends, "/move a1-b1")
        await friends.news()
        ann.says(friends, "/resign yes")
        while "Review" not in (board := await friends.post()).buttons:
            pass
    yield board


async def test_a_review_delayed_by_a_crash_is_visible_only_to_the_person_who_pressed(
    api: BotApi, town: Town, store: RedisStore, ann: Human, friends: Room, over: Post
) -> None:
    ann.presses(over, "Review")
    town.presses.grow_old()
    async with living(api, store):
        line = await friends.news()
        assert (line.text, line.pictures, line.seen_by) == (READY, (), None)
        toast = await Human(town, "Bob").presses(line, "See it").toast()
        assert toast.text == "This answer is for someone else. Send the command yourself to get your own."
        assert (await ann.presses(line, "See it").toast()).text == "Here is your answer."
        review = await friends.news()
        assert (len(review.pictures), review.seen_by) == (1, ann.id)
        assert line.id in friends.gone


async def test_a_stranger_does_not_read_their_id_in_public_when_they_ask_for_statistics(
    api: BotApi, store: RedisStore, ann: Human, friends: Room
) -> None:
    async with living(api, store):
        ann.says(friends, "/stats")
        assert "telegram:" not in (await friends.post()).text
        ann.starts()
        ann.says(ann.room, "/stats")
        assert f"telegram:{ann.id}" in (await ann.room.post()).text
