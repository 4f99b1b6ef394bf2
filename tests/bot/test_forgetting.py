"""Who asks to be forgotten on any adapter: no key of the store holds the name or the id afterwards."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from aiohttp import ClientSession
from redis.asyncio import Redis

from bot.core.language.speech import say
from bot.core.ports.store import Store
from bot.core.router import Router
from bot.platforms.discord.client import Client
from bot.platforms.web.presence import id_of_token
from bot.store.logs import unpack
from bot.store.redis import RedisStore
from renderers import written
from tests.bot.platforms.discord import table as discord
from tests.bot.platforms.telegram.house import living as living_telegram
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import PATIENCE, Town
from tests.bot.platforms.web.house import House, Tab, enter
from tests.bot.platforms.web.living import living

NAME = "Zaphodia"
EVENING = (
    "/daily",
    "/puzzle dots",
    "/learn dots",
    "/tournament dots 2x2 swiss",
    "/challenge ladder1 dots",
    "/timezone Europe/Kyiv",
    "/notify digest",
    "/board always text",
    "/away 3d",
)
"""What one can ask for that leaves something behind."""
CODE = re.compile(r"\b[B-Z]{6}\b")


async def everything(valkey: str) -> dict[str, str]:
    """Each key with what it holds, unpacked; what marks that a person is forgotten is left out."""
    redis = Redis.from_url(valkey, decode_responses=True)
    readers: dict[str, Callable[[str], Any]] = {
        "hash": redis.hgetall,
        "set": redis.smembers,
        "string": redis.get,
        "stream": redis.xrange,
        "list": lambda key: redis.lrange(key, 0, -1),
        "zset": lambda key: redis.zrange(key, 0, -1),
    }
    kinds = {key: str(await redis.type(key)) async for key in redis.scan_iter("*")}
    findings = {key: await readers[kind](key) for key, kind in kinds.items() if kind != "none"}  # what has just expired
    await redis.aclose()
    return {key: "\n".join(strings(value)) for key, value in findings.items()}


def strings(value: object) -> Iterator[str]:
    """All texts in a value, those in JSON, in packed logs and in pictures too."""
    match value:
        case {"channel": _, "forgotten": _}:
            return
        case str():
            yield value
            yield from _inside(value)
        case dict():
            for item in value.items():
                yield from strings(item)
        case list() | tuple() | set():
            for item in value:
                yield from strings(item)


def _inside(text: str) -> Iterator[str]:
    with suppress(ValueError):
        yield from strings(json.loads(text))
    with suppress(ValueError):
        yield repr(written.read(text))
    with suppress(Exception):
        yield from strings(unpack(text))


async def holding(valkey: str, *words: str) -> list[str]:
    """The keys that hold any of the words, in their name or their value."""
    stored_data = await everything(valkey)
    return [
        key
        for key, value in stored_data.items()
        if any(word.casefold() in f"{key}\n{value}".casefold() for word in words)
    ]


async def keys_that_hold(valkey: str, *words: str) -> list[str]:
    """The keys that go on holding any of the words; the page says farewell before the store is through with it."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while await holding(valkey, *words):
                await asyncio.sleep(0.05)
    return await holding(valkey, *words)


@pytest.fixture
async def client() -> AsyncIterator[ClientSession]:
    async with ClientSession() as session:
        yield session


@pytest.fixture
async def page(empty_valkey: str) -> AsyncIterator[House]:
    async with living(empty_valkey) as house:
        yield house


def code_in(tab: Tab) -> str:
    return str(CODE.findall(" ".join(tab.texts))[-1])


async def played_on_the_page(client: ClientSession, page: House) -> tuple[Tab, Tab]:
    """Zaphodia and Bob, who have played, spoken and settled what one can settle."""
    zaphodia, bob = await enter(client, page, NAME), await enter(client, page, "Bob")
    await zaphodia.say("/challenge @bob dots 2x2")
    await bob.until(lambda: any("/accept" in str(message["buttons"]) for message in bob.messages.values()))
    await bob.say(f"/accept {code_in(bob)}")
    await bob.until(lambda: any(message["pictures"] for message in bob.messages.values()))
    for text in ("a1-a2", "good luck", "/hint", "/language uk", "/notify", "/if b1-b2 then c1-c2", "/settings"):
        await zaphodia.say(text)
    await bob.say(f"/block @{NAME}")
    await bob.say(f"have fun, {NAME}!")
    await bob.say(f"/challenge @{NAME} lgame", reply=bob.last["id"])
    await zaphodia.say("/challenge bot easy dots 3x3")
    return zaphodia, bob


async def test_of_a_visitor_of_the_page_no_key_tells(client: ClientSession, page: House, empty_valkey: str):
    zaphodia, bob = await played_on_the_page(client, page)
    theirs = id_of_token(zaphodia.token)
    assert await holding(empty_valkey, NAME, theirs)
    await zaphodia.send("/forgetme yes")
    await zaphodia.until(lambda: zaphodia.refusals == ["forgotten"])
    await bob.until(lambda: bob.count == 1)
    assert await keys_that_hold(empty_valkey, NAME, theirs) == []


async def test_of_a_film_and_a_whole_evening_on_the_page_no_key_tells(
    client: ClientSession, page: House, empty_valkey: str
):
    zaphodia, bob = await enter(client, page, NAME), await enter(client, page, "Bob")
    await zaphodia.say("/challenge @bob dots 1x1")
    await bob.until(lambda: any("/accept" in str(message["buttons"]) for message in bob.messages.values()))
    code = code_in(bob)
    await bob.say(f"/accept {code}")
    for tab, move in ((zaphodia, "a1-a2"), (bob, "a1-b1"), (zaphodia, "b1-b2"), (bob, "a2-b2")):
        await tab.say(f"/move {code} {move}")
    for text in (*EVENING, f"/review {code}"):
        await zaphodia.say(text)
    await bob.say(f"/film {code}")
    theirs = id_of_token(zaphodia.token)
    await zaphodia.send("/forgetme yes")
    await zaphodia.until(lambda: zaphodia.refusals == ["forgotten"])
    await bob.until(lambda: bob.count == 1)
    assert await keys_that_hold(empty_valkey, NAME, theirs) == []


async def test_a_copy_of_personal_data_contains_messages_on_the_page(client: ClientSession, page: House):
    zaphodia, _ = await played_on_the_page(client, page)
    await zaphodia.say("/mydata")
    stored_data = json.loads(zaphodia.last["file"]["text"])
    line = {(line["room"], line["by"], line["text"]) for line in stored_data["said"]}
    assert ("lobby", "you", "good luck") in line
    assert any(by == "bot" for _, by, _ in line)
    assert not any("have fun" in text for _, _, text in line)


async def test_messages_of_a_forgotten_person_keep_their_place_without_the_name(client: ClientSession, page: House):
    zaphodia, bob = await played_on_the_page(client, page)
    await zaphodia.send("/forgetme yes")
    await bob.until(lambda: bob.count == 1)
    carl = await enter(client, page, "Carl")
    assert "have fun, хтось!" in carl.texts
    assert [text for text in carl.texts if NAME in text] == []
    assert sum(bool(message["pictures"]) for message in carl.messages.values())


@pytest.fixture
def town() -> Town:
    return Town()


@pytest.fixture
async def telegram(town: Town, store: Store) -> AsyncIterator[Router]:
    api = BotApi(town)
    assert isinstance(store, RedisStore)
    async with api.serving(), living_telegram(api, store) as router:
        yield router


async def test_no_key_names_a_forgotten_person_on_telegram(town: Town, telegram: Router, valkey: str):
    zaphodia, bob = Human(town, NAME, "zaphodia_b"), Human(town, "Bob", "bob_b")
    zaphodia.id = 7_001_234_567
    friends, direct_chat = town.group("Friends"), zaphodia.starts()
    zaphodia.says(friends, "/challenge @bob_b dots 2x2")
    question = await friends.post()
    bob.presses(question, next(iter(question.buttons)))
    board = next(post for post in [await friends.post(), await friends.post()] if post.pictures)
    zaphodia.says(friends, "a1-a2", to=board)
    await friends.post()
    for text in ("/challenge bot easy dots 1x1", "/language uk", "/notify off", "/block @eve", "/timezone Europe/Kyiv"):
        zaphodia.says(direct_chat, text)
        await direct_chat.post()
    await zaphodia.queries("dots")
    bob.says(bob.starts(), "/block @zaphodia_b")
    await bob.room.post()
    assert len(await holding(valkey, NAME, "zaphodia_b", str(zaphodia.id))) > 5
    zaphodia.says(direct_chat, "/forgetme yes")
    while say("uk", "forgotten", n=2) not in (await direct_chat.news()).text:
        pass
    await telegram.wait_until_idle()
    assert await holding(valkey, NAME, "zaphodia_b", str(zaphodia.id)) == []


async def test_a_person_forgotten_before_a_board_is_shown_is_in_no_invitation_and_no_outbox(
    town: Town, telegram: Router, valkey: str
):
    zaphodia, bob = Human(town, NAME, "zaphodia_b"), Human(town, "Bob", "bob_b")
    zaphodia.id = 7_001_234_567
    friends, direct_chat = town.group("Friends"), zaphodia.starts()
    for text in EVENING:
        zaphodia.says(direct_chat, text)
        await direct_chat.news()
    await bob.queries("dots @zaphodia_b")
    zaphodia.says(friends, "/tournament dots 2x2 swiss")
    direct_chat.floods = [3600.0]
    zaphodia.says(direct_chat, "/challenge bot easy dots 2x2")
    kept = ""
    async with asyncio.timeout(PATIENCE):
        while not all(named in kept for named in ("invitations:", "outbox:", "{tournament-")):
            kept = " ".join(await holding(valkey, NAME, "zaphodia_b", str(zaphodia.id)))
    zaphodia.says(friends, "/forgetme yes")
    async with asyncio.timeout(PATIENCE):
        while await holding(valkey, NAME, "zaphodia_b", str(zaphodia.id)):
            await asyncio.sleep(0.05)


@pytest.fixture
def simcord_bot(empty_valkey: str) -> Client:
    return discord.house(empty_valkey)


async def test_no_key_names_a_forgotten_person_on_discord(simcord_env: Any, empty_valkey: str):
    table = discord.seat_players(simcord_env)
    assert table.channel.guild
    table.ann = table.channel.guild.add_member(simcord_env.create_user("zaphodia_b", global_name=NAME))
    await table.begin()
    await table.move(table.ann, "a1-a2")
    for name in ("language", "notify", "settings", "mydata", "daily", "puzzle"):
        await table.ann.slash(table.channel, name)
    await table.ann.slash(table.channel, "tournament", game="dots", options="2x2 swiss")
    await table.ann.slash(table.channel, "challenge", game="lgame", opponent=table.bob)
    await table.bob.slash(table.channel, "block", person=table.ann)
    known = NAME, "zaphodia_b", str(table.ann.id)
    assert await holding(empty_valkey, *known)
    await table.ann.slash(table.channel, "forgetme", sure="yes")
    assert await holding(empty_valkey, *known) == []
