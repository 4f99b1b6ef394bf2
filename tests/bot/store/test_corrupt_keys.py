"""A key that holds foreign data: the bot goes on, logs it and writes the key again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass

import pytest

from bot.core.commands.settings import NAMES
from bot.core.game.people import INLINE, Chat
from bot.core.handlers.chat_settings import CHALLENGED
from bot.core.ports.metrics import Metrics
from bot.core.ports.page import NameClaim
from bot.core.ports.store import ALOUD, AWAY, NOTIFY, TIME_ZONE, choices_of, of_chat, of_person
from bot.features.puzzles.exercises import DAILY
from bot.store import keys
from bot.store.connection import Client, connect
from bot.store.keys import LOGS
from bot.store.redis import RedisStore
from tests.bot.scripted import CHAT, Stage, person, private_chat

CLUB, ANNS = Chat("stage", "club"), private_chat("ann")
Run = Callable[..., Awaitable[object]]
_TOLD = ("of this program", "not written by this program", "cannot be read")
"""How the log tells the operator of a key that somebody else wrote."""


@dataclass
class House:
    """A bot over a real store, with all that it counts and shows on the page."""

    store: RedisStore
    redis: Client
    caplog: pytest.LogCaptureFixture

    def __post_init__(self) -> None:
        self.stage = Stage(self.store, operators=frozenset({person("ann").key}))
        self.stage.metrics = self.metrics = self.store.statistics(Metrics(), lambda: self.stage.time)
        self.stage.restart()

    @property
    def run(self) -> Run:
        """Send one command to the server."""
        return self.redis.execute_command

    async def types(self) -> dict[str, str]:
        """Return every key but the logs of games, with its type."""
        findings = [key if isinstance(key, str) else key.decode() async for key in self.redis.scan_iter("tetradka:*")]
        own = [key for key in findings if not key.startswith((LOGS, "tetradka:aside:"))]
        kinds = [await self.redis.type(key) for key in own]
        return {
            key: str(kind) if isinstance(kind, str) else kind.decode() for key, kind in zip(own, kinds, strict=True)
        }

    async def live(self) -> None:
        """Do what people, the page and time do, each thing answered; nothing may break."""
        for who, line, chat in self._lines():
            answers = await self.stage.type(who, line, chat, in_private=chat is ANNS)
            assert answers or not line.startswith(("/top", "/me", "/games", "/puzzle", "/daily", "/language")), line
            self.check(line)
        await self._play()
        await self._on_the_page()
        await self.store.leases.store_update("stage", "1", "{}")
        assert "1" in await self.store.leases.claim_updates("stage")
        await self.store.leases.renew()
        await self.store.message_slots("stage").take(10, 1, 0)
        await self.metrics.write()
        for seconds in (0, 60, 24 * 3600):
            self.stage.time += seconds
            await self.stage.router.sweep()
            await self.stage.router.wait_until_idle()
        self.check("time")

    async def spoil(self, key: str, kind: str, garbage: str) -> None:
        """Put garbage into each value of a key, beside its own where it has no names for them."""
        match kind:
            case "string":
                await self.run("SET", key, garbage)
            case "hash":
                for field in [*await self.redis.hkeys(key), "{{{"]:
                    await self.run("HSET", key, field, garbage)
            case "set":
                await self.run("SADD", key, garbage)
            case "zset":
                await self.run("ZADD", key, 1, garbage)
            case "list":
                await self.run("LPUSH", key, garbage)
            case "stream":
                await self.run("XADD", key, "*", "id", garbage, "text", garbage)

    def _lines(self) -> Iterator[tuple[str, str, Chat]]:
        yield from (
            ("ann", "/language en", CHAT),
            ("ann", "/language en chat", CHAT),
            ("ann", "/settings daily=18:00 cooldown=30s", CHAT),
            ("ann", "/notify digest", CHAT),
            ("ann", "/away 1d", CHAT),
            ("ann", "/away off", CHAT),
            ("ann", "/block @dora", CHAT),
            ("ann", "/learn dots 1", ANNS),
            ("ann", "/puzzle", ANNS),
            ("ann", "/daily", CHAT),
            ("ann", "/challenge bot easy dots 1x1 second", CHAT),
            ("ann", "/challenge bot easy dots 1x1", CHAT),
            ("ann", "/resign yes", CHAT),
            ("ann", "/tournament dots 2x1", CLUB),
            ("bob", "/tournament join", CLUB),
            ("ann", "/top", CHAT),
            ("ann", "/me", CHAT),
            ("ann", "/games", CHAT),
            ("ann", "/stats", CHAT),
            ("ann", "/puzzle mine", CHAT),
            ("ann", "/mydata", CHAT),
            ("carl", "/forgetme yes", CHAT),
        )

    async def _play(self) -> None:
        """Play a game against a person with a clock, of which each board is shown, and review it."""
        stage = self.stage
        await stage.type("ann", "/challenge @bob dots 1x1 time=1d", CLUB)
        await stage.press("bob", "Accept", CLUB)
        code = stage.button("More", CLUB).types.split()[1].partition("@")[0]
        for who, move in (("ann", "a1-a2"), ("bob", "b1-b2"), ("ann", "a1-b1"), ("bob", "a2-b2")):
            await stage.type(who, f"/move {code} {move}", CLUB)
            assert move in stage.board.text
            self.check(move)
        for line in (f"/review {code}", f"/board {code}", "/games"):
            assert await stage.type("ann", line, CLUB)
            self.check(line)
        await stage.router.elsewhere.offers(person("ann"), "dots")
        await stage.router.migrate(Chat("stage", "old"), Chat("stage", "new"))

    async def _on_the_page(self) -> None:
        archive, now = self.store.archive, self.stage.time
        me = json.dumps({"platform": "web", "id": "1", "name": "Ann"})
        assert await archive.enter("play", NameClaim("1", "ann", "ann", me), "1@x", now + 60, now)
        news = await archive.follow("")
        await archive.stay("play", {"1@x": "1"}, frozenset({"ann"}), now + 60)
        state = await archive.write("play", "1", "text", "", now)
        assert "1" in state.people.keys() & state.here
        assert state.lines[-1].text == "text"
        assert "play" in (await archive.follow(news.stamp)).changed
        await archive.once("proof", 60)

    def check(self, what: str) -> None:
        """Fail if anything is broken that the log does not tell of as somebody else's doing."""
        errors = [record for record in self.caplog.records if record.levelname == "ERROR"]
        faults = [each for each in errors if not any(answer in each.getMessage() for answer in _TOLD)]
        assert not faults, f"{what}: {faults[0].getMessage()} {faults[0].exc_text}"


@pytest.fixture
async def house(valkey: str, store: RedisStore, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    redis = connect(valkey)
    yield House(store, redis, caplog)
    await redis.aclose()


WRONG: Mapping[str, tuple[str, ...]] = {"list": ("LPUSH", "{{{"), "hash": ("HSET", "{{{", "{{{")}


async def _begin_game(house: House) -> str:
    """Begin a game that goes on in `CHAT`, and return its code."""
    await house.stage.type("ann", "/challenge @bob dots 2x2 pie=0")
    await house.stage.press("bob", "Accept")
    (code,) = (await house.store.settings.facts_for(CHAT.key, "")).games
    return code


@pytest.mark.sample(one_in=2)
@pytest.mark.parametrize("wrong", WRONG)
async def test_a_key_of_another_type_is_moved_aside_and_recreated(house: House, wrong: str):
    code = await _begin_game(house)
    await house.live()
    before = {key: kind for key, kind in (await house.types()).items() if kind != wrong}
    for key in before:
        await house.run("DEL", key)
        await house.run(WRONG[wrong][0], key, *WRONG[wrong][1:])
    sweeping = asyncio.create_task(house.stage.restart().run())
    await house.stage.type("ann", f"/move {code} a1-a2")
    assert "a1-a2" in house.stage.board.text
    async with asyncio.timeout(60):
        while code not in (await house.stage.type("ann", "/games"))[0].text:
            await asyncio.sleep(0.01)
        while not (await house.stage.type("ann", "/record all", CLUB))[0].file:
            await asyncio.sleep(0.01)
    sweeping.cancel()
    await house.live()
    after = await house.types()
    assert {key for key in before.keys() & WRITTEN_AGAIN if after[key] != before[key]} == set()
    assert len(before) > 80
    assert "of this program" in house.caplog.text


GARBAGE = ("{{{", "", "[[", "null", "0", "[1, 2]", '{"a": 1}')


@pytest.mark.parametrize("garbage", GARBAGE)
async def test_an_unreadable_review_is_computed_again(house: House, garbage: str):
    stage, code = house.stage, await _begin_game(house)
    await stage.type("ann", "a1-a2")
    await stage.type("bob", "/resign yes")
    [answer] = await stage.type("ann", f"/review {code}")
    await stage.router.wait_until_idle()
    await house.run("SET", keys.review(code), garbage)
    [again] = await stage.type("ann", f"/review {code}")
    assert again.picture == answer.picture
    await stage.router.wait_until_idle()
    assert await house.store.findings.review(code) != garbage
    assert await stage.type("ann", "/puzzle mine")
    house.check("/review")


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize("garbage", GARBAGE)
async def test_an_unreadable_choice_counts_as_none(house: House, garbage: str):
    for whose in (of_chat(CHAT.key), of_person(person("ann")), of_person(person("bob")), choices_of(DAILY, CHAT.key)):
        for name in (
            *NAMES,
            CHALLENGED,
            NOTIFY,
            TIME_ZONE,
            AWAY,
            ALOUD,
            DAILY,
            "days",
            "streak",
            "last",
            "frozen",
        ):
            if garbage:
                await house.run("HSET", keys.choices(whose), name, garbage)
    await house.stage.type("ann", "/settings cooldown=30s")
    await house.run("HSET", keys.choices(of_chat(CHAT.key)), CHALLENGED, garbage)
    await house.live()


@pytest.mark.parametrize("garbage", GARBAGE)
async def test_an_unreadable_invitation_has_expired(house: House, garbage: str):
    [offer] = await house.stage.router.elsewhere.offers(person("ann"), "dots 2x2")
    table = keys.invitations(person("ann").key)
    await house.spoil(table, "hash", garbage)
    message = Chat("stage", INLINE, "m1")
    assert await house.stage.type("bob", f"/join {offer.id}", message, pressed=True)
    house.check("/join")


@pytest.mark.parametrize("garbage", GARBAGE)
async def test_a_game_stays_in_its_chat_if_the_alias_is_unreadable(house: House, garbage: str):
    old_chat, new_chat = Chat("stage", "old"), Chat("stage", "new")
    await house.stage.type("ann", "/challenge bot easy dots 2x2", old_chat)
    await house.stage.router.migrate(old_chat, new_chat)
    await house.run("HSET", keys.CHATS, new_chat.key, garbage)
    await house.stage.type("ann", "a1-a2", new_chat)
    assert house.stage.adapter.shown[-1][1] in (old_chat, new_chat)
    house.check("a1-a2")


@pytest.mark.sample(one_in=5)
@pytest.mark.parametrize("garbage", GARBAGE)
async def test_corrupt_values_are_rewritten(house: House, garbage: str):
    code = await _begin_game(house)
    await house.live()
    is_taken = keys.channel_name("play", "ann")  # by another person
    for key, kind in (await house.types()).items():
        if key != is_taken:
            await house.spoil(key, kind, garbage)
    sweeping = asyncio.create_task(house.stage.restart().run())
    await house.stage.type("ann", f"/move {code} a1-a2")
    assert "a1-a2" in house.stage.board.text
    await house.live()
    sweeping.cancel()


WRITTEN_AGAIN = {
    keys.CHATS,
    keys.MET,
    keys.OVER,
    keys.PERSON_LANGUAGES,
    keys.CHAT_LANGUAGES,
    keys.CHANNEL_NEWS,
    keys.chat_games(CHAT.key),
    keys.chat_over(CLUB.key),
    keys.chat_played(CLUB.key),
    keys.person_games(person("ann").key),
    keys.exercise(person("ann").key),
    keys.invitations(person("ann").key),
    keys.updates("stage"),
    keys.slots("stage"),
    keys.channel_log("play"),
    keys.channel_people("play"),
    keys.channel_seen("play"),
    keys.channel_here("play"),
    keys.channel_name("play", "ann"),
}
