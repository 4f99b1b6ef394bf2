"""Boards and messages as they are posted and edited, also in a group that has moved, or in private."""

from __future__ import annotations

import pytest

from bot.core.game.people import Chat, Person
from bot.core.ports.platform import PRIVATE, Button, DeliveryError, Layout, Message, Picture
from bot.platforms.telegram import Telegram
from bot.platforms.telegram.message_parts import entities_of, keyboard_of
from renderers.scene import Scene
from tests.bot.platforms.telegram.entities import cut, units
from tests.bot.platforms.telegram.parameters import size_of
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Room, Town

SCENE = Scene(90, 60, (), ())
SMALL = Scene(30, 20, (), ())


def chat(room: Room, topic: str = "") -> Chat:
    return Chat("telegram", str(room.id), topic)


async def test_a_board_is_a_photo_with_its_caption_and_buttons(adapter: Telegram, friends: Room) -> None:
    buttons = (
        (Button("Hint", "/hint A@3"), Button("Moves", "/moves A")),
        (Button("Ход", "/move A@3 " + "a1-a2 " * 8),),
    )
    message_id = await adapter.show(
        chat(friends), Message("Bob, your turn", Picture(SCENE, "one line"), buttons=buttons)
    )
    board = await friends.post()
    assert (board.id, board.text) == (message_id, "Bob, your turn")
    assert [size_of(picture) for picture in board.pictures] == [(90, 60)]
    assert board.buttons == {"Hint": "/hint A@3", "Moves": "/moves A", "Ход": "/move A@3 " + "a1-a2 " * 8}


async def test_a_board_is_text_and_buttons_if_photos_are_forbidden(adapter: Telegram, friends: Room) -> None:
    friends.photos = False
    drawn_sides = Picture(SCENE, grid="+-+ +\n| 1 |")
    text, small = "Bob, your turn\nDots · ABCDEF", "Dots · ABCDEF"
    await adapter.show(
        chat(friends),
        Message(text, drawn_sides, buttons=((Button("Text", "/board text A"),),), layout=Layout(small=small)),
    )
    board = await friends.post()
    assert board.text == "Bob, your turn\n+-+ +\n| 1 |\nDots · ABCDEF"
    assert (board.has_grid, board.buttons, board.pictures) == (True, {"Text": "/board text A"}, ())
    assert await adapter.lacks(chat(friends), threads=False) == ("photos",)
    friends.photos = True
    await adapter.show(chat(friends), Message("Bob, your turn", Picture(SCENE)))
    assert await adapter.lacks(chat(friends), threads=False) == ()


async def test_a_topics_board_goes_to_the_topic(adapter: Telegram, town: Town) -> None:
    forum = town.group("Forum", topics=(5,))
    await adapter.show(chat(forum, "5"), Message("a board", Picture(SCENE)))
    assert (await forum.post()).topic == 5


async def test_generals_board_names_no_topic(adapter: Telegram, town: Town) -> None:
    forum = town.group("Forum", topics=(5,))
    await adapter.show(chat(forum), Message("a board", Picture(SCENE)))
    assert (await forum.post()).topic is None


@pytest.mark.parametrize("text", ["😀😀 Bob *takes* <b>, Bob", "Bobby & Bob", "𝕏 [Bob](x) Bob", "Bob"])
async def test_the_player_to_move_is_pinged_at_their_last_mention(
    adapter: Telegram, town: Town, friends: Room, text: str
) -> None:
    bob = Human(town, "Bob")
    await adapter.show(chat(friends), Message(text, Picture(SCENE), mention=Person("telegram", str(bob.id), "Bob")))
    board = await friends.post()
    assert (board.text, board.pinged) == (text, {"Bob": bob.id})
    assert board.json["caption_entities"][0]["offset"] == units(text[: text.rindex("Bob")])


async def test_a_pinged_person_without_a_mention_is_named_first(adapter: Telegram, town: Town, friends: Room) -> None:
    bob = Human(town, "Bob")
    await adapter.show(chat(friends), Message("Bobby waits", mention=Person("telegram", str(bob.id), "Bob")))
    board = await friends.post()
    assert (board.text, board.pinged) == ("Bob: Bobby waits", {"Bob": bob.id})


async def test_a_person_known_only_by_handle_is_pinged_by_it(adapter: Telegram, friends: Room) -> None:
    await adapter.show(chat(friends), Message("Who plays?", mention=Person("telegram", "", "@bob", "bob")))
    board = await friends.post()
    assert (board.text, board.pinged) == ("@bob: Who plays?", {})


async def test_a_board_drawn_in_characters_keeps_its_columns(adapter: Telegram, town: Town, friends: Room) -> None:
    bob = Human(town, "Bob")
    grid = "4 o . 1 1\n3 . 2 1 ."
    message = Message(
        f"😀 Dots\n{grid}\nBob is to move.", mention=Person("telegram", str(bob.id), "Bob"), layout=Layout(grid=grid)
    )
    await adapter.show(chat(friends), message)
    post = await friends.post()
    [marked] = [entity for entity in post.json["entities"] if entity["type"] == "pre"]
    assert cut(post.text, marked) == grid
    assert post.pinged == {"Bob": bob.id}


async def test_a_text_without_a_board_is_in_ordinary_letters(adapter: Telegram, friends: Room) -> None:
    await adapter.show(chat(friends), Message("4 o . 1 1\n3 . 2 1 ."))
    assert not (await friends.post()).json.get("entities")


@pytest.mark.parametrize(
    ("chat_id", "topic", "address"),
    [("-10042", "", "https://t.me/c/42/7"), ("-10042", "5", "https://t.me/c/42/5/7"), ("-42", "", ""), ("42", "", "")],
)
async def test_boards_of_supergroups_have_addresses(adapter: Telegram, chat_id: str, topic: str, address: str) -> None:
    assert adapter.link(Chat("telegram", chat_id, topic), "7") == address


async def test_an_address_in_a_text_gets_no_preview(adapter: Telegram, friends: Room) -> None:
    await adapter.show(chat(friends), Message("see https://example.org"))
    assert (await friends.post()).json["link_preview_options"] == {"is_disabled": True}


async def test_a_caption_too_long_follows_its_picture(adapter: Telegram, friends: Room) -> None:
    text = "😀" * 513
    message_id = await adapter.show(
        chat(friends), Message(text, Picture(SCENE, "one line"), buttons=((Button("Hint", "/hint"),),))
    )
    picture, words = await friends.post(), await friends.post()
    assert (picture.text, picture.buttons) == ("one line", {})
    assert (words.id, words.text, words.buttons) == (message_id, text, {"Hint": "/hint"})


async def test_a_text_too_long_comes_in_pages_cut_at_lines(adapter: Telegram, friends: Room) -> None:
    lines = [f"{number} " + "😀" * 100 for number in range(60)]
    await adapter.show(chat(friends), Message("\n".join(lines), buttons=((Button("Hint", "/hint"),),)))
    pages = [await friends.post() for _ in range(3)]
    assert "\n".join(page.text for page in pages).splitlines() == lines
    assert [bool(page.buttons) for page in pages] == [False, False, True]


async def test_a_picture_has_its_words_before_a_text_that_is_no_caption(adapter: Telegram, friends: Room) -> None:
    await adapter.show(chat(friends), Message("The rules" * 200, Picture(SMALL, "second " * 200)))
    picture, text = [await friends.post() for _ in range(2)]
    assert size_of(picture.pictures[0]) == (30, 20)
    assert (units(picture.text), picture.text[-1]) == (1024, "…")
    assert text.text == "The rules" * 200


async def test_a_file_has_the_text_as_its_caption(adapter: Telegram, friends: Room) -> None:
    await adapter.show(chat(friends), Message("The record", file=("record.txt", "a1-a2 є\n")))
    post = await friends.post()
    assert (post.text, post.file) == ("The record", "a1-a2 є\n".encode())


@pytest.mark.parametrize(("failing", "is_certain"), [("losses", False), ("hiccups", True)])
async def test_an_error_says_whether_the_message_may_have_arrived(
    adapter: Telegram, api: BotApi, friends: Room, failing: str, is_certain: bool
) -> None:
    getattr(api, failing)["sendPhoto"] = 1
    with pytest.raises(DeliveryError) as error:
        await adapter.show(chat(friends), Message("a board", Picture(SCENE)))
    assert error.value.is_certain is is_certain
    assert friends.posts.empty() is is_certain


@pytest.mark.usefixtures("adapter")
async def test_both_chats_announce_the_move(core: ScriptedCore, town: Town) -> None:
    group = town.group("Friends")
    supergroup = town.upgrade(group)
    assert [await core.moved(), await core.moved()] == [(chat(group), chat(supergroup))] * 2


async def test_a_board_for_the_old_chat_is_shown_in_the_new_one(
    core: ScriptedCore, town: Town, adapter: Telegram
) -> None:
    group = town.group("Friends")
    supergroup = town.upgrade(group)
    town.updates.clear()
    message_id = await adapter.show(chat(group), Message("a board"))
    assert (await supergroup.post()).id == message_id
    assert await core.moved() == (chat(group), chat(supergroup))


@pytest.mark.usefixtures("adapter")
async def test_an_answer_to_the_old_chat_is_given_in_the_new_one(core: ScriptedCore, town: Town) -> None:
    group = town.group("Friends")
    core.answers["/help"] = (Message("Help.", envelope=PRIVATE),)
    supergroup = town.upgrade(group)
    Human(town, "Ann").says(group, "/help")
    assert (await supergroup.post()).text == "Help."


async def test_a_private_notice_is_sent_to_the_private_chat(adapter: Telegram, town: Town):
    private_chat = town.private(17, "Ann")
    private_chat.open = True
    await adapter.tell(Person("telegram", "17", "Ann"), Message("Your move."))
    assert (await private_chat.news()).text == "Your move."


async def test_a_person_who_has_not_started_the_bot_is_not_tried_again(adapter: Telegram, town: Town):
    town.private(18, "Bob")
    with pytest.raises(DeliveryError) as error:
        await adapter.tell(Person("telegram", "18", "Bob"), Message("Your move."))
    assert error.value.retry_after is None


def test_a_heading_is_bold_and_counted_in_utf_16() -> None:
    text = Message("👾, your move.\nBob: a1-a2.", layout=Layout("👾, your move."))
    [bold] = entities_of(text.text, text)
    assert (bold.type, bold.offset, bold.length) == ("bold", 0, 14)


def test_the_way_to_go_on_is_blue() -> None:
    keyboard = keyboard_of(((Button("Make a move", "/pick A@3"), Button("a1", "/pick A@3 a1")),))
    assert keyboard
    assert [key.api_kwargs.get("style") for key in keyboard.inline_keyboard[0]] == ["primary", None]
