"""Requests to the Bot API, and a board whose delivery is uncertain."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from telegram import Bot
from telegram.error import NetworkError, TimedOut

from bot.core.boards import tidying
from bot.core.router import Router
from bot.platforms.telegram.bot_api import AiohttpRequest
from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.house import living
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.places import until
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Post, Room, Town

Answer = Callable[[web.BaseRequest], Awaitable[Any]]


@asynccontextmanager
async def server(answer: Answer) -> AsyncIterator[str]:
    """Answers whatever it is asked."""

    async def handle(request: web.BaseRequest) -> web.Response:
        return web.json_response({"ok": True, "result": await answer(request)})

    runner = web.ServerRunner(web.Server(handle), handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


def bot(address: str) -> Bot:
    requests = AiohttpRequest(address)
    return Bot("7000:right", base_url=f"{address}/bot", request=requests, get_updates_request=requests)


async def test_the_bots_own_message_is_not_parsed_into_objects():
    async def as_posted(_: web.BaseRequest) -> dict[str, Any]:
        chat = {"id": 5, "type": "private"}
        frame = {"message_id": 1, "date": 0, "chat": chat, "text": "/move a1-a2"}
        return {
            "message_id": 2,
            "date": 0,
            "chat": chat,
            "text": "b1-b2",
            "reply_to_message": frame,
            "ephemeral_message_id": 7,
        }

    async with server(as_posted) as address:
        asking = bot(address)
        posted = await asking.send_message(5, "b1-b2")
        await asking.shutdown()
    assert (posted.message_id, posted.chat.id, posted.api_kwargs) == (2, 5, {"ephemeral_message_id": 7})
    assert posted.reply_to_message is None


async def test_a_file_arrives_as_it_was_beside_the_words_around_it():
    arrived: dict[str, Any] = {}

    async def note(request: web.BaseRequest) -> dict[str, Any]:
        arrived.update(await request.post())
        arrived["content"] = arrived["document"].file.read()
        return {"message_id": 1, "date": 0, "chat": {"id": 5, "type": "private"}}

    content = bytes(range(256)) + b"\r\n--"
    async with server(note) as address:
        asking = bot(address)
        await asking.send_document(5, content, caption='Ход "a1–a2"\r\nи —', filename='a"b.txt')
        await asking.shutdown()
    assert (arrived["chat_id"], arrived["caption"]) == ("5", 'Ход "a1–a2"\r\nи —')
    assert (arrived["document"].filename, arrived["content"]) == ("a%22b.txt", content)


async def test_requests_go_through_the_proxy_that_the_environment_names(monkeypatch: pytest.MonkeyPatch):
    async def told(request: web.BaseRequest) -> dict[str, Any]:
        return {"id": 1, "is_bot": True, "first_name": str(request.url)}

    async with server(told) as proxy:
        monkeypatch.setenv("http_proxy", proxy)
        monkeypatch.setenv("no_proxy", "")
        asking = bot("http://telegram.example")
        me = await asking.get_me()
        await asking.shutdown()
    assert me.first_name == "http://telegram.example/bot7000:right/getMe"


async def test_a_late_response_is_distinguished_from_an_unreachable_server():
    async def never(request: web.BaseRequest) -> None:
        await asyncio.Event().wait()

    async with server(never) as address:
        asking = bot(address)
        with pytest.raises(TimedOut):
            await asking.get_me(read_timeout=0.01)
    with pytest.raises(NetworkError, match="ClientConnectorError"):
        await asking.get_me()
    await asking.shutdown()


async def test_a_closed_adapter_sends_nothing_until_it_is_reopened():
    async def told(request: web.BaseRequest) -> bool:
        return True

    async with server(told) as address:
        requests = AiohttpRequest(address)
        await requests.shutdown()
        with pytest.raises(NetworkError, match="closed"):
            await requests.post(f"{address}/bot7000:right/deleteWebhook")
        await requests.initialize()
        assert await requests.post(f"{address}/bot7000:right/deleteWebhook") is True
        await requests.shutdown()


@pytest.mark.excused(reason="Telegram tells no id of a board whose sending was cut off", faults=["stale"])
@pytest.mark.parametrize(("text", "phrase"), [("/move a1-b1", "Ann: a1-b1"), ("/resign yes", "resigned")])
async def test_the_line_about_a_board_that_may_be_missing_becomes_that_board(
    api: BotApi, store: RedisStore, town: Town, ann: Human, friends: Room, text: str, phrase: str
) -> None:
    bob = Human(town, "Bob", username="bob")
    async with living(api, store) as house:
        ann.says(friends, "/challenge @bob dots 1x1 pie=0")
        bob.presses(await friends.news(), "Accept")
        first = await friends.news()
        await house.wait_until_idle()
        api.losses["sendPhoto"] = 1
        ann.says(friends, text)
        lost = await friends.news()
        await house.wait_until_idle()
    async with living(api, store) as house:
        await house.sweep()
        line = await friends.news()
        assert list(line.buttons) == ["Show it"]
        ann.presses(line, "Show it")
        while (board := await friends.post()).id != line.id:
            assert board.id == first.id
        assert phrase in board.text
        assert board.buttons == lost.buttons
        await house.wait_until_idle()
        assert friends.posts.empty()


@pytest.mark.excused(reason="Telegram tells no id of a board whose sending was cut off", faults=["stale"])
async def test_the_line_pings_nobody_and_is_deleted_with_the_next_board(
    api: BotApi, store: RedisStore, town: Town, ann: Human, friends: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tidying, "_QUIET", 0.01)
    bob = Human(town, "Bob", username="bob")
    async with living(api, store) as house:
        ann.says(friends, "/challenge @bob dots 2x2 pie=0")
        bob.presses(await friends.news(), "Accept")
        await friends.news()
        await house.wait_until_idle()
        api.losses["sendPhoto"] = 1
        ann.says(friends, "/move a1-b1")
        await friends.news()
        await house.wait_until_idle()
    async with living(api, store) as house:
        await house.sweep()
        line = await friends.news()
        assert line.pinged == {}
        bob.says(friends, "/move b1-c1")
        assert "b1-c1" in (await friends.news()).text
        await house.wait_until_idle()
        await until(lambda: True if line.id in friends.gone else None)


@asynccontextmanager
async def cut_off(
    api: BotApi, store: RedisStore, town: Town, ann: Human, friends: Room, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Router, Human, list[Post]]]:
    """Yield a bot, Bob on turn, the board that stood, and the next one, which arrived though nobody was told its id."""
    monkeypatch.setattr(tidying, "_QUIET", 0.01)
    bob = Human(town, "Bob", username="bob")
    async with living(api, store) as house:
        ann.says(friends, "/challenge @bob dots 2x2 pie=0")
        bob.presses(await friends.news(), "Accept")
        first = await friends.news()
        await house.wait_until_idle()
        api.losses["sendPhoto"] = 1
        ann.says(friends, "/move a1-b1")
        lost = await friends.news()
        await house.wait_until_idle()
    async with living(api, store) as house:
        yield house, bob, [first, lost]


async def until_gone(friends: Room, *posts: Post) -> None:
    await until(lambda: True if {post.id for post in posts} <= {*friends.gone} else None)


@pytest.mark.parametrize("is_swept", [False, True])
async def test_a_board_that_was_cut_off_gives_way_once_it_is_pressed(
    api: BotApi,
    store: RedisStore,
    town: Town,
    ann: Human,
    friends: Room,
    monkeypatch: pytest.MonkeyPatch,
    is_swept: bool,
) -> None:
    async with cut_off(api, store, town, ann, friends, monkeypatch) as (house, bob, [first, lost]):
        replaced = [first, lost]
        if is_swept:
            await house.sweep()
            replaced.append(await friends.news())
        await bob.presses(lost, next(label for label in lost.buttons if "More" in label)).toast()
        await house.wait_until_idle()
        await until_gone(friends, *(post for post in replaced if post is not lost))
        assert Post(friends.messages[int(lost.id)]).buttons == lost.buttons
        move = next(label for label, text in lost.buttons.items() if text.startswith("/move"))
        assert (await bob.presses(lost, move).toast()).text
        while "/more" not in " ".join((await friends.news()).buttons.values()):
            pass
        await until_gone(friends, *replaced)


async def test_an_old_board_left_by_a_crash_is_deleted_once_it_is_pressed(
    api: BotApi, store: RedisStore, town: Town, ann: Human, friends: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with cut_off(api, store, town, ann, friends, monkeypatch) as (house, bob, [_, lost]):
        await house.sweep()
        await friends.news()
        bob.says(friends, "/move b1-c1")
        newest = await friends.news()
        await house.wait_until_idle()
        move = next(label for label, text in lost.buttons.items() if text.startswith("/move"))
        assert (await bob.presses(lost, move).toast()).text
        await until_gone(friends, lost)
        assert int(newest.id) in friends.messages
