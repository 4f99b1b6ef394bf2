"""Seats inside another platform's chats: who sits there, for how long, and what of it others see."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace

import pytest
from aiohttp import ClientSession

from bot.core.game.people import Chat, Person
from bot.core.ports.page import Embedding, InvalidProofError, Seat
from bot.core.ports.platform import Message
from bot.core.ports.store import Store
from bot.platforms.web.admission import SEATED, Embedded
from bot.platforms.web.frames import Hello
from bot.platforms.web.presence import EntryRefusedError
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.platforms.web import scripted
from tests.bot.platforms.web.house import House, Tab, serving
from tests.bot.platforms.web.scripted import ScriptedCore

GROUP = Chat("elsewhere", "-17", "3")
ANN, BOB = Person("elsewhere", "1", "Ann"), Person("elsewhere", "2", "Ann")


@dataclass
class Trusting(Embedding):
    """Believes what is said: the number of a person, who is inside unless gone."""

    name: str = "elsewhere"
    base: str = "/elsewhere"
    framed_by: str = "https://elsewhere.example"
    secret: str = "a secret"
    origins: frozenset[str] = frozenset()
    gone: set[str] = field(default_factory=set)

    async def seat(self, headers: Mapping[str, str], phrase: str) -> Seat:
        number, _, proof = phrase.partition(" ")
        people = {"1": ANN, "2": BOB}
        if number not in people:
            raise InvalidProofError("not one of us")
        return Seat(GROUP, people[number], proof)

    async def is_inside(self, seat: Seat) -> bool:
        return seat.person.id not in self.gone


@pytest.fixture
def embedding() -> Trusting:
    return Trusting()


@pytest.fixture
async def house(empty_valkey: str, embedding: Trusting) -> AsyncIterator[House]:
    store = RedisStore(connect(empty_valkey))

    def core(web):
        web.embed(embedding)
        return ScriptedCore(web)

    async with serving(core, (scripted.paint, scripted.paint_dark), store.archive, token="a word") as house:
        yield house
    await store.close()


def embed(embedding: Trusting, store: Store, at: float) -> Embedded:
    assert isinstance(store, RedisStore)
    return Embedded(embedding, store.archive, lambda: at)


def hello(token: str) -> Hello:
    return Hello("hello", token, "x", "elsewhere")


async def take_seat(client: ClientSession, house: House, phrase: str) -> Tab:
    """A tab that has bought a seat and greeted with it."""
    async with client.post(f"{house.url}/elsewhere/seat", data=phrase) as answer:
        seat = await answer.json()
    socket = await client.ws_connect(f"{house.url}/elsewhere/socket", origin=house.url)
    tab = Tab(socket, seat["name"], seat["token"])
    house.tabs.append(tab)
    await tab.greet("elsewhere")
    return tab


async def test_a_seat_lasts_for_twelve_hours(embedding: Trusting, store: Store):
    token = embed(embedding, store, at=1000.0).seal(Seat(GROUP, ANN))
    assert await embed(embedding, store, at=999.0 + SEATED).sit_down(hello(token)) == (ANN, GROUP)
    with pytest.raises(EntryRefusedError):
        await embed(embedding, store, at=1000.0 + SEATED).sit_down(hello(token))


async def test_a_person_who_left_the_chat_loses_the_seat(embedding: Trusting, store: Store):
    inside = embed(embedding, store, at=1.0)
    token = inside.seal(Seat(GROUP, ANN))
    embedding.gone.add(ANN.id)
    with pytest.raises(EntryRefusedError):
        await inside.sit_down(hello(token))


@pytest.mark.parametrize("token", ["x" * 40, "e30=.e30=" * 5, "é.é" * 10, "." * 20, "=.=" * 10])
async def test_an_invalid_seat_is_refused(embedding: Trusting, store: Store, token: str):
    with pytest.raises(EntryRefusedError):
        await embed(embedding, store, at=1.0).sit_down(hello(token))


async def test_a_seat_of_another_platform_is_none_here(embedding: Trusting, store: Store):
    token = embed(replace(embedding, secret="another"), store, at=1.0).seal(Seat(GROUP, ANN))
    with pytest.raises(EntryRefusedError):
        await embed(embedding, store, at=1.0).sit_down(hello(token))


async def test_a_proof_is_accepted_for_one_seat_only(client: ClientSession, house: House):
    text = []
    for proof in ("1 p", "1 p", "1 q", "3 r"):
        async with client.post(f"{house.url}/elsewhere/seat", data=proof) as answer:
            text.append(answer.status)
    assert text == [200, 403, 200, 403]


async def test_two_people_with_one_name_can_join_one_chat(client: ClientSession, house: House):
    ann, other_tab = await take_seat(client, house, "1 p"), await take_seat(client, house, "2 q")
    await other_tab.counts(2)
    await ann.say("hello")
    await other_tab.reads("hello")
    incoming_text = house.core.heard  # type: ignore[attr-defined]
    assert [(each.chat, each.person, each.alone) for each in incoming_text if each.text == "hello"] == [
        (GROUP, ANN, True)
    ]


async def test_messages_of_the_chat_reach_the_open_page(client: ClientSession, house: House):
    await house.web.mirror(GROUP, "900", Message("nobody reads this"))
    ann = await take_seat(client, house, "1 p")
    await house.web.mirror(GROUP, "901", Message("a board"))
    await ann.reads("a board")
    await house.web.mirror(GROUP, "901", Message("the board of now"))
    await ann.reads("the board of now")
    assert not {"a board", "nobody reads this"} & {*ann.texts}


async def test_a_chat_is_no_channel_of_the_page(client: ClientSession, house: House):
    ann = await take_seat(client, house, "1 p")
    cookies = {"tetradka": ""}
    async with client.post(f"{house.url}/", data={"token": "a word"}, allow_redirects=False) as answer:
        cookies["tetradka"] = answer.cookies["tetradka"].value
    socket = await client.ws_connect(
        f"{house.url}/socket", origin=house.url, headers={"Cookie": f"tetradka={cookies['tetradka']}"}
    )
    await socket.send_json({"kind": "hello", "token": ann.token, "name": "Eve", "channel": GROUP.key})
    assert (await socket.receive_json())["code"] == "bad-frame"
    house.tabs.append(Tab(socket, "Eve", ""))


async def test_a_forgotten_person_is_forgotten_in_embedded_pages_too(client: ClientSession, house: House):
    ann, bob = await take_seat(client, house, "1 p"), await take_seat(client, house, "2 q")
    await ann.say("my words")
    await bob.reads("my words")
    assert "my words" in [answer["text"] for answer in await house.web.data_of(ANN)]
    await house.web.forget(ANN, "a player", [GROUP])
    assert await house.web.data_of(ANN) == []


async def test_a_public_host_name_serves_only_the_embedded_page(client: ClientSession, house: House):
    named = {"Host": "games.example"}
    text = {}
    for path in ("/elsewhere", "/elsewhere/page/inside.js", "/", "/c/lobby", "/page/main.js", "/socket"):
        async with client.get(house.url + path, headers=named) as answer:
            text[path] = answer.status, answer.headers.get("Content-Security-Policy", "").rpartition("; ")[2]
    framed = "frame-ancestors https://elsewhere.example"
    assert text.pop("/elsewhere") == (200, framed)
    assert text.pop("/elsewhere/page/inside.js")[0] == 200
    assert set(text.values()) == {(403, "frame-ancestors 'none'")}


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "https://evil.example", ""])
async def test_only_the_page_itself_connects(client: ClientSession, house: House, origin: str):
    async with client.get(f"{house.url}/elsewhere/socket", headers={"Origin": origin}) as answer:
        assert answer.status == 403
