"""Updates by polling and by webhook: none is lost or repeated when the adapter closes and opens again."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.game.people import Chat
from bot.core.ports.platform import Message
from bot.platforms.telegram import Telegram, Webhook
from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.house import living
from tests.bot.platforms.telegram.opening import adapter_to, serving, webhook
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Json, Post, Room, Town

SECRET = "a-secret"
GARBAGE = [
    b"",
    b"no json",
    b"\xff\xfe\x00",
    b"[]",
    b"7",
    b"null",
    b"{}",
    b'{"update_id": null}',
    b'{"update_id": "x"}',
    b'{"update_id": 1e999}',
    b'{"update_id": NaN}',
    b'{"update_id": 1.5, "message": 7}',
    b'{"update_id": 12, "message": {"text": "x", "from": {"id": 1}, "chat": 7}}',
    b'{"update_id": 13, "message": {"text": "x", "from": {"id": 1}, "chat": {"id": 7}}}',
    b'{"update_id": 14, "callback_query": []}',
    b'{"update_id": ' + b"9" * 5000 + b"}",
    b"[" * 100_000,
]


@pytest.fixture(params=["polling", "webhook"])
def hook(request: pytest.FixtureRequest) -> Webhook | None:
    """Both ways of getting updates."""
    return webhook() if request.param == "webhook" else None


async def test_a_wrong_token_is_reported_in_one_line_without_the_token(api: BotApi, core: ScriptedCore) -> None:
    with pytest.raises(ValueError, match=r"^TELEGRAM_TOKEN: .*$") as error:
        await adapter_to(api, token="7000:wrong").run(core)
    assert "7000" not in str(error.value)


async def test_a_network_in_trouble_at_the_start_is_tried_again(
    api: BotApi, core: ScriptedCore, ann: Human, hook: Webhook | None
) -> None:
    api.hiccups.update(["getMe", "deleteWebhook", "setWebhook", "setMyCommands"])
    async with serving(adapter_to(api, webhook=hook), core, has_profile=True):
        ann.says(ann.room, "a1-a2")
        assert (await core.hears()).text == "a1-a2"


async def test_messages_sent_while_the_bot_was_down_are_handled_once(
    api: BotApi, core: ScriptedCore, ann: Human, hook: Webhook | None
) -> None:
    async with serving(adapter_to(api, webhook=hook), core):
        ann.says(ann.room, "before")
        assert (await core.hears()).text == "before"
    ann.says(ann.room, "meanwhile")
    async with serving(adapter_to(api, webhook=hook), core):
        ann.says(ann.room, "after")
        assert [(await core.hears()).text, (await core.hears()).text] == ["meanwhile", "after"]
    assert core.has_heard_all()


async def test_updates_in_progress_at_shutdown_are_answered(
    api: BotApi, core: ScriptedCore, ann: Human, hook: Webhook | None
) -> None:
    room = ann.starts()
    core.gates["slow"] = asyncio.Event()
    core.answers = {"slow": (Message("slow answer"),), "quick": (Message("quick answer"),)}
    async with serving(adapter_to(api, webhook=hook), core) as running:
        ann.says(room, "slow")
        ann.says(room, "quick")
        await core.hears()
        running.cancel()
        core.gates["slow"].set()
    async with serving(adapter_to(api, webhook=hook), core):
        assert [(await room.post()).text, (await room.post()).text] == ["slow answer", "quick answer"]
    assert room.posts.empty()


async def test_texts_of_one_chat_stay_in_order(
    api: BotApi, core: ScriptedCore, ann: Human, friends: Room, hook: Webhook | None
) -> None:
    texts = [f"/move {number}" for number in range(30)]
    core.gates["/move 0"] = asyncio.Event()
    async with serving(adapter_to(api, webhook=hook), core):
        for text in texts:
            ann.says(friends, text)
        assert (await core.hears()).text == "/move 0"
        assert core.has_heard_all()
        core.gates["/move 0"].set()
        assert [(await core.hears()).text for _ in texts[1:]] == texts[1:]


async def test_other_chats_do_not_wait_for_a_slow_one(
    api: BotApi, core: ScriptedCore, ann: Human, friends: Room, hook: Webhook | None
) -> None:
    core.gates["/hint"] = asyncio.Event()
    async with serving(adapter_to(api, webhook=hook), core):
        ann.says(friends, "/hint")
        ann.says(ann.room, "a1-a2")
        assert [(await core.hears()).text, (await core.hears()).text] == ["/hint", "a1-a2"]
        core.gates["/hint"].set()


async def test_a_long_hint_does_not_hold_up_the_chat(
    api: BotApi, core: ScriptedCore, ann: Human, friends: Room
) -> None:
    core.gates["/hint"] = asyncio.Event()
    async with serving(adapter_to(api, patience=0.01), core):
        ann.says(friends, "/hint")
        ann.says(friends, "/move a1-a2")
        assert [(await core.hears()).text, (await core.hears()).text] == ["/hint", "/move a1-a2"]
        core.gates["/hint"].set()


async def test_a_webhook_wants_its_secret(api: BotApi, core: ScriptedCore, town: Town, ann: Human) -> None:
    async with serving(adapter_to(api, webhook=webhook("a-secret")), core):
        ann.says(ann.room, "true")
        assert (await core.hears()).text == "true"
        assert api.webhook is not None
        assert api.webhook.secret == "a-secret"
        forged = {"update_id": 1, "message": town.write(ann.room, ann.as_json(), {"text": "forged"})}
        assert [await api.webhook.push(forged, secret) for secret in ("", "A-secret")] == [403, 403]
    assert core.has_heard_all()


async def test_a_webhook_without_a_secret_agrees_upon_one(api: BotApi, core: ScriptedCore, ann: Human) -> None:
    async with serving(adapter_to(api, webhook=webhook()), core):
        ann.says(ann.room, "true")
        assert (await core.hears()).text == "true"
        assert api.webhook is not None
        assert len(api.webhook.secret) > 30


async def test_an_update_delivered_twice_counts_once(api: BotApi, core: ScriptedCore, ann: Human) -> None:
    async with serving(adapter_to(api, webhook=webhook("a-secret")), core):
        ann.says(ann.room, "once")
        await core.hears()
        assert api.webhook is not None
        again = {"update_id": 1, "message": ann.says(ann.room, "again")}
        assert await api.webhook.push(again, "a-secret") == 200
        assert await api.webhook.push(again, "a-secret") == 200
        ann.says(ann.room, "last")
        assert [(await core.hears()).text for _ in range(3)] == ["again", "again", "last"]


async def test_a_port_in_use_is_reported_by_the_name_of_its_setting(api: BotApi, core: ScriptedCore) -> None:
    hook = webhook()
    async with serving(adapter_to(api, webhook=hook), core, has_profile=True):
        await api.until_asked("setMyCommands")
        with pytest.raises(ValueError, match=r"^TELEGRAM_WEBHOOK_LISTEN: "):
            await adapter_to(api, webhook=hook).run(core)


async def test_a_board_can_be_shown_before_updates_come_in(api: BotApi, town: Town) -> None:
    group = town.group("Friends")
    adapter: Telegram = adapter_to(api)
    await adapter.show(Chat("telegram", str(group.id)), Message("a board"))
    assert (await group.post()).text == "a board"
    await adapter._bot.shutdown()


async def test_updates_arrive_within_seconds_after_a_long_outage(
    api: BotApi, town: Town, core: ScriptedCore, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    nap = asyncio.sleep

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        await nap(min(seconds, 0.01))

    monkeypatch.setattr(asyncio, "sleep", sleep)
    api.hiccups["getUpdates"] = 12
    ann = Human(town, "Ann")
    ann.says(ann.starts(), "/help")
    async with serving(adapter_to(api), core):
        await api.until_asked("getUpdates", 13)
    assert 0 < max(pauses) <= 5


@pytest.mark.parametrize("body", GARBAGE, ids=range(len(GARBAGE)))
async def test_garbage_is_not_fetched_again(api: BotApi, core: ScriptedCore, ann: Human, body: bytes) -> None:
    async with serving(adapter_to(api, webhook=webhook(SECRET)), core):
        ann.says(ann.room, "before")
        assert (await core.hears()).text == "before"
        assert api.webhook is not None
        assert await api.webhook.push_text(body, SECRET) == 200
        ann.says(ann.room, "after")
        assert (await core.hears()).text == "after"
    assert core.has_heard_all()


async def push_again(api: BotApi, store: RedisStore, updates: list[Json]) -> list[Post]:
    """Return what the next process does with updates that a dead process handled."""
    async with living(api, store, hook=webhook(SECRET)) as house:
        while api.webhook is None or not await api.webhook.push_text(b"", SECRET):
            await asyncio.sleep(0.01)
        rooms = list(api.town.rooms.values())
        for room in rooms:
            while not room.posts.empty():
                await room.post()
        for update in updates:
            assert await api.webhook.push(update, SECRET) == 200
        await house.wait_until_idle()
        return [await room.post() for room in rooms for _ in range(room.posts.qsize())]


async def begin_game(room: Room, ann: Human, bob: Human) -> None:
    """A game of two in a group, as far as its first board."""
    ann.says(room, "/challenge @bob dots 1x1 pie=0")
    bob.presses(await room.news(), "Accept")
    assert "Ann, your move" in (await room.news()).text


@pytest.fixture
def bob(town: Town) -> Human:
    return Human(town, "Bob", username="bob")


async def test_an_update_repeated_after_a_restart_has_no_effect(
    api: BotApi, store: RedisStore, town: Town, ann: Human, bob: Human, friends: Room
) -> None:
    async with living(api, store, hook=webhook(SECRET)) as house:
        await begin_game(friends, ann, bob)
        for human, move in ((ann, "a1-b1"), (bob, "a2-b2"), (ann, "a1-a2")):
            human.says(friends, f"/move {move}")
            assert move in (await friends.news()).text
        await house.wait_until_idle()
    assert not await push_again(api, store, list(town.all_updates))
    async with living(api, store, hook=webhook(SECRET)) as house:
        bob.says(friends, "/resign yes")
        await friends.news()
        await house.wait_until_idle()
    assert not await push_again(api, store, list(town.all_updates))


async def test_a_move_that_comes_again_is_played_in_no_other_game(
    api: BotApi, store: RedisStore, town: Town, ann: Human, bob: Human, friends: Room
) -> None:
    async with living(api, store, hook=webhook(SECRET)) as house:
        await begin_game(friends, ann, bob)
        for human, text in ((ann, "/move a1-b1"), (bob, "/resign yes")):
            human.says(friends, text)
            await friends.news()
        before = list(town.all_updates)
        await begin_game(friends, ann, bob)
        await house.wait_until_idle()
    assert not await push_again(api, store, before)
