"""Older boards become a line without buttons when a newer one stands, once the chat has messages to spare."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.core.game.people import Chat
from bot.core.ports.platform import Button, Message, OlderBoard, Picture
from bot.platforms.telegram import Telegram, old_boards
from bot.platforms.telegram.flood_control import FloodControl
from bot.platforms.telegram.old_boards import OldBoards, Shrinker
from renderers.scene import Ink, Scene
from renderers.strip import STRIP
from tests.bot.platforms.telegram.opening import door_to, serving
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import PATIENCE, Post, Room, Town

BOARD = Message("a board", buttons=((Button("Hint", "/hint A"),),))
SCENE = Scene(30, 20, (), ())
PICTURED = replace(BOARD, picture=Picture(SCENE, side=Ink.FIRST))


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


async def test_boards_that_come_fast_go_four_in_a_request_and_cost_the_group_no_message(
    api: BotApi, town: Town, door: Telegram
) -> None:
    friends = town.group("Friends")
    shown = await _followed(door, friends, 20)
    await api.until_asked("deleteMessages", 4)
    assert list(map(str, friends.messages)) == shown[16:]
    assert not [method for method in api.asked if method.startswith("edit") or method == "deleteMessage"]


async def test_the_last_board_of_a_game_takes_all_before_it_with_it(api: BotApi, town: Town, door: Telegram) -> None:
    friends = town.group("Friends")
    *_, older = await _followed(door, friends, 3)
    last = await door.show(
        _chat(friends), _following(older, replace(PICTURED, picture=Picture(SCENE, side=Ink.NEUTRAL)))
    )
    await api.until_asked("deleteMessages")
    assert list(map(str, friends.messages)) == [last]


@pytest.mark.parametrize("boards", [2, 3], ids=["one", "two"])
async def test_where_nobody_hurries_an_old_board_goes_after_a_while(
    api: BotApi, town: Town, door: Telegram, monkeypatch: pytest.MonkeyPatch, boards: int
) -> None:
    monkeypatch.setattr(old_boards, "_QUIET", 0.05)
    friends = town.group("Friends")
    shown = await _followed(door, friends, boards)
    async with asyncio.timeout(PATIENCE):
        while len(friends.messages) > 1:
            await asyncio.sleep(0.005)
    assert list(map(str, friends.messages)) == shown[-1:]


async def test_a_door_that_closes_leaves_no_old_board_behind(api: BotApi, core: ScriptedCore, town: Town) -> None:
    friends, door = town.group("Friends"), door_to(api)
    async with serving(door, core):
        shown = await _followed(door, friends, 3)
        assert list(map(str, friends.messages)) == shown
    assert list(map(str, friends.messages)) == shown[-1:]


async def test_boards_too_old_to_be_deleted_become_a_line_each(
    api: BotApi, town: Town, door: Telegram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(old_boards, "_QUIET", 0.05)
    friends = town.group("Friends")
    friends.keeps = True
    first, second, _ = await _followed(door, friends, 3)
    await api.until_asked("editMessageMedia", 2)
    assert {friends.messages[int(board)]["caption"] for board in (first, second)} == {"Ann: a1-a2."}


async def _followed(door: Telegram, room: Room, times: int) -> list[str]:
    """Boards of a game, each in the place of the one before."""
    shown = [""]
    for _ in range(times):
        shown.append(await door.show(_chat(room), _following(shown[-1], PICTURED)))
    return shown[1:]


def _following(older: str, board: Message) -> Message:
    follows = OlderBoard(older, "Ann: a1-a2.", is_drawn=True, goes=True)
    return replace(board, envelope=replace(board.envelope, follows=follows))


def _chat(room: Room) -> Chat:
    return Chat("telegram", str(room.id))


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
    boards = OldBoards(shrinker, FloodControl())
    mine, shrinking = asyncio.current_task(), set()
    for number in ("1", "2", "3"):
        boards.put_away(-5, OlderBoard(number, f"board {number}", is_drawn=True))
        shrinking |= asyncio.all_tasks() - {mine}
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        shrinker.gate.release()
    await asyncio.gather(*shrinking)
    assert sorted(shrinker.left) == ["board 1", "board 2", "board 3"]


async def test_boards_of_all_chats_shrink_one_at_a_time_so_that_a_busy_machine_is_left_to_new_ones() -> None:
    shrinker = SlowShrinker()
    boards, mine = OldBoards(shrinker, FloodControl()), asyncio.current_task()
    for room in (-5, -6, -7):
        boards.put_away(room, OlderBoard("1", "a board", is_drawn=True))
    shrinking = asyncio.all_tasks() - {mine}
    for done in range(3):
        while shrinker.begun == done:
            await asyncio.sleep(0.001)
        assert shrinker.begun == done + 1
        shrinker.gate.release()
    await asyncio.gather(*shrinking)
    assert len(shrinker.left) == 3
