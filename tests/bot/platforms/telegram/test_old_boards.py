"""Older boards are deleted, or become a line without buttons; what Telegram puts off is told to the core."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from unittest.mock import Mock

import pytest

from bot.core.game.people import Chat
from bot.core.ports.platform import Button, DeliveryError, Message, OlderBoard, Picture
from bot.platforms.telegram import Telegram
from bot.platforms.telegram.flood_control import FloodControl
from bot.platforms.telegram.posting import OldBoards, Poster
from renderers.scene import Ink, Scene
from renderers.strip import STRIP
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Post, Room, Town

BOARD = Message("a board", buttons=((Button("Hint", "/hint A"),),))
SCENE = Scene(30, 20, (), ())
PICTURED = replace(BOARD, picture=Picture(SCENE, side=Ink.FIRST))
LINE = "Ann: a1-a2."


@pytest.mark.parametrize("board", [PICTURED, BOARD], ids=["picture", "words"])
async def test_a_collapsed_board_leaves_one_line_and_no_button(town: Town, adapter: Telegram, board: Message) -> None:
    friends = town.group("Friends")
    (message,) = await _show_boards(adapter, friends, 1, board)
    await adapter.tidy(_chat(friends), [_folded_board(message, is_drawn=board is PICTURED)])
    assert "reply_markup" not in friends.messages[int(message)]
    assert friends.messages[int(message)].get("text" if board is BOARD else "caption") == LINE


async def test_several_boards_are_deleted_in_one_request_that_costs_no_message(
    api: BotApi, town: Town, adapter: Telegram
) -> None:
    friends = town.group("Friends")
    *older, last = await _show_boards(adapter, friends, 5)
    await adapter.tidy(_chat(friends), _going(older))
    assert list(map(str, friends.messages)) == [last]
    assert [method for method in api.asked if method.startswith(("edit", "deleteMessage"))] == ["deleteMessages"]


@pytest.mark.parametrize("boards", [1, 2], ids=["one", "two"])
async def test_a_board_that_is_already_gone_is_no_failure(town: Town, adapter: Telegram, boards: int) -> None:
    friends = town.group("Friends")
    older = _going(await _show_boards(adapter, friends, boards))
    for _ in range(2):
        await adapter.tidy(_chat(friends), older)
    assert not friends.messages


async def test_a_board_too_old_to_be_deleted_becomes_a_line(town: Town, adapter: Telegram) -> None:
    friends = town.group("Friends")
    friends.keeps = True
    older = await _show_boards(adapter, friends, 2)
    with pytest.raises(DeliveryError) as error:
        await adapter.tidy(_chat(friends), _going(older))
    assert error.value.retry_after is None
    for each in _going(older):
        await adapter.tidy(_chat(friends), [each])
    assert {friends.messages[int(board)]["caption"] for board in older} == {LINE}


@pytest.mark.parametrize("method", ["deleteMessage", "deleteMessages", "editMessageMedia"])
async def test_a_flooded_chat_says_when_to_try_again(api: BotApi, town: Town, adapter: Telegram, method: str) -> None:
    friends = town.group("Friends")
    older = await _show_boards(adapter, friends, 1 + (method == "deleteMessages"))
    boards = _going(older) if method.startswith("delete") else [_folded_board(older[0])]
    api.floods[method] = 7
    with pytest.raises(DeliveryError) as error:
        await adapter.tidy(_chat(friends), boards)
    assert error.value.retry_after == 7


async def test_the_boards_of_a_migrated_group_stay_as_they_are(town: Town, adapter: Telegram) -> None:
    friends = town.group("Friends")
    older = _going(await _show_boards(adapter, friends, 1))
    town.upgrade(friends)
    await adapter.tidy(_chat(friends), older)


async def _show_boards(adapter: Telegram, room: Room, times: int, board: Message = PICTURED) -> list[str]:
    return [await adapter.show(_chat(room), board) for _ in range(times)]


def _going(boards: Sequence[str]) -> list[OlderBoard]:
    return [OlderBoard(board, LINE, is_drawn=True, is_deletable=True) for board in boards]


def _folded_board(board: str, is_drawn: bool = True) -> OlderBoard:
    return OlderBoard(board, LINE, is_drawn=is_drawn)


def _chat(room: Room) -> Chat:
    return Chat("telegram", str(room.id))


async def test_a_strip_replaces_each_old_picture_and_is_uploaded_once(
    api: BotApi, town: Town, adapter: Telegram
) -> None:
    friends = town.group("Friends")
    older = await _show_boards(adapter, friends, 2)
    await adapter.tidy(_chat(friends), [_folded_board(board) for board in older])
    assert [method for method in api.asked if method.startswith("edit")] == ["editMessageMedia"] * 2
    edits = [post for post in all_posts(friends) if post.edited]
    assert [len(post.pictures) for post in edits] == [1, 0]
    (strip,) = {tuple((photo["width"], photo["height"]) for photo in post.json["photo"]) for post in edits}
    assert strip == ((STRIP.width, STRIP.height),)


async def test_the_line_stays_although_photos_are_forbidden(town: Town, adapter: Telegram) -> None:
    friends = town.group("Friends")
    friends.photos = False
    (message,) = await _show_boards(adapter, friends, 1)
    await adapter.tidy(_chat(friends), [_folded_board(message)])
    assert friends.messages[int(message)]["text"] == LINE


def all_posts(room: Room) -> list[Post]:
    """All that was posted or edited so far."""
    return [room.posts.get_nowait() for _ in range(room.posts.qsize())]


class SlowBoards(OldBoards):
    """Shrinks boards, each when it is let."""

    def __init__(self) -> None:
        super().__init__(Mock(spec=Poster), FloodControl())
        self.gate = asyncio.Semaphore(0)
        self.begun = 0

    async def shrink(self, chat: int, posted: int, before: OlderBoard) -> bool:
        self.begun += 1
        return await self.gate.acquire()


async def test_boards_of_all_chats_shrink_one_at_a_time_so_that_a_busy_machine_is_left_to_new_ones() -> None:
    boards = SlowBoards()
    shrinking = [asyncio.create_task(boards.delete_or_collapse(room, [_folded_board("1")])) for room in (-5, -6, -7)]
    for done in range(3):
        while boards.begun == done:
            await asyncio.sleep(0.001)
        assert boards.begun == done + 1
        boards.gate.release()
    await asyncio.gather(*shrinking)
