"""Older boards become a line without buttons when a newer one stands, once the chat has messages to spare."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.core.game.people import Chat
from bot.core.ports.platform import Button, Message, OlderBoard, Picture
from bot.platforms.telegram import Telegram
from bot.platforms.telegram.flood_control import FloodControl
from bot.platforms.telegram.posting import OldBoards, Shrinker
from renderers.scene import Scene
from renderers.strip import STRIP
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Post, Room, Town

BOARD = Message("a board", buttons=((Button("Hint", "/hint A"),),))
PICTURED = replace(BOARD, picture=Picture(Scene(30, 20, (), ())))


async def test_of_the_board_before_one_line_stays_and_no_button(api: BotApi, town: Town, door: Telegram) -> None:
    friends = town.group("Friends")
    chat = Chat("telegram", str(friends.id))
    for board, method in ((PICTURED, "editMessageMedia"), (BOARD, "editMessageText")):
        first = await door.show(chat, board)
        newer = replace(
            BOARD,
            envelope=replace(BOARD.envelope, follows=OlderBoard(first, "Ann: a1-a2.", is_drawn=board is PICTURED)),
        )
        second = await door.show(chat, newer)
        await api.until_asked(method)
        assert "reply_markup" not in friends.messages[int(first)]
        assert friends.messages[int(first)].get("text" if board is BOARD else "caption") == "Ann: a1-a2."
        assert "reply_markup" in friends.messages[int(second)]


async def test_a_board_that_goes_is_deleted_and_costs_the_group_no_message(
    api: BotApi, town: Town, door: Telegram
) -> None:
    friends = town.group("Friends")
    chat, older = Chat("telegram", str(friends.id)), ""
    for number in range(20):
        follows = OlderBoard(older, "Ann: a1-a2.", is_drawn=True, goes=True)
        older = await door.show(chat, replace(PICTURED, envelope=replace(PICTURED.envelope, follows=follows)))
        await api.until_asked("deleteMessage", number)
    assert [str(message) for message in friends.messages] == [older]
    assert not [method for method in api.asked if method.startswith("edit")]


async def test_a_board_too_old_to_be_deleted_becomes_one_line(api: BotApi, town: Town, door: Telegram) -> None:
    friends = town.group("Friends")
    friends.keeps = True
    chat = Chat("telegram", str(friends.id))
    first = await door.show(chat, PICTURED)
    follows = OlderBoard(first, "Ann: a1-a2.", is_drawn=True, goes=True)
    await door.show(chat, replace(PICTURED, envelope=replace(PICTURED.envelope, follows=follows)))
    await api.until_asked("editMessageMedia")
    assert friends.messages[int(first)]["caption"] == "Ann: a1-a2."


async def test_a_strip_of_paper_takes_the_place_of_each_old_picture_in_one_request_and_is_uploaded_once(
    api: BotApi, town: Town, door: Telegram
) -> None:
    friends = town.group("Friends")
    chat, older = Chat("telegram", str(friends.id)), ""
    for number in range(3):
        older = await door.show(
            chat,
            replace(
                PICTURED, envelope=replace(PICTURED.envelope, follows=OlderBoard(older, "Ann: a1-a2.", is_drawn=True))
            ),
        )
        await api.until_asked("editMessageMedia", number)
    assert [method for method in api.asked if method.startswith("edit")] == ["editMessageMedia"] * 2
    edits = [post for post in posted(friends) if post.edited]
    assert [len(post.pictures) for post in edits] == [1, 0]
    (strip,) = {tuple((photo["width"], photo["height"]) for photo in post.json["photo"]) for post in edits}
    assert strip == ((STRIP.width, STRIP.height),)


async def test_where_photos_are_forbidden_the_line_stays_all_the_same(api: BotApi, town: Town, door: Telegram) -> None:
    friends = town.group("Friends")
    friends.photos = False
    chat = Chat("telegram", str(friends.id))
    first = await door.show(chat, PICTURED)
    await door.show(
        chat,
        replace(PICTURED, envelope=replace(PICTURED.envelope, follows=OlderBoard(first, "Ann: a1-a2.", is_drawn=True))),
    )
    await api.until_asked("editMessageText")
    assert friends.messages[int(first)]["text"] == "Ann: a1-a2."


def posted(room: Room) -> list[Post]:
    """All that was posted or edited so far."""
    return [room.posts.get_nowait() for _ in range(room.posts.qsize())]


class SlowShrinker(Shrinker):
    """Shrinks boards, each when it is let."""

    def __init__(self) -> None:
        self.gate = asyncio.Semaphore(0)
        self.begun = 0
        self.left: list[str] = []

    async def shrink(self, chat: int, posted: int, old: OlderBoard) -> bool:
        self.begun += 1
        await self.gate.acquire()
        self.left.append(old.left)
        return True


async def test_a_board_that_grows_old_while_the_last_one_shrinks_shrinks_after_it() -> None:
    shrinker = SlowShrinker()
    boards, chat = OldBoards(shrinker, FloodControl()), Chat("telegram", "-5")
    mine, shrinking = asyncio.current_task(), set()
    for number in ("1", "2", "3"):
        boards.put_away(chat, OlderBoard(number, f"board {number}", is_drawn=True))
        shrinking |= asyncio.all_tasks() - {mine}
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        shrinker.gate.release()
    await asyncio.gather(*shrinking)
    assert sorted(shrinker.left) == ["board 1", "board 2", "board 3"]


async def test_boards_of_all_chats_shrink_one_at_a_time_so_that_a_busy_machine_is_left_to_new_ones() -> None:
    shrinker = SlowShrinker()
    boards, mine = OldBoards(shrinker, FloodControl()), asyncio.current_task()
    for room in ("-5", "-6", "-7"):
        boards.put_away(Chat("telegram", room), OlderBoard("1", "a board", is_drawn=True))
    shrinking = asyncio.all_tasks() - {mine}
    for done in range(3):
        while shrinker.begun == done:
            await asyncio.sleep(0.001)
        assert shrinker.begun == done + 1
        shrinker.gate.release()
    await asyncio.gather(*shrinking)
    assert len(shrinker.left) == 3
